import { lstatSync, readdirSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, resolve } from "node:path";
import { readRegularFile } from "../../platform/index.ts";
import { isWithin } from "../plan/paths.ts";
import type { FoundPath } from "../plan/plan-facts.ts";

/**
 * What git runs or reads in a tree because the configuration of its repository says so: the directory of its hooks (`core.hooksPath`),
 * files that it includes, and programs of the project that it starts (filters, drivers, monitors). SECURITY: an agent that can write there decides what the next `git commit` outside runs (test/run/git-trusts.test.ts).
 */
export function gitTrusts(root: string): readonly FoundPath[] {
	const trusted: FoundPath[] = [];
	const seen = new Set<string>();
	const read = (file: string): void => {
		// Files may include one another.
		if (seen.has(file)) return;
		seen.add(file);
		for (const { section, key, value } of settingsIn(textOf(file))) {
			if (section === "core" && key === "hookspath") trusted.push({ path: placeOf(value, root), file: false });
			if (isProgram(section, key)) trusted.push(...filesIn(value, root));
			if (!INCLUDING.has(section) || key !== "path") continue;
			const included = placeOf(value, dirname(file));
			trusted.push({ path: included, file: true });
			read(included);
		}
	};
	for (const name of ["config", "config.worktree"]) read(`${root}/.git/${name}`);
	return trusted.filter(({ path }) => path !== root && isWithin(path, root) && !isWithin(path, `${root}/.git`));
}

const INCLUDING: ReadonlySet<string> = new Set(["include", "includeif"]);

const PROGRAMS: Readonly<Record<string, ReadonlySet<string>>> = {
	core: new Set(["fsmonitor", "sshcommand", "editor", "pager", "askpass", "gitproxy", "alternaterefscommand"]),
	filter: new Set(["clean", "smudge", "process"]),
	diff: new Set(["command", "textconv", "external"]),
	merge: new Set(["driver"]),
	mergetool: new Set(["cmd", "path"]),
	difftool: new Set(["cmd", "path"]),
	gpg: new Set(["program"]),
	sequence: new Set(["editor"]),
	credential: new Set(["helper"]),
	interactive: new Set(["difffilter"]),
	uploadpack: new Set(["packobjectshook"]),
	sendemail: new Set(["tocmd", "cccmd", "sendmailcmd"]),
};

function isProgram(section: string, key: string): boolean {
	return section === "alias" || (Object.hasOwn(PROGRAMS, section) && PROGRAMS[section]?.has(key) === true);
}

/** Files of the tree among the words of a command: every path with a slash, and a bare name where such a file is. */
function filesIn(command: string, root: string): readonly FoundPath[] {
	return command.split(/[\s"'`$();&|<>!]+/).flatMap((word): readonly FoundPath[] => {
		const path = placeOf(word, root);
		const stats = word === "" ? undefined : lstatSync(path, { throwIfNoEntry: false });
		const isNamed = word.includes("/") ? stats === undefined || !stats.isDirectory() : stats?.isFile() === true;
		return isNamed && word !== "" ? [{ path, file: true }] : [];
	});
}

/** Git directories inside another one: those of its submodules and of its linked worktrees. */
export interface InnerRepositories {
	/** What git trusts in them. */
	readonly trusted: readonly FoundPath[];
	/** The directories themselves and those on the way there. */
	readonly pins: readonly string[];
}

const MOST_INNER = 200;
const DEEPEST = 12;

/**
 * Finds the configuration, the hooks and the pointers of every submodule and linked worktree that is there.
 * SECURITY: `git status` of a person enters submodules and runs what their configuration names (`attack-git-inner`).
 */
export function innerRepositories(root: string): InnerRepositories {
	const trusted: FoundPath[] = [];
	const pins: string[] = [];
	const visit = (path: string, depth: number): boolean => {
		const names = namesIn(path);
		if (names === null) return true;
		if (pins.push(path) > MOST_INNER || depth > DEEPEST) return false;
		const isRepository = names.includes("HEAD");
		if (isRepository) {
			for (const name of TRUSTED_NAMES) if (names.includes(name)) trusted.push({ path: `${path}/${name}`, file: name !== "hooks" });
			if (names.includes("config") && !names.includes("hooks")) trusted.push({ path: `${path}/hooks`, file: false });
		}
		// Below a repository only its own submodules are looked for; a submodule may be called `a/b`.
		return names.every(
			(name) => (isRepository && name !== "modules") || TRUSTED_NAMES.includes(name) || visit(`${path}/${name}`, depth + 1),
		);
	};
	for (const name of ["modules", "worktrees"]) {
		const path = `${root}/.git/${name}`;
		const [trustedBefore, pinsBefore] = [trusted.length, pins.length];
		if (visit(path, 0)) continue;
		// Too many to cover each: then nothing of them is written.
		trusted.splice(trustedBefore, Number.POSITIVE_INFINITY, { path, file: false });
		pins.splice(pinsBefore, Number.POSITIVE_INFINITY);
	}
	return { trusted, pins };
}

const TRUSTED_NAMES: readonly string[] = ["config", "config.worktree", "hooks", "commondir", "gitdir", "info"];

/** The names in a directory; `null` for a file and for a link. */
function namesIn(path: string): readonly string[] | null {
	try {
		return lstatSync(path).isDirectory() ? readdirSync(path) : null;
	} catch {
		return null;
	}
}

interface Setting {
	/** In small letters, without the part in quotation marks. */
	readonly section: string;
	readonly key: string;
	readonly value: string;
}

/** The settings of a file as git reads it; what git would not understand it does not use either. */
function settingsIn(text: string): readonly Setting[] {
	const settings: Setting[] = [];
	let section = "";
	for (const line of text.replaceAll(/\\\r?\n/g, "").split(/\r?\n/)) {
		const [, name, rest = ""] = /^\s*\[\s*([\w.-]+)(?:\s+"(?:[^"\\]|\\.)*")?\s*\](.*)$/.exec(line) ?? [undefined, undefined, line];
		if (name !== undefined) section = name.toLowerCase();
		const [, key = "", value = ""] = /^\s*([a-zA-Z][\w-]*)\s*=(.*)$/.exec(rest) ?? [];
		if (key !== "") settings.push({ section, key: key.toLowerCase(), value: plainValue(value) });
	}
	return settings;
}

/** Without quotation marks, escapes and what is only said to people. */
function plainValue(text: string): string {
	let value = "";
	let quoted = false;
	for (let at = 0; at < text.length; at++) {
		const character = text.charAt(at);
		if (character === '"') quoted = !quoted;
		else if (character === "\\") value += text.charAt(++at);
		else if (!quoted && (character === "#" || character === ";")) break;
		else value += character;
	}
	return value.trim();
}

function placeOf(path: string, from: string): string {
	return path.startsWith("~/") ? resolve(homedir(), path.slice(2)) : resolve(from, path);
}

/** SECURITY: no pipe and no device is read, and nothing without an end (git-trusts.test.ts). */
function textOf(file: string): string {
	const read = readRegularFile(file, "/");
	return read.ok ? Buffer.from(read.bytes).toString("utf8") : "";
}
