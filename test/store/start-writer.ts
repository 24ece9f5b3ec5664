import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { createInterface } from "node:readline";

/** A running write-rows.ts, and what it said so far. */
export interface Writer {
	readonly pid: number;
	readonly lines: readonly string[];
	/** Resolves with the first line, said or to come, that begins with `beginning` and comes after the first `from` lines. */
	hears(beginning: string, from?: number): Promise<string>;
	kill(): Promise<void>;
}

/** Starts it; `shell` may set limits before the program, which it calls as `"$@"`. */
export function startWriter(location: string, first = 0, { shell = 'exec "$@"', size = 200 } = {}): Writer {
	const program = [process.execPath, join(import.meta.dirname, "write-rows.ts"), location, String(first), String(size)];
	const child: ChildProcess = spawn("sh", ["-c", shell, "sh", ...program], { stdio: ["ignore", "pipe", "inherit"] });
	const lines: string[] = [];
	const listeners = new Set<() => void>();
	let over = false;
	const tell = () => {
		for (const listener of listeners) listener();
	};
	const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
	if (child.stdout !== null) {
		createInterface({ input: child.stdout }).on("line", (line) => {
			lines.push(line);
			tell();
		});
	}
	void ended.then(() => {
		over = true;
		tell();
	});
	return {
		pid: child.pid ?? 0,
		lines,
		hears: (beginning, from = 0) =>
			new Promise((resolve, reject) => {
				const look = () => {
					const found = lines.slice(from).find((line) => line.startsWith(beginning));
					if (found === undefined && !over) return;
					listeners.delete(look);
					if (found === undefined) reject(new Error(`the writer ended without "${beginning}": ${lines.slice(-3).join(", ")}`));
					else resolve(found);
				};
				listeners.add(look);
				look();
			}),
		async kill() {
			child.kill("SIGKILL");
			await ended;
		},
	};
}

/** The numbers of the works that were said to be safe. */
export function acknowledgedBy(writer: Writer): readonly number[] {
	return writer.lines.flatMap((line) => (line.startsWith("acknowledged ") ? [Number(line.slice("acknowledged ".length))] : []));
}
