import { connect, type Socket } from "node:net";

/** What is asked again and again. */
export interface Target {
	readonly port: number;
	/** The bytes of a request of one connection; `at` counts its requests. */
	readonly request: (connection: number, at: number) => string;
	/** What every answer must hold besides the status 200; else nothing was measured. */
	readonly expects: string;
}

/** What one load came to. */
export interface Load {
	readonly answered: number;
	readonly seconds: number;
	/** Of each answer, in milliseconds. */
	readonly latencies: readonly number[];
}

/** Keeps one request of each connection under way for some seconds: HTTP/1.1, kept alive, not pipelined. */
export async function loadHttp(target: Target, connections: number, seconds: number): Promise<Load> {
	const sockets = await Promise.all(Array.from({ length: connections }, () => open(target.port)));
	const latencies: number[] = [];
	const start = performance.now();
	const until = start + seconds * 1000;
	await Promise.all(sockets.map((socket, connection) => askOnAndOn(socket, connection, target, until, latencies)));
	return { answered: latencies.length, seconds: (performance.now() - start) / 1000, latencies };
}

/** A request as bytes. */
export function requestText(method: string, path: string, headers: Readonly<Record<string, string>> = {}, body?: unknown): string {
	const content = body === undefined ? "" : JSON.stringify(body);
	const typed = body === undefined ? {} : { "Content-Type": "application/json", "Content-Length": String(Buffer.byteLength(content)) };
	const lines = Object.entries({ ...headers, ...typed }).map(([name, value]) => `${name}: ${value}\r\n`);
	return `${method} ${path} HTTP/1.1\r\n${lines.join("")}\r\n${content}`;
}

function askOnAndOn(socket: Socket, connection: number, { request, expects }: Target, until: number, latencies: number[]): Promise<void> {
	const { promise, resolve, reject } = Promise.withResolvers<void>();
	let count = 0;
	let sent = 0;
	let received = "";
	const ask = (): void => {
		received = "";
		sent = performance.now();
		socket.write(request(connection, count++));
	};
	socket.on("error", reject);
	socket.on("close", () => reject(new Error("the server hung up")));
	socket.on("data", (bytes: Buffer) => {
		received += bytes.toString("latin1");
		if (!isWhole(received)) return;
		const now = performance.now();
		latencies.push(now - sent);
		if (!received.startsWith("HTTP/1.1 200 ") || !received.includes(expects))
			return reject(new Error(`answered: ${received.slice(0, 2_000)}`));
		if (now < until) return ask();
		socket.removeAllListeners("close").destroy();
		resolve();
	});
	ask();
	return promise;
}

/** Only one answer is on its way, so whatever ends it is the end of what has come. */
function isWhole(received: string): boolean {
	const end = received.indexOf("\r\n\r\n");
	if (end === -1) return false;
	const length = /\r\ncontent-length: (\d+)/i.exec(received.slice(0, end))?.[1];
	return length === undefined ? received.endsWith("\r\n0\r\n\r\n") : received.length >= end + 4 + Number(length);
}

/** A connection that is there. */
export function open(port: number): Promise<Socket> {
	const { promise, resolve, reject } = Promise.withResolvers<Socket>();
	const socket = connect({ port, host: "127.0.0.1", noDelay: true }, () => {
		socket.off("error", reject);
		resolve(socket);
	});
	socket.on("error", reject);
	return promise;
}
