import { readFileSync } from "node:fs";
import { join } from "node:path";
import { serveRest } from "../../src/points/rest/index.ts";
import { type HomeOptions, openHome, type TestHome } from "../authority/open-home.ts";

/** What a request came to. */
export interface RestAnswer {
	readonly status: number;
	// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of many shapes
	readonly body: any;
	readonly headers: Headers;
	readonly text: string;
}

export type Call = (method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>) => Promise<RestAnswer>;

/** A server of a home of its own, on a free port. */
export interface TestServer {
	readonly url: string;
	readonly home: TestHome;
	/** Calls with the administrator's key. */
	readonly admin: Call;
	/** Calls with any key, or none. */
	readonly as: (key: string | null) => Call;
	/** A new agent, and calls with its key. */
	readonly agent: (id: string, wish?: object) => Promise<Call>;
	/** A new person, and calls with their key. */
	readonly person: (email: string, role?: string) => Promise<Call>;
	readonly close: () => Promise<void>;
}

export async function openServer(options: HomeOptions = {}): Promise<TestServer> {
	const home = await openHome(options);
	const served = await serveRest({ authority: home.authority, port: 0 });
	const as = (key: string | null): Call => caller(served.url, key);
	const admin = as(readFileSync(join(home.home, "admin.key"), "utf8").trim());
	return {
		url: served.url,
		home,
		admin,
		as,
		agent: async (id, wish = {}) => as(keyOf(await admin("POST", "/v1/agents", { id, ...wish }))),
		person: async (email, role = "creator") => as(keyOf(await admin("POST", "/v1/keys", { name: email, user_email: email, role }))),
		close: async () => {
			await served.close();
			await home.close();
		},
	};
}

function keyOf({ status, body, text }: RestAnswer): string {
	if (status !== 201) throw new Error(text);
	return String(body.api_key);
}

function caller(url: string, key: string | null): Call {
	return async (method, path, body, headers = {}) => {
		const response = await fetch(new URL(path, url), {
			method,
			redirect: "manual",
			headers: {
				...(key === null ? {} : { Authorization: `Bearer ${key}` }),
				...(body === undefined ? {} : { "Content-Type": "application/json" }),
				...headers,
			},
			...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
		});
		const text = await response.text();
		return { status: response.status, headers: response.headers, text, body: parsed(text) };
	};
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}
