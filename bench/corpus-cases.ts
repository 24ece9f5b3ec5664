import { linkSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";

/** One case of a corpus, ready to be sent to `writ decide`. */
export interface CorpusCase {
	readonly id: string;
	readonly class: string;
	readonly tier: string;
	readonly expect: "allow" | "deny" | "ask";
	/** What is asked, for people. */
	readonly text: string;
	/** The line for `writ decide`. */
	readonly line: object;
}

interface CommandRow {
	readonly id: string;
	readonly policy: readonly string[];
	readonly command: string;
	readonly expect: CorpusCase["expect"];
	readonly class: string;
	readonly tier: string;
	readonly write?: readonly string[];
	readonly denyRead?: readonly string[];
}

interface PathRow {
	readonly id: string;
	readonly root: string;
	readonly read: readonly string[];
	readonly write: readonly string[];
	readonly setup: readonly { readonly do: string; readonly path: string; readonly target?: string; readonly data?: string }[];
	readonly op: string;
	readonly path: string;
	readonly to?: string;
	readonly expect: CorpusCase["expect"];
	readonly class: string;
	readonly protect?: readonly string[];
	readonly protectRead?: readonly string[];
	readonly os?: string;
	readonly fs?: string;
	readonly tier?: string;
}

/** The cases of a corpus file that make sense on this machine; `scratch` is where files for path cases are made. */
export function readCorpus(file: string, scratch: string): readonly CorpusCase[] {
	const rows: readonly (CommandRow | PathRow)[] = readFileSync(file, "utf8")
		.split("\n")
		.filter((line) => line !== "")
		.map((line) => JSON.parse(line));
	const here = rows.some((row) => "command" in row) ? makeWorkspace(scratch) : (text: string) => text;
	return rows.flatMap((row) =>
		"command" in row ? (row.tier === "strict" ? [] : [commandCase(row, here)]) : isForHere(row) ? [pathCase(row, scratch)] : [],
	);
}

function isForHere(row: PathRow): boolean {
	const system = row.os === undefined || row.os === process.platform || (row.os === "posix" && process.platform !== "win32");
	return system && (row.fs ?? "case-sensitive") === "case-sensitive" && row.tier !== "strict";
}

const WORKSPACE_FILES =
	"README.md package.json Makefile a.txt .env key.pem src/a.ts src/index.ts src/sub/b.ts docs/guide.md test/a.test.ts tests/test_a.py config/app.json build/x out/x dist/x.js packages/one/package.json";

/** A real workspace and home for the fictional ones, since trees and globs are looked up; says where a path really is. */
function makeWorkspace(scratch: string): (text: string) => string {
	const top = realpathSync(mkdtempSync(join(scratch, "workspace-")));
	for (const file of WORKSPACE_FILES.split(" ")) prepare("file", join(top, "ws", file), "", "x\n");
	for (const file of [".ssh/id_rsa", "notes.txt"]) prepare("file", join(top, "home/dev", file), "", "x\n");
	return (text) => text.replace(/(^|[^\w.-])(\/ws|\/home\/dev)(?![\w-])/g, (_, before: string, place: string) => `${before}${top}${place}`);
}

function commandCase(row: CommandRow, here: (text: string) => string): CorpusCase {
	const rules = (mark: string) =>
		row.policy.filter((pattern) => pattern.startsWith(mark)).map((pattern) => `Bash(${here(pattern.slice(mark.length))})`);
	const profile = {
		name: "corpus",
		type: "permission_profile",
		tools: {
			allowed: row.policy.filter((pattern) => !/^[!?]/.test(pattern)).map((pattern) => `Bash(${here(pattern)})`),
			disallowed: rules("!"),
			ask: rules("?"),
		},
		filesystem: {
			sandbox_root: here("/ws"),
			read_paths: ["/"],
			write_paths: (row.write ?? []).map(here),
			blocked_paths: (row.denyRead ?? []).map(here),
		},
	};
	const request = { kind: "command", command: here(row.command), cwd: here("/ws") };
	const { id, class: kind, tier, expect } = row;
	return { id, class: kind, tier, expect, text: row.command, line: { id, root: here("/ws"), home: here("/home/dev"), profile, request } };
}

function pathCase(row: PathRow, scratch: string): CorpusCase {
	const top = realpathSync(mkdtempSync(join(scratch, "case-")));
	const here = (text: string) => text.replaceAll("{T}", top);
	for (const step of row.setup) prepare(step.do, here(step.path), here(step.target ?? ""), step.data ?? "");
	const root = here(row.root);
	const profile = {
		name: "corpus",
		type: "permission_profile",
		tools: { allowed: null },
		filesystem: {
			sandbox_root: root,
			read_paths: row.read.map(here),
			write_paths: row.write.map(here),
			protected_paths: (row.protect ?? []).map(here),
			blocked_paths: (row.protectRead ?? []).map(here),
			allow_symlinks: true,
		},
	};
	const to = row.to === undefined ? {} : { to: here(row.to) };
	const request = { kind: "path", operation: row.op, path: here(row.path), ...to, cwd: root };
	const { id, class: kind, expect } = row;
	return { id, class: kind, tier: row.tier ?? "files", expect, text: `${row.op} ${row.path}`, line: { id, root, profile, request } };
}

function prepare(action: string, path: string, target: string, data: string): void {
	mkdirSync(dirname(path), { recursive: true });
	if (action === "mkdir") mkdirSync(path, { recursive: true });
	else if (action === "file") writeFileSync(path, data);
	else if (action === "symlink") symlinkSync(target, path);
	else if (action === "hardlink") linkSync(target, path);
	else throw new Error(`unknown step of a corpus: ${action}`);
}

/** A folder of its own for the files of path cases. */
export function makeScratch(): string {
	return mkdtempSync(join(tmpdir(), "writ-corpus-"));
}
