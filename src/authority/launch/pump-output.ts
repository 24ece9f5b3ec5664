import { Socket } from "node:net";
import { errorCode } from "../../platform/index.ts";
import { writeAll } from "./read-and-write.ts";

/**
 * Writes everything that comes out of a pipe to a file; settles when all is written, with the error by which something was lost.
 * A program whose output cannot be written is told so by the end of its pipe.
 */
export async function pumpOutput(from: number, to: number, onBytes?: (bytes: Uint8Array) => void): Promise<string | null> {
	const source = new Socket({ fd: from, readable: true, writable: false });
	try {
		for await (const bytes of source) {
			onBytes?.(bytes);
			await writeAll(to, bytes);
		}
		return null;
	} catch (error) {
		return errorCode(error);
	} finally {
		source.destroy();
	}
}
