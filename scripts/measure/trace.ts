/**
 * Read before the sources (`--import`), this puts their traced copies into their place and keeps the numbers of the functions that were
 * entered. The address says where both lie: `trace.ts?src=…&traced=…&kept=…`. A message asks for what was kept since the last one.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { registerHooks } from "node:module";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { isMainThread } from "node:worker_threads";

const address = new URL(import.meta.url).searchParams;
const sources = pathToFileURL(`${address.get("src")}/`).href;
const traced = address.get("traced") ?? "";
const kept = address.get("kept") ?? "";

let entered: number[] = [];
let loaded = 0;
/** How many files are being evaluated; a file that waits while it is evaluated does not count. */
let loading = 0;

Object.assign(globalThis, {
	// What runs while files are read has the number's complement.
	__entered: (number: number) => entered.push(loading > 0 ? ~number : number),
	__loading: (step: 1 | -1) => {
		loading += step;
	},
});

registerHooks({
	load(url, context, next) {
		if (!url.startsWith(sources)) return next(url, context);
		loaded++;
		const path = fileURLToPath(url).slice(fileURLToPath(sources).length);
		return { format: "module-typescript", source: readFileSync(join(traced, path), "utf8"), shortCircuit: true };
	},
});

if (isMainThread) {
	const take = (): string => {
		const text = JSON.stringify({ entered, loaded });
		entered = [];
		return text;
	};
	process.on("message", () => process.send?.(take()));
	// The process ends as it would without.
	process.channel?.unref();
	process.on("exit", () => writeFileSync(kept, take()));
}
