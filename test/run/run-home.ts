import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { chownSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll } from "vitest";

/** The command. */
export const WRIT = process.env.WRIT_TEST_BIN ?? join(import.meta.dirname, "../../bin/writ");
const NOBODY = 65_534;
export const IS_ROOT = process.getuid?.() === 0;

/** What `writ` wrote, byte for byte, and how it ended. */
export interface Ran {
	readonly code: number | null;
	readonly signal: NodeJS.Signals | null;
	readonly bytes: Buffer;
	readonly out: string;
	readonly complaints: string;
	/** The last line of standard error, read. */
	readonly report: () => Report;
}

/** What `--json` says at the end. */
export interface Report {
	readonly agent_id: string | null;
	readonly level: string | null;
	readonly sandbox: {
		readonly uuid: string;
		readonly mode: string;
		readonly workspace: string;
		readonly exports: string | null;
		readonly coarse: readonly string[];
		readonly exposed?: readonly string[];
		readonly protected?: readonly string[];
		readonly missing: readonly { readonly what: string; readonly why: string }[];
	} | null;
	readonly exit_code: number | null;
	readonly usage: Readonly<Record<string, number | null>> | null;
	readonly violations: readonly Readonly<Record<string, unknown>>[];
	readonly code?: string;
	readonly error?: string;
}

interface CallOptions {
	readonly input?: string | Buffer;
	readonly directory?: string;
	readonly environment?: Readonly<Record<string, string | undefined>>;
	readonly stdio?: readonly ("pipe" | "ignore" | "inherit" | number)[];
}

/** A home with one daemon for all tests of a file, and directories that go with it. */
export function runHome() {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), "writ-run-")));
	const home = join(folder, "home");
	const children: ChildProcess[] = [];
	let count = 0;
	beforeAll(async () => {
		mkdirSync(home, { mode: 0o700 });
		await call(["agent", "list"]);
	});
	afterAll(async () => {
		for (const child of children) child.kill("SIGKILL");
		endDaemon();
		// Programs close directories, and an ordinary user cannot remove what is in them.
		spawnSync("chmod", ["-R", "u+rwX", folder]);
		rmSync(folder, { recursive: true, force: true });
	});

	const begin = (words: readonly string[], { directory = folder, environment = {}, stdio = [] }: CallOptions = {}): ChildProcess => {
		const child = spawn(WRIT, words, {
			cwd: directory,
			env: {
				...process.env,
				WRIT_HOME: home,
				WRIT_KEY: "",
				WRIT_DATABASE: undefined,
				NO_COLOR: "1",
				FORCE_COLOR: undefined,
				...environment,
			},
			stdio: ["pipe", "pipe", "pipe", ...stdio],
		});
		children.push(child);
		return child;
	};
	const call = async (words: readonly string[], options: CallOptions = {}): Promise<Ran> => {
		const child = begin(words, options);
		child.stdin?.on("error", () => undefined);
		child.stdin?.end(options.input ?? "");
		return ended(child);
	};
	const endDaemon = (): void => {
		const name = readdirSync(home).find((one) => one.endsWith(".pid"));
		if (name !== undefined) process.kill(Number(readFileSync(join(home, name), "utf8")), "SIGTERM");
	};

	/** A person's directory with files, owned by whoever the programs run as. */
	const workspace = (files: Readonly<Record<string, string>> = {}): string => {
		const path = join(folder, `workspace-${count++}`);
		mkdirSync(path);
		for (const [name, text] of Object.entries(files)) {
			mkdirSync(dirname(join(path, name)), { recursive: true });
			writeFileSync(join(path, name), text);
		}
		own(path);
		return path;
	};
	/** A profile in a file. */
	const profile = (text: string): string => {
		const path = join(folder, `profile-${count++}.yaml`);
		writeFileSync(path, text);
		return path;
	};
	/** Runs a shell text confined. */
	const run = (options: readonly string[], script: string, more: CallOptions = {}): Promise<Ran> =>
		call(["run", ...options, "--", "sh", "-c", script], more);
	/** The records of an agent, the last first. */
	const records = async (agent: string): Promise<readonly Readonly<Record<string, unknown>>[]> => {
		const { out } = await call(["audit", "list", "--agent", agent, "--limit", "100", "--json"]);
		const read = JSON.parse(out);
		return Array.isArray(read) ? read : read.records;
	};
	return { folder, home, begin, call, workspace, profile, run, records };
}

/** Waits for the end of a process. */
export function ended(child: ChildProcess): Promise<Ran> {
	const [out, complaints] = [child.stdout, child.stderr].map((stream) => {
		const parts: Buffer[] = [];
		stream?.on("data", (part) => parts.push(part));
		return parts;
	});
	return new Promise((resolve) => {
		child.once("close", (code, signal) => {
			const bytes = Buffer.concat(out ?? []);
			const told = Buffer.concat(complaints ?? []).toString();
			resolve({
				code,
				signal,
				bytes,
				out: bytes.toString(),
				complaints: told,
				report: () => JSON.parse(told.trimEnd().split("\n").at(-1) ?? ""),
			});
		});
	});
}

/** Waits until a process has written a text to standard output. */
export function says(child: ChildProcess, text: string): Promise<void> {
	let said = "";
	return new Promise((resolve) => {
		child.stdout?.on("data", (part) => {
			said += part;
			if (said.includes(text)) resolve();
		});
	});
}

function own(path: string): void {
	if (!IS_ROOT) return;
	chownSync(path, NOBODY, NOBODY);
	for (const entry of readdirSync(path, { withFileTypes: true })) {
		if (entry.isDirectory()) own(join(path, entry.name));
		else if (entry.isFile()) chownSync(join(path, entry.name), NOBODY, NOBODY);
	}
}
