import { spawn } from "node:child_process";
import { once } from "node:events";
import { accessSync, constants } from "node:fs";
import { createServer, type Server } from "node:http";
import { delimiter, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decide, type Profile } from "../../src/engine/index.ts";
import { sealed, short } from "../decide/engine-case.ts";

/** Only the first may be reached; both are this machine. */
const ALLOWED = "127.0.0.1";
const OTHER = "127.0.0.2";

const profile: Profile = {
	tools: { allowed: ["Bash(curl:*)", "Bash(wget:*)"] },
	filesystem: { read_paths: ["/"], write_paths: ["/"], blocked_paths: [] },
	network: { allow: [ALLOWED, "*"] },
	capabilities: { network_access: true },
};

const reached: string[] = [];
const servers: Server[] = [];
let port = 0;

beforeAll(async () => {
	port = await listen(ALLOWED, 0);
	await listen(OTHER, port);
});
afterAll(() => {
	for (const server of servers) server.close();
});

/** Notes who was reached, and answers. */
async function listen(address: string, wanted: number): Promise<number> {
	const server = createServer((_, response) => {
		reached.push(address);
		response.end("here\n");
	});
	servers.push(server);
	server.listen(wanted, address);
	await once(server, "listening");
	const bound = server.address();
	return typeof bound === "object" && bound !== null ? bound.port : 0;
}

/** Each client with the words that make it fetch one address and print what comes. */
const CLIENTS: Readonly<Record<string, readonly string[]>> = {
	curl: ["-sS", "-m", "3"],
	wget: ["-q", "-T", "3", "-t", "1", "-O", "-"],
};

function isInstalled(program: string): boolean {
	return (process.env.PATH ?? "").split(delimiter).some((folder) => {
		try {
			accessSync(join(folder, program), constants.X_OK);
			return true;
		} catch {
			return false;
		}
	});
}

/** The servers that a client really talks to when it is given this address. */
async function fetches(client: string, words: readonly string[], url: string): Promise<readonly string[]> {
	reached.length = 0;
	const child = spawn(client, [...words, url], { stdio: "ignore", env: { PATH: process.env.PATH, no_proxy: "*" } });
	await once(child, "exit");
	return [...new Set(reached)];
}

/** Addresses that mean one server to one reader and another to the next; PORT is the servers' own. */
const TRICKS: readonly string[] = [
	"http://127.0.0.1\\@127.0.0.2:PORT/",
	"http://127.0.0.1\\\\@127.0.0.2:PORT/",
	"http://127.0.0.1:PORT\\@127.0.0.2:PORT/",
	"http://127.0.0.1@127.0.0.2:PORT/",
	"http://127.0.0.1:PORT@127.0.0.2:PORT/",
	"http://127.0.0.1;@127.0.0.2:PORT/",
	"http://127.0.0.1?@127.0.0.2:PORT/",
	"http://127.0.0.1#@127.0.0.2:PORT/",
	"http://127.0.0.1:PORT#@127.0.0.2:PORT/",
	"http://127.0.0.1%2f@127.0.0.2:PORT/",
	"http://127.0.0.1%5c@127.0.0.2:PORT/",
	"http://a:b@127.0.0.1@127.0.0.2:PORT/",
	"http://127.0.0.{1,2}:PORT/",
	"http://127.0.0.[1-2]:PORT/",
	"http://{127.0.0.1,127.0.0.2}:PORT/",
	"http:/127.0.0.2:PORT/",
	"http:///127.0.0.2:PORT/",
	"http:127.0.0.2:PORT/",
	"http:\\\\127.0.0.2:PORT/",
	"//127.0.0.2:PORT/",
	"http://0x7f.2:PORT/",
	"http://2130706434:PORT/",
	"http://127.2:PORT/",
	"http://0177.0.0.2:PORT/",
	"http://127.0.0.2.:PORT/",
	"http://①27.0.0.2:PORT/",
	"http://127。0。0。2:PORT/",
	"http://[::ffff:127.0.0.2]:PORT/",
	" http://127.0.0.2:PORT/",
	"http://127.0.0.1\t@127.0.0.2:PORT/",
	"http://127.0.0.1\n@127.0.0.2:PORT/",
	"127.0.0.1@127.0.0.2:PORT/",
	"127.0.0.1\\@127.0.0.2:PORT/",
	"127.0.0.1:PORT@127.0.0.2:PORT",
	"127.2:PORT/",
	"127.0.0.2:PORT/",
	"http://127.0.0.2:PORT/",
];

