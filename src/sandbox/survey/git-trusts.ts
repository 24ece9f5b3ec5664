import { homedir } from "node:os";
import { dirname, resolve } from "node:path";
import { readRegularFile } from "../../platform/index.ts";
import { isWithin } from "../plan/paths.ts";
import type { FoundPath } from "../plan/plan-facts.ts";

/**
 * What git runs or reads in a tree because the configuration of its repository says so: the directory of its hooks (`core.hooksPath`) and
 * files that it includes. SECURITY: an agent that can write there decides what the next `git commit` outside runs (test/run/git-trusts.test.ts).
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
