import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { connectAddress } from "./connect-address.ts";

describe("a connection", () => {
	it("[sandbox-8-rebinding] is made to an address and never to a name", async () => {
		const server = createServer((socket) => socket.on("error", () => undefined).end("here"));
		await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
		const address = server.address();
		const port = typeof address === "object" && address !== null ? address.port : 0;
		const socket = await connectAddress("127.0.0.1", port, 1000);
		socket.destroy();
		await expect(connectAddress("localhost", port, 1000)).rejects.toThrow("not an address");
		server.close();
		await expect(connectAddress("127.0.0.1", port, 1000)).rejects.toThrow();
	});
});
