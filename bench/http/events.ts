import type { Socket } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { open, requestText } from "./http-load.ts";
import type { BenchServer } from "./start-server.ts";

/** What many who listen to the stream of events came to. */
export interface EventFigures {
	readonly clients: number;
	readonly events: number;
	/** Events that a client did not get, got twice, or got out of order, over all clients. */
	readonly lost: number;
	/** Until all of them were connected. */
	readonly connectSeconds: number;
	/** From the first decision until the last client had the last event. */
	readonly deliverSeconds: number;
	readonly deliveriesPerSecond: number;
	/** What the server holds for each of them. */
	readonly kibibytesPerClient: number;
	readonly slow: SlowFigures;
}

/** Clients that do not read for a while. */
export interface SlowFigures {
	readonly clients: number;
	readonly events: number;
	readonly lost: number;
	/** What the server held for each of them while none of them read. */
	readonly kibibytesPerClient: number;
}

/** Lets clients listen, causes events one after the other, and counts what each of them gets. */
export async function measureEvents(server: BenchServer, clients: number, events: number): Promise<EventFigures> {
	const before = await server.usage("memory");
	const start = performance.now();
	const listeners = await Promise.all(Array.from({ length: clients }, () => listen(server)));
	const connectSeconds = (performance.now() - start) / 1000;
	const during = await server.usage("memory");
	const begun = performance.now();
	const caused: string[] = [];
	while (caused.length < events) caused.push(...(await cause(server, 1)));
	const last = await arrival(listeners, caused);
	const deliverSeconds = (last - begun) / 1000;
	const lost = countLost(listeners, caused);
	for (const { socket } of listeners) socket.destroy();
	await pause(500);
	return {
		clients,
		events,
		lost,
		connectSeconds,
		deliverSeconds,
		deliveriesPerSecond: (clients * events) / deliverSeconds,
		kibibytesPerClient: (during.heldBytes - before.heldBytes) / clients / 1024,
		slow: await measureSlow(server, Math.ceil(clients / 10), events * 10),
	};
}

/** The same with clients that read only when all has happened. */
async function measureSlow(server: BenchServer, clients: number, events: number): Promise<SlowFigures> {
	const before = await server.usage("memory");
	const listeners = await Promise.all(Array.from({ length: clients }, () => listen(server)));
	for (const { socket } of listeners) socket.pause();
	const caused: string[] = [];
	while (caused.length < events) caused.push(...(await cause(server, Math.min(1_000, events - caused.length))));
	await pause(1_000);
	const during = await server.usage("memory");
	for (const { socket } of listeners) socket.resume();
	await arrival(listeners, caused);
	const lost = countLost(listeners, caused);
	for (const { socket } of listeners) socket.destroy();
	return { clients, events, lost, kibibytesPerClient: (during.heldBytes - before.heldBytes) / clients / 1024 };
}

interface Listener {
	readonly socket: Socket;
	/** The decisions that it heard of, in order. */
	readonly heard: string[];
	heardAt: number;
}

async function listen({ port, admin }: BenchServer): Promise<Listener> {
	const socket = await open(port);
	const listener: Listener = { socket, heard: [], heardAt: 0 };
	const { promise: connected, resolve, reject } = Promise.withResolvers<void>();
	let rest = "";
	socket.on("error", reject);
	socket.on("data", (bytes: Buffer) => {
		rest += bytes.toString("latin1");
		if (rest.includes(": connected")) resolve();
		// What is cut off in the middle is read with what comes next.
		const end = rest.lastIndexOf("\n\n");
		if (end === -1) return;
		for (const [, id = ""] of rest.slice(0, end).matchAll(/"bench-(\d+)"/g)) listener.heard.push(`bench-${id}`);
		rest = rest.slice(end);
		listener.heardAt = performance.now();
	});
	const headers = { Host: `127.0.0.1:${port}`, Authorization: `Bearer ${admin}` };
	socket.write(requestText("GET", "/v1/events?patterns=permission:violation", headers));
	await connected;
	return listener;
}

let last = 0;

/** Has the server deny something, so many times at once; every denial is an event. */
async function cause({ port, admin }: BenchServer, count: number): Promise<readonly string[]> {
	const ids = Array.from({ length: count }, () => `bench-${++last}`);
	const response = await fetch(`http://127.0.0.1:${port}/v1/decide`, {
		method: "POST",
		headers: { Authorization: `Bearer ${admin}`, "Content-Type": "application/json" },
		body: JSON.stringify({ agent: "a-1", requests: ids.map((id) => ({ kind: "tool", tool: id, input: {} })) }),
	});
	if (!response.ok) throw new Error(await response.text());
	await response.text();
	return ids;
}

const PATIENCE = 60_000;

/** When the last of them had heard as much as there is, or had to be given up. */
async function arrival(listeners: readonly Listener[], caused: readonly string[]): Promise<number> {
	const until = performance.now() + PATIENCE;
	while (performance.now() < until && listeners.some(({ heard }) => heard.length < caused.length)) await pause(5);
	return Math.max(...listeners.map(({ heardAt }) => heardAt));
}

function countLost(listeners: readonly Listener[], caused: readonly string[]): number {
	const missed = listeners.map(
		({ heard }) => caused.filter((id, at) => heard[at] !== id).length + Math.max(0, heard.length - caused.length),
	);
	return missed.reduce((sum, count) => sum + count, 0);
}
