import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The top of the repository. */
export const REPOSITORY = join(import.meta.dirname, "..");

/** Writes one generated file; with `--check` on the command line it only compares, and sets the exit code when they differ. */
export function generatedFile(path: string, text: string): void {
	const absolute = join(REPOSITORY, path);
	if (readOrEmpty(absolute) === text) return;
	if (process.argv.includes("--check")) {
		console.error(`${path} is not what its generator makes: run npm run generate`);
		process.exitCode = 1;
		return;
	}
	mkdirSync(dirname(absolute), { recursive: true });
	writeFileSync(absolute, text);
	console.log(`wrote ${path}`);
}

function readOrEmpty(path: string): string {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return "";
	}
}