const HARMLESS: readonly string[] = [
	"http://127.0.0.1:PORT",
	"http://127.0.0.1:PORT/",
	"HTTP://127.0.0.1:PORT/a/b?c=d#e",
	"http://127.0.0.1:PORT/@127.0.0.2:PORT/",
	"http://127.0.0.1:PORT/x?http://127.0.0.2:PORT/",
	"http://127.0.0.1:PORT/\\@127.0.0.2",
	"127.0.0.1:PORT/health",
];

const writ = sealed(profile);
const quoted = (text: string) => `'${text}'`;

describe.each(Object.entries(CLIENTS))("addresses given to %s", (client, words) => {
	const decided = (url: string) => decide(writ, { kind: "command", command: [client, ...words, quoted(url)].join(" ") });
	const at = (url: string) => url.replaceAll("PORT", String(port));

	it.skipIf(!isInstalled(client))("[finding-10-url] what is allowed reaches the host that was judged and no other", async () => {
		for (const url of HARMLESS.map(at)) {
			expect([url, short(decided(url))]).toEqual([url, "allow granted"]);
			expect([url, await fetches(client, words, url)]).toEqual([url, [ALLOWED]]);
		}
	});

	it.skipIf(!isInstalled(client))("[finding-10-url] whatever reaches the other host is not allowed", async () => {
		const strayed: string[] = [];
		for (const url of TRICKS.map(at)) {
			expect([url, decided(url).effect]).not.toEqual([url, "allow"]);
			if ((await fetches(client, words, url)).includes(OTHER)) strayed.push(url);
		}
		// The tricks are real: among them those that an older reading took for the first host.
		expect(strayed).toContain(at("http://127.0.0.1\\@127.0.0.2:PORT/"));
		expect(strayed.length).toBeGreaterThan(8);
	});
});

it("[finding-10-url] a tool that fetches a real URL is judged by the host that both readings find", () => {
	const open: Profile = { tools: { allowed: ["WebFetch"] }, network: { allow: ["a.example"] }, capabilities: { network_access: true } };
	const fetch = (url: string) => short(decide(sealed(open), { kind: "tool", tool: "WebFetch", input: { url, prompt: "x" } }));
	expect(fetch("https://a.example/x")).toBe("allow granted");
	expect(fetch("https://a.example:8443/x?y#z")).toBe("allow granted");
	for (const url of [
		"https://a.example\\@b.example/",
		"https://a.example@b.example/",
		"https://b.example/a.example",
		"https:///a.example/",
		"https://a.example\t.b.example/",
	])
		expect([url, fetch(url)]).toEqual([url, "deny host-not-allowed"]);
});

it("[finding-10-url] a text without scheme and port may mean any port", () => {
	const at = (allow: readonly string[], command: string, deny: readonly string[] = []) =>
		short(decide(sealed({ ...profile, network: { allow, deny } }), { kind: "command", command }));
	expect(at(["a.example"], "curl a.example/x")).toBe("allow granted");
	expect(at(["a.example:443"], "curl a.example/x")).toBe("deny host-not-allowed");
	expect(at(["a.example:443"], "curl a.example:443/x")).toBe("allow granted");
	expect(at(["a.example:443"], "curl https://a.example/x")).toBe("allow granted");
	expect(at(["a.example"], "curl a.example/x", ["a.example:22"])).toBe("deny host-denied");
});
