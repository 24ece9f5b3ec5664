import { connect, createServer, type Socket } from "node:net";

/** A way to a server that can be cut like a cable: nothing is closed, nothing arrives. */
export interface CuttableProxy {
	readonly port: number;
	cut(): void;
	mend(): void;
	close(): Promise<void>;
}

/** Listens on a free port and hands everything on to `port`. */
export async function cuttableProxy(port: number): Promise<CuttableProxy> {
	const sockets = new Set<Socket>();
	let isCut = false;
	const server = createServer((near) => {
		const far = connect(port, "127.0.0.1");
		for (const [from, to] of [
			[near, far],
			[far, near],
		] as const) {
			sockets.add(from);
			from.on("data", (bytes) => to.write(bytes));
			from.on("error", () => undefined);
			// A cut cable does not tell the other side that this one is gone.
			from.on("close", () => {
				sockets.delete(from);
				if (!isCut) to.destroy();
			});
			if (isCut) from.pause();
		}
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	return {
		port: typeof address === "object" && address !== null ? address.port : 0,
		cut() {
			isCut = true;
			for (const socket of sockets) socket.pause();
		},
		mend() {
			isCut = false;
			for (const socket of sockets) socket.resume();
		},
		async close() {
			for (const socket of sockets) socket.destroy();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
