import { createSocket } from "node:dgram";
import { chmodSync } from "node:fs";
import { createServer, type Server, type Socket } from "node:net";

/** Servers of the host that note what reaches them. */
export interface HostServers {
	/** On 127.0.0.1 and ::1, for connections and datagrams. */
	readonly port: number;
	/** Of a server that stands for hosts that are granted, and notes nothing. */
	readonly grantedPort: number;
	/** Whether `[ID]` arrived. */
	reached(id: string): boolean;
	close(): Promise<void>;
}

/** Starts a server on the loopback, and one on each of some unix sockets. */
export async function startHostServers(paths: readonly string[]): Promise<HostServers> {
	let received = "";
	const note = (bytes: Buffer): void => {
		received += bytes.toString("latin1");
	};
	const open = new Set<Socket>();
	const taking = (noted: boolean) => (socket: Socket) => {
		open.add(socket);
		socket.on("data", (bytes) => {
			if (noted) note(bytes);
			// A web server's answer for those who came by the proxy, and a word for the others, who wait for it.
			const asked = /^[A-Z]+ \//.test(bytes.toString("latin1"));
			socket.write(asked ? "HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n" : "heard\n");
		});
		socket.on("error", () => socket.destroy());
		socket.once("close", () => open.delete(socket));
	};
	const [loopback, granted] = [createServer(taking(true)), createServer(taking(false))];
	for (const server of [loopback, granted]) await listening(server, { port: 0, host: "127.0.0.1" });
	const port = portOf(loopback);
	const servers = [loopback, granted];
	for (const place of [{ port, host: "::1" }, ...paths.map((path) => ({ path }))]) {
		const server = createServer(taking(true));
		if (await listening(server, place)) servers.push(server);
	}
	// Who may connect is not what is tried here.
	for (const path of paths) if (!path.startsWith("\0")) chmodSync(path, 0o777);
	const datagrams = createSocket("udp4", note);
	await new Promise<void>((resolve) => datagrams.bind(port, "127.0.0.1", resolve));
	return {
		port,
		grantedPort: portOf(granted),
		reached: (id) => received.includes(`[${id}]`),
		async close() {
			for (const socket of open) socket.destroy();
			datagrams.close();
			await Promise.all(servers.map((server) => new Promise((resolve) => server.close(resolve))));
		},
	};
}

function portOf(server: Server): number {
	const address = server.address();
	return typeof address === "object" && address !== null ? address.port : 0;
}

/** A machine may be without IPv6. */
function listening(server: Server, place: { readonly port: number; readonly host: string } | { readonly path: string }): Promise<boolean> {
	return new Promise((resolve) => {
		server.once("error", () => resolve(false));
		server.listen(place, () => resolve(true));
	});
}
