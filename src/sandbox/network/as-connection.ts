import type { ServerHttp2Stream } from "node:http2";
import { Duplex } from "node:stream";

/**
 * A stream of the link as the connection that an HTTP/1.1 server reads.
 *
 * Everything is written as bytes: several texts written at once to an HTTP/2 stream came out garbled (Node 24, proxy.test.ts).
 */
export function asConnection(stream: ServerHttp2Stream): Duplex {
	const connection = new Duplex({
		read: () => void stream.resume(),
		write: (bytes, _encoding, done) => void stream.write(bytes, done),
		final: (done) => void stream.end(done),
		destroy: (error, done) => {
			if (!stream.destroyed) stream.close();
			done(error);
		},
	});
	stream.on("data", (bytes) => {
		if (!connection.push(bytes)) stream.pause();
	});
	stream.once("end", () => connection.push(null));
	stream.once("close", () => connection.destroy());
	return connection;
}
