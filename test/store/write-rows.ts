/**
 * A process that writes without end and says on stdout what is safe: `ready PID`, `acknowledged N`, `failed CODE`.
 * Work N writes two rows, `N:a` and `N:b`, so that half a work can be seen. Others kill it, or take its disk away.
 */
import { writeSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { WritError } from "../../src/platform/index.ts";
import { openStore } from "../../src/store/open-store.ts";

const [location = "", first = "0", size = "200"] = process.argv.slice(2);
const text = "x".repeat(Number(size));
const store = await openStore(location).catch((error: unknown) => {
	say(`refused ${codeOf(error)} ${error instanceof Error ? error.message : ""}`);
	process.exit(3);
});
say(`ready ${process.pid}`);
let next = Number(first);
// Several at a time, so that commits are shared.
await Promise.all(Array.from({ length: 8 }, writeForEver));

async function writeForEver(): Promise<never> {
	for (;;) {
		const number = next++;
		try {
			await store.change(async (transaction) => {
				for (const half of ["a", "b"]) {
					await transaction.run("INSERT INTO settings (name, value, version) VALUES (?, ?, ?)", [`${number}:${half}`, text, number]);
				}
				transaction.touch("setting", String(number));
			});
			say(`acknowledged ${number}`);
		} catch (error) {
			say(`failed ${codeOf(error)}`);
			await sleep(20);
		}
	}
}

function codeOf(error: unknown): string {
	return error instanceof WritError ? error.code : String(error).replaceAll(/\s+/g, " ");
}

/** At once: what stands in a buffer when the process is killed was never said. */
function say(line: string): void {
	writeSync(1, `${line}\n`);
}
