import { createServer, type Server, type Socket } from "node:net";

/** A server of whole lines: whatever came together is handed on together. */
export function createLineServer(answer: (lines: readonly string[], socket: Socket) => void): Server {
	return createServer((socket) => {
		let rest = "";
		socket.on("error", () => socket.destroy());
		socket.on("data", (bytes: Buffer) => {
			const lines = (rest + bytes.toString()).split("\n");
			rest = lines.pop() ?? "";
			if (lines.length > 0) answer(lines, socket);
		});
	});
}
