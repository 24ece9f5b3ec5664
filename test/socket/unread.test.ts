import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openHome } from "../authority/open-home.ts";
import { connectClient, type TestClient } from "./socket-client.ts";

const WRIT = join(import.meta.dirname, "../../bin/writ");
const LINES = 229_000;
const home = mkdtempSync(join(tmpdir(), "w-"));
let child: ChildProcess;
let path = "";
let pid = 0;

beforeAll(async () => {
	child = spawn(WRIT, ["serve", "--json", "--port", "0", "--home", home], { stdio: ["ignore", "pipe", "ignore"] });
	const [line] = await once(child.stdout ?? child, "data");
	const ready: { readonly socket: string; readonly pid: number } = JSON.parse(String(line));
	path = ready.socket;
	pid = ready.pid;
});
afterAll(async () => {
	const ended = once(child, "exit");
	process.kill(pid, "SIGTERM");
	await ended;
	rmSync(home, { recursive: true, force: true });
});

/** Megabytes that the server holds. */
function held(): number {
	return Number(/^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1]) / 1024;
}

/** A client that writes line after line as fast as it can and never reads. */
async function flood(line: string): Promise<{ readonly socket: Socket; readonly sent: () => number }> {
	const socket = connect({ path, allowHalfOpen: true });
	await once(socket, "connect");
	socket.pause();
	socket.on("error", () => undefined);
	const text = `${line}\n`.repeat(1_000);
	let sent = 0;
	const go = (): void => {
		while (sent < LINES && !socket.destroyed) {
			sent += 1_000;
			if (!socket.write(text)) return void socket.once("drain", go);
		}
	};
	go();
	return { socket, sent: () => sent };
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

describe("clients that never read", () => {
	it.each([
		["many small questions", '{"event":"system:health"}'],
		["answers that are larger than the questions", '{"event":"system:discover"}'],
		["decisions that are recorded", '{"event":"permission:decide","data":{"agent_id":"x","request":{"kind":"command","command":"ls"}}}'],
		["lines that are not valid", "{]"],
	])("[finding-15-unread] six of them, %s: the server keeps little for each, and answers others at once", async (_, line) => {
		// What the work itself takes is not what is kept.
		const warm = await connectClient(path);
		warm.write(`${line}\n`.repeat(3_000));
		for (let at = 0; at < 3_000; at++) await warm.next();
		warm.close();
		const before = held();
		const clients = await Promise.all(Array.from({ length: 6 }, () => flood(line)));
		await wait(4_000);
		// 32 MB each were kept before, and more in the end.
		expect(held() - before).toBeLessThan(60);
		expect(clients.every(({ sent }) => sent() < LINES)).toBe(true);
		const other = await connectClient(path);
		const begun = performance.now();
		await other.ask("system:health");
		expect(performance.now() - begun).toBeLessThan(1_000);
		other.close();
		for (const { socket } of clients) socket.destroy();
	});

	it("[finding-15-unread] one that reads in the end gets every answer, in order", async () => {
		const client = await connectClient(path);
		client.pause();
		const many = 4_000;
		const text = Array.from(
			{ length: many },
			(_, at) => `{"event":"system:help","data":{"event":"agent:${at % 2 === 0 ? "spawn" : "list"}"}}\n`,
		).join("");
		client.write(text);
		await wait(500);
		client.end();
		await wait(500);
		client.resume();
		for (let at = 0; at < many; at++) expect((await client.next()).name).toBe(at % 2 === 0 ? "agent:spawn" : "agent:list");
		await client.closed;
	});
});

describe("how many connections one may have", () => {
	it("[finding-15-crowd] an agent has at most 64, and the person still gets in", async () => {
		const served = await openHome();
		try {
			const person = await served.connect();
			const { api_key } = await person.ask("agent:spawn", { agent_id: "busy", permission_profile: "trusted" });
			const clients: TestClient[] = [];
			for (let at = 0; at < 64; at++) clients.push(await served.connect(String(api_key)));
			const late = await connectClient(served.path);
			expect(await late.ask("system:connect", { key: api_key })).toMatchObject({ code: "too-many-connections" });
			await late.closed;
			expect(await person.ask("system:health")).toMatchObject({ status: "healthy" });
			clients[0]?.close();
			await expect
				.poll(async () => {
					const again = await connectClient(served.path);
					const answer = await again.ask("system:connect", { key: api_key });
					again.close();
					return answer.principal;
				})
				.toBe("busy");
			for (const client of clients) client.close();
		} finally {
			await served.close();
		}
	});

	it("[finding-15-crowd] those who do not say who they are have 64 together", async () => {
		const served = await openHome();
		try {
			const person = await served.connect();
			await person.ask("setting:set", { name: "socket.peer", value: "none" });
			const clients = await Promise.all(Array.from({ length: 64 }, () => connectClient(served.path)));
			for (const client of clients) await client.ask("system:health");
			const late = await connectClient(served.path);
			expect(await late.next()).toMatchObject({ code: "too-many-connections" });
			await late.closed;
			for (const client of clients) client.close();
		} finally {
			await served.close();
		}
	});
});
