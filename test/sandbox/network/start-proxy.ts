import { connect, createServer, type Socket } from "node:net";
import { decide, sealProfile } from "../../../src/engine/index.ts";
import { createProxy, localPorts, type ProxyEvent, type ProxyLimits, type ProxyOptions } from "../../../src/sandbox/index.ts";
import { relay } from "../../../src/sandbox/network/relay.ts";

/** A world for the proxy: what the writ allows, what names mean, and which local port answers for an address. */
export interface World {
	readonly allow: readonly string[];
	/** Each lookup takes the next answer; the last one stays. */
	readonly names?: Readonly<Record<string, readonly (readonly string[])[]>>;
	/** `address:port` → port of a server of the test; anything else does not answer. */
	readonly places?: Readonly<Record<string, number>>;
	readonly forwards?: readonly number[];
	readonly limits?: Partial<ProxyLimits>;
	readonly record?: ProxyOptions["record"];
	readonly decide?: ProxyOptions["decide"];
}

/** Starts both halves of the proxy in this process, with a real writ and a resolver of the test. */
export async function startProxy(world: World) {
	const sealed = sealProfile({ network: { allow: world.allow }, capabilities: { network_access: true } }, { agent: "kid", root: "/ws" });
	if (!sealed.ok) throw new Error(JSON.stringify(sealed.problems));
	const { writ } = sealed;
	const events: ProxyEvent[] = [];
	const lookups: string[] = [];
	const connections: string[] = [];
	const proxy = createProxy({
		decide: async (host, port) => {
			const { effect, reasons } = decide(writ, { kind: "network", host, port });
			return { effect, code: reasons[0].code, message: reasons[0].message };
		},
		record: async (event) => void events.push(event),
		localPorts: localPorts(writ.terms.network.allow, "localhost"),
		resolve: async (name) => {
			const answers = world.names?.[name] ?? [];
			const times = lookups.filter((other) => other === name).length;
			lookups.push(name);
			return answers[Math.min(times, answers.length - 1)] ?? [];
		},
		connect: (address, port) => {
			connections.push(`${address}:${port}`);
			const real = world.places?.[`${address}:${port}`];
			return real === undefined ? Promise.reject(new Error("nothing there")) : open(real);
		},
		...(world.limits === undefined ? {} : { limits: world.limits }),
		...(world.record === undefined ? {} : { record: world.record }),
		...(world.decide === undefined ? {} : { decide: world.decide }),
	});
	const [outside, inside] = await socketPair();
	const { ready } = proxy.serve(outside);
	const port = await freePort();
	const half = await relay(inside, { proxy: port, forwards: world.forwards ?? [] });
	await ready;
	return {
		port,
		events,
		lookups,
		connections,
		/** Sends bytes on a new connection and reads until it closes, or until the text matches. */
		send: (text: string, until?: RegExp): Promise<string> => send(port, text, until),
		close: (): void => {
			half.close();
			proxy.close();
		},
	};
}

/** The status of the first answer in a text. */
export function statusOf(text: string): number {
	return Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1] ?? 0);
}

/** Sends bytes to a local port and reads until the connection closes, or until the text matches. */
export async function send(port: number, text: string, until?: RegExp): Promise<string> {
	const socket = await open(port);
	return await new Promise((settle) => {
		let seen = "";
		const done = (): void => {
			clearTimeout(late);
			socket.destroy();
			settle(seen);
		};
		const late = setTimeout(done, 4000);
		socket.on("data", (bytes) => {
			seen += bytes.toString("latin1");
			if (until?.test(seen)) done();
		});
		socket.once("end", done);
		socket.once("error", done);
		socket.once("close", done);
		socket.write(text);
	});
}

/** Two connected sockets. */
function socketPair(): Promise<readonly [Socket, Socket]> {
	return new Promise((settle) => {
		const server = createServer();
		server.listen(0, "127.0.0.1", async () => {
			const address = server.address();
			const accepted = new Promise<Socket>((take) => server.once("connection", take));
			const made = await open(typeof address === "object" && address !== null ? address.port : 0);
			settle([await accepted, made]);
			server.close();
		});
	});
}

/** A port on which nothing listens now. */
export function freePort(): Promise<number> {
	return new Promise((settle) => {
		const server = createServer().listen(0, "127.0.0.1", () => {
			const address = server.address();
			server.close(() => settle(typeof address === "object" && address !== null ? address.port : 0));
		});
	});
}

function open(port: number): Promise<Socket> {
	return new Promise((settle, reject) => {
		const socket = connect({ port, host: "127.0.0.1", allowHalfOpen: true }, () => settle(socket));
		socket.once("error", reject);
	});
}
