import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Authority, Caller } from "../../src/authority/index.ts";
import { openHome, type TestHome } from "./open-home.ts";

const LOCAL: Caller = { principal: { kind: "person", email: "local", role: "admin", keyId: null }, point: "test", correlationId: null };

let home: TestHome;
let authority: Authority;
beforeAll(async () => {
	home = await openHome();
	authority = home.authority;
	const spawned = await authority.spawn(LOCAL, { id: "asked", profile: "restricted" });
	if (!spawned.ok) throw new Error(spawned.refusal.message);
});
afterAll(() => home.close());

interface Follower {
	readonly tools: string[];
	readonly ended: Promise<void>;
	readonly keyId: string;
	readonly stop: () => void;
}

/** Follows with a key of its own. */
async function follow(name: string): Promise<Follower> {
	const made = await authority.makeKey(LOCAL, { name, scope: "system" });
	if (!made.ok) throw new Error(made.refusal.message);
	const found = await authority.authenticate(made.value.value);
	if (!found.ok) throw new Error(found.refusal.message);
	const gone = new AbortController();
	const followed = await authority.follow({ principal: found.value, point: "test", correlationId: null }, null, gone.signal);
	if (!followed.ok) throw new Error(followed.refusal.message);
	const tools: string[] = [];
	const listen = async (): Promise<void> => {
		for await (const { event } of followed.value) if (event.event === "permission:violation") tools.push(String(event.data.tool));
	};
	return { tools, ended: listen(), keyId: made.value.key.id, stop: () => gone.abort() };
}

const deny = async (tool: string): Promise<void> => void (await authority.decide(LOCAL, "asked", { kind: "tool", tool, input: {} }));

async function until(holds: () => boolean): Promise<void> {
	const end = performance.now() + 10_000;
	while (!holds() && performance.now() < end) await new Promise((resolve) => setTimeout(resolve, 10));
}

describe("many who follow the ledger", () => {
	it("[wire-4-events-together] hear everything once and in order, and a key that is revoked ends its own stream and no other", async () => {
		const followers = await Promise.all(Array.from({ length: 30 }, (_, at) => follow(`follower-${at}`)));
		const [revoked, ...others] = followers;
		if (revoked === undefined) throw new Error("nobody follows");
		const first = Array.from({ length: 40 }, (_, at) => `before-${at}`);
		// Some one after the other, some at once: they share reads, and come in the middle of one.
		for (const tool of first.slice(0, 10)) await deny(tool);
		await Promise.all(first.slice(10).map(deny));
		await until(() => followers.every(({ tools }) => tools.length === 40));
		for (const { tools } of followers) expect(tools).toEqual(first);

		expect((await authority.endKey(LOCAL, revoked.keyId)).ok).toBe(true);
		const second = Array.from({ length: 20 }, (_, at) => `after-${at}`);
		for (const tool of second) await deny(tool);
		await revoked.ended;
		await until(() => others.every(({ tools }) => tools.length === 60));
		expect(revoked.tools).toEqual(first);
		for (const { tools } of others) expect(tools).toEqual([...first, ...second]);

		for (const { stop } of others) stop();
		await Promise.all(others.map(({ ended }) => ended));
	});
});
