import { connect, type OutgoingHttpHeaders } from "node:http2";
import { createServer, type Server, type Socket } from "node:net";

/** Where the inside half listens, always on 127.0.0.1. */
export interface RelayPorts {
	/** The proxy. */
	readonly proxy: number;
	/** Listed `127.0.0.1:PORT` entries: they answer inside at their own address, also to programs that know no proxy. */
	readonly forwards: readonly number[];
}

/**
 * The inside half of the proxy: every connection to one of its ports becomes a stream of the link. It knows no policy;
 * an agent that replaced it could only ask the same questions of the half outside.
 */
export async function relay(link: Socket, { proxy, forwards }: RelayPorts): Promise<{ close(): void }> {
	const session = connect("http://writ", {
		createConnection: () => link,
		settings: { initialWindowSize: 1_048_576 },
		maxSessionMemory: 64,
	});
	session.on("error", () => link.destroy());
	const servers: Server[] = [];
	const close = (): void => {
		for (const server of servers) server.close();
		link.destroy();
	};
	session.once("close", close);

	const listen = (port: number, headers: OutgoingHttpHeaders): Promise<void> =>
		new Promise((settle, reject) => {
			const server = createServer({ allowHalfOpen: true }, (socket) => pass(socket, headers));
			servers.push(server);
			server.once("error", reject);
			server.listen(port, "127.0.0.1", settle);
		});

	const pass = (socket: Socket, headers: OutgoingHttpHeaders): void => {
		if (session.destroyed || session.closed) {
			socket.resetAndDestroy();
			return;
		}
		const stream = session.request(headers, { endStream: false });
		stream.on("error", () => socket.destroy());
		stream.once("close", () => (socket.writableEnded ? socket.resume() : socket.destroy()));
		stream.once("response", ({ ":status": status }) => {
			if (status !== 200) socket.resetAndDestroy();
		});
		socket.on("error", () => stream.destroy());
		socket.once("close", () => stream.close());
		socket.pipe(stream);
		stream.pipe(socket);
	};

	await Promise.all([
		listen(proxy, { ":method": "POST", ":path": "/" }),
		...forwards.map((port) => listen(port, { ":method": "CONNECT", ":authority": `127.0.0.1:${port}` })),
	]);
	return { close };
}
