import { mkdirSync, mkdtempSync, realpathSync, renameSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import {
	type Disk,
	decide,
	type Facts,
	type List,
	type Profile,
	type Request,
	type Resolve,
	sealProfile,
	type Writ,
} from "../src/engine/index.ts";
import { listDirectory, realDisk, rememberListings } from "../src/platform/index.ts";

/** What decisions take when the disk is asked: processor time, the kernel's included. */
export interface RealDisk {
	readonly files: number;
	readonly directories: number;
	/** Each is the median over the rounds, in microseconds a decision. */
	readonly mixed: Round;
	readonly kinds: Readonly<Record<string, Round & { readonly looks: number; readonly listed: number }>>;
}

interface Round {
	/** No directory was listed before. */
	readonly cold: number;
	/** Again and again, after a file has changed. */
	readonly warm: number;
}

const PROFILE: Profile = {
	name: "session",
	type: "permission_profile",
	tools: {
		allowed: [
			"Read",
			"Grep",
			"Glob",
			"LS",
			..."git status,git log,git diff,cat,head,wc,rg,grep,ls,find,npm test".split(",").map((program) => `Bash(${program}:*)`),
		],
	},
	filesystem: { read_paths: ["./workspace"], write_paths: ["./workspace"], allow_symlinks: "inside" },
};

/** A session as coding agents have them, by kind. */
const SESSION: Readonly<Record<string, readonly Request[]>> = {
	Read: [
		{ kind: "tool", tool: "Read", input: { file_path: "src/part-3/file-1.ts" } },
		{ kind: "tool", tool: "Read", input: { file_path: "package.json" } },
		{ kind: "tool", tool: "Read", input: { file_path: "src/part-7/inner/file-4.ts", offset: 10 } },
		{ kind: "tool", tool: "Read", input: { file_path: "docs/part-2/file-3.ts" } },
	],
	Grep: [
		{ kind: "tool", tool: "Grep", input: { pattern: "createApp", path: "src" } },
		{ kind: "tool", tool: "Grep", input: { pattern: "TODO", path: "docs" } },
	],
	"git status": [{ kind: "command", command: "git status --short" }],
	"cat FILE": [
		{ kind: "command", command: "cat src/part-5/file-2.ts" },
		{ kind: "command", command: "head -n 20 package.json" },
	],
	"cat | grep | wc": [{ kind: "command", command: "cat src/part-5/file-2.ts | grep -n import | wc -l" }],
	"npm test": [{ kind: "command", command: "npm test" }],
	"git log": [{ kind: "command", command: "git log --oneline -n 20" }],
	"rg foo src": [{ kind: "command", command: "rg foo src" }],
};

/** How often each kind comes in the mixed session. */
const SHARES: Readonly<Record<string, number>> = {
	Read: 5,
	Grep: 3,
	"git status": 2,
	"cat FILE": 3,
	"cat | grep | wc": 1,
	"npm test": 2,
	"git log": 2,
	"rg foo src": 2,
};

/** Measures a mixed session in a checkout of 2,000 files; some files change between the rounds. */
export function measureRealDisk(rounds: number, repeats: number): RealDisk {
	const root = realpathSync(mkdtempSync(join(tmpdir(), "writ-checkout-")));
	try {
		const { files, directories } = makeCheckout(root);
		const sealed = sealProfile(PROFILE, { agent: "session", root, ...realDisk });
		if (!sealed.ok) throw new Error(JSON.stringify(sealed.problems));
		const { writ } = sealed;
		const mixed = Object.entries(SESSION).flatMap(([kind, requests]) =>
			Array.from({ length: SHARES[kind] ?? 1 }, (_, turn) => requests[turn % requests.length]).filter((request) => request !== undefined),
		);
		// Whatever the compiler does is not measured.
		for (let turn = 0; turn < 200; turn++) for (const request of mixed) allow(writ, request, realDisk);
		const all = { mixed, ...SESSION };
		const cold = new Map<string, number[]>();
		const warm = new Map<string, number[]>();
		for (let round = 0; round < rounds; round++) {
			for (const [kind, requests] of Object.entries(all)) {
				change(root, round);
				add(cold, kind, time(writ, requests, Array.from({ length: COLD }, newDisk)));
				add(
					warm,
					kind,
					time(
						writ,
						requests,
						Array.from({ length: repeats }, () => realDisk),
					),
				);
			}
		}
		const figures = (kind: string): Round => ({ cold: median(cold.get(kind) ?? []), warm: median(warm.get(kind) ?? []) });
		const kinds = Object.fromEntries(
			Object.entries(SESSION).map(([kind, requests]) => [kind, { ...figures(kind), ...countLooks(writ, requests) }]),
		);
		return { files, directories, mixed: figures("mixed"), kinds };
	} finally {
		rmSync(root, { recursive: true, force: true });
	}
}

function allow(writ: Writ, request: Request, facts: Facts): void {
	const { effect, reasons } = decide(writ, request, facts);
	if (effect !== "allow") throw new Error(`The benchmark asks for what is not allowed: ${JSON.stringify(request)}: ${reasons[0].message}`);
}

/** So many first times are measured together. */
const COLD = 10;

/** This disk, of which nothing is remembered. */
function newDisk(): Disk {
	return { resolve: realDisk.resolve, list: rememberListings(listDirectory) };
}

function time(writ: Writ, requests: readonly Request[], disks: readonly Disk[]): number {
	const before = process.cpuUsage();
	for (const disk of disks) for (const request of requests) allow(writ, request, disk);
	const { user, system } = process.cpuUsage(before);
	return (user + system) / (disks.length * requests.length);
}

/** How many paths and directories a decision asks the disk about. */
function countLooks(writ: Writ, requests: readonly Request[]): { readonly looks: number; readonly listed: number } {
	let looks = 0;
	let listed = 0;
	const resolve: Resolve = (path, directory) => {
		looks += 1;
		return realDisk.resolve(path, directory);
	};
	const list: List = (directory) => {
		listed += 1;
		return realDisk.list(directory);
	};
	for (const request of requests) allow(writ, request, { resolve, list });
	return { looks: looks / requests.length, listed: listed / requests.length };
}

/** 2,000 files: sources, documents and tests in directories of about twenty, a git directory, and what was built. */
function makeCheckout(root: string): { readonly files: number; readonly directories: number } {
	const made: string[] = ["package.json", "README.md", "tsconfig.json", ".gitignore", ".git/HEAD", ".git/config", ".git/index"];
	const folders: readonly (readonly [name: string, parts: number])[] = [
		["src", 30],
		["docs", 10],
		["test", 30],
		["dist", 25],
	];
	for (const [name, parts] of folders) {
		for (let part = 0; part < parts; part++) {
			const folder = part % 3 === 1 ? `${name}/part-${part}/inner` : `${name}/part-${part}`;
			for (let file = 0; file < 20; file++) made.push(`${folder}/file-${file}.ts`);
		}
	}
	for (let number = made.length; number < 2_000; number++)
		made.push(`.git/objects/${(number % 100).toString(16).padStart(2, "0")}/${number}`);
	const directories = new Set<string>();
	for (const file of made) {
		const path = join(root, file);
		for (let folder = dirname(path); folder.length >= root.length; folder = dirname(folder)) directories.add(folder);
		mkdirSync(dirname(path), { recursive: true });
		writeFileSync(path, "x");
	}
	// A checkout is older than a moment.
	const before = Date.now();
	while (Date.now() - before < SETTLED) Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, SETTLED);
	return { files: made.length, directories: directories.size };
}

/** Directories are remembered when their last change is longer ago. */
const SETTLED = 300;

/** What an editor does between two rounds: one file is saved, one comes and goes. */
function change(root: string, round: number): void {
	const file = join(root, `src/part-${(3 * round) % 30}/saved-${round}.ts`);
	writeFileSync(`${file}.new`, "y");
	renameSync(`${file}.new`, file);
	utimesSync(file, round, round);
	rmSync(file);
}

function add(figures: Map<string, number[]>, kind: string, figure: number): void {
	const known = figures.get(kind);
	if (known === undefined) figures.set(kind, [figure]);
	else known.push(figure);
}

function median(figures: readonly number[]): number {
	const sorted = figures.toSorted((one, other) => one - other);
	return sorted[sorted.length >> 1] ?? Number.NaN;
}
