import { isIP, Socket } from "node:net";

/** A connection to an address; rejects when it cannot be made in time. */
export function connectAddress(address: string, port: number, timeoutMs: number): Promise<Socket> {
	// SECURITY: a name here would be looked up a second time, after the check.
	if (isIP(address) === 0) return Promise.reject(new Error("not an address"));
	return new Promise((settle, reject) => {
		const socket = new Socket({ allowHalfOpen: true });
		const fail = (error: Error): void => {
			socket.destroy();
			reject(error);
		};
		socket.setTimeout(timeoutMs, () => fail(new Error("no answer in time")));
		socket.once("error", fail);
		socket.once("connect", () => {
			socket.setTimeout(0);
			socket.removeAllListeners("timeout");
			socket.off("error", fail);
			settle(socket);
		});
		socket.connect({ host: address, port });
	});
}
