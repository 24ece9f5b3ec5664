import { closeSync, fdatasyncSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { median } from "../ratio.ts";

const PAGE = Buffer.alloc(4_096, 1);
const WRITES = 200;

/** The median time of a durable write in milliseconds: less than that no recorded decision can take that comes alone. */
export function measureDisk(): number {
	const folder = mkdtempSync(join(tmpdir(), "writ-"));
	const file = openSync(join(folder, "room"), "w");
	try {
		// Room that is there already, as in the log of the database.
		for (let at = 0; at < WRITES; at++) writeSync(file, PAGE);
		fdatasyncSync(file);
		const taken = Array.from({ length: WRITES }, (_, at) => {
			const start = performance.now();
			writeSync(file, PAGE, 0, PAGE.length, at * PAGE.length);
			fdatasyncSync(file);
			return performance.now() - start;
		});
		return median(taken);
	} finally {
		closeSync(file);
		rmSync(folder, { recursive: true });
	}
}
