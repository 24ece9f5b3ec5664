import { read, write } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { errorCode } from "../../platform/index.ts";

const readOnce = promisify(read);
const writeOnce = promisify(write);

/** Reads from a descriptor into a block, at a position or (`null`) where it stands; 0 at its end. */
export async function readAt(descriptor: number, block: Uint8Array, position: number | null): Promise<number> {
	const { bytesRead } = await readOnce(descriptor, block, 0, block.length, position);
	return bytesRead;
}

/** Writes all bytes where a descriptor stands; `onWritten` counts them as they go, also when the rest cannot be written. */
export async function writeAll(descriptor: number, bytes: Uint8Array, onWritten?: (count: number) => void): Promise<void> {
	for (let done = 0; done < bytes.length; ) {
		const bytesWritten = await writeSome(descriptor, bytes.subarray(done));
		onWritten?.(bytesWritten);
		done += bytesWritten;
	}
}

async function writeSome(descriptor: number, bytes: Uint8Array): Promise<number> {
	try {
		return (await writeOnce(descriptor, bytes)).bytesWritten;
	} catch (error) {
		// Whoever made the descriptor wanted no writing that waits.
		if (errorCode(error) !== "EAGAIN") throw error;
		await sleep(5);
		return 0;
	}
}
