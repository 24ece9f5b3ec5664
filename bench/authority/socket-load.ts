import { connect, type Socket } from "node:net";

/** What one load came to. */
export interface Load {
	readonly clients: number;
	readonly perSecond: number;
	readonly p50Milliseconds: number;
	readonly p99Milliseconds: number;
}

/** Keeps `inFlight` requests of each client under way for some seconds, and counts the answers. */
export async function loadSocket(
	path: string,
	clients: number,
	inFlight: number,
	seconds: number,
	line: (id: string, at: number) => string,
): Promise<Load> {
	const until = performance.now() + seconds * 1000;
	const latencies: number[] = [];
	let answered = 0;
	const start = performance.now();
	await Promise.all(
		Array.from({ length: clients }, async (_, client) => {
			const socket = await open(path);
			await new Promise<void>((resolve, reject) => {
				const sent = new Map<string, number>();
				let count = 0;
				let rest = "";
				const send = (): string => {
					const id = `${client}-${count}`;
					sent.set(id, performance.now());
					return `${line(id, count++)}\n`;
				};
				socket.on("error", reject);
				socket.on("data", (bytes: Buffer) => {
					const lines = (rest + bytes.toString()).split("\n");
					rest = lines.pop() ?? "";
					const now = performance.now();
					let next = "";
					for (const text of lines) {
						const id = /"correlation_id":"([^"]+)"/.exec(text)?.[1] ?? "";
						latencies.push(now - (sent.get(id) ?? now));
						sent.delete(id);
						answered++;
						if (now < until) next += send();
					}
					if (next !== "") socket.write(next);
					else if (sent.size === 0) {
						socket.end();
						resolve();
					}
				});
				socket.write(Array.from({ length: inFlight }, send).join(""));
			});
		}),
	);
	const elapsed = (performance.now() - start) / 1000;
	latencies.sort((left, right) => left - right);
	const at = (share: number): number => latencies[Math.min(latencies.length - 1, Math.floor(latencies.length * share))] ?? 0;
	return { clients, perSecond: answered / elapsed, p50Milliseconds: at(0.5), p99Milliseconds: at(0.99) };
}

function open(path: string): Promise<Socket> {
	return new Promise((resolve, reject) => {
		const socket = connect(path, () => resolve(socket));
		socket.on("error", reject);
	});
}
