import type { Analysis, Check } from "./analysis.ts";
import type { FileAccess, PathFinding } from "./command-policy.ts";
import { type Cover, namesWord } from "./cover-command.ts";
import { ask, type Finding } from "./finding.ts";
import { judgeMade, rememberWritten } from "./made-entries.ts";
import { moveTo, type ShellState } from "./shell-state.ts";
import { MOST_GLOBS, type Walk } from "./walk.ts";

/** One word against the file or network dimension. */
export function judgeCheck(walk: Walk, check: Check, state: ShellState, covers: readonly Cover[], segment: string): void {
	const { argument, role } = check;
	const { files, host } = walk.policy;
	if (argument.pipe || role === "cwd") return;
	if (role === "url") {
		if (isNamed(covers, check.at)) return;
		if (argument.text === null) walk.findings.push(ask("command-dynamic", argument.source, "The host is only known when the shell runs"));
		else report(walk, [host(argument.text)], argument.source);
		return;
	}
	if (argument.text === null) {
		judgeUnknownPath(walk, check, state, segment);
		return;
	}
	const text = argument.text;
	const writes = isWriting(role);
	if (!writes && text === "-") return;
	if (state.directories === null && !text.startsWith("/")) {
		if (writes || !files.everythingReadable)
			walk.findings.push(ask("command-dynamic", argument.source, "The directory is only known when the shell runs"));
		return;
	}
	if (walk.made.length > 0) judgeMade(walk, role, text, state, argument.source);
	if (writes && walk.forbids) rememberWritten(walk, text, state);
	const directories = state.directories ?? ROOT;
	if (directories.length === 1) {
		const finding = checkPath(walk, role, text, directories[0] ?? "/");
		if (finding !== null) walk.findings.push({ ...finding, segment: argument.source });
		return;
	}
	report(walk, checkPaths(walk, role, text, directories), argument.source);
}

function checkPaths(walk: Walk, role: Check["role"], text: string, directories: readonly string[]): readonly PathFinding[] {
	return directories.map((directory) => checkPath(walk, role, text, directory));
}

function isNamed(covers: readonly Cover[], at: number): boolean {
	return at >= 0 ? covers.every((cover) => namesWord(cover, at)) : covers.length === 0;
}

const ROOT: readonly string[] = ["/"];

function checkPath(walk: Walk, role: Check["role"], text: string, directory: string): PathFinding {
	const { files } = walk.policy;
	switch (role) {
		case "read":
			return isDevice(text) ? null : files.read(text, directory);
		case "write":
			return isDevice(text) ? null : files.write(text, directory);
		case "read-tree":
			return files.readTree(text, directory);
		case "write-tree":
			return files.writeTree(text, directory);
		case "write-name": {
			// Whether the target is a directory is not known: only what no copy may become counts.
			const finding = files.write(text, directory);
			return finding?.code === "path-protected" || finding?.code === "path-blocked" ? finding : null;
		}
		case "remove":
			return files.remove(text, directory);
		case "inside":
			return files.enter(text, directory).finding;
		default: {
			for (const path of pathsIn(text)) {
				const finding = isGlob(path)
					? files.readGlob(path, directory)
					: leaves(path)
						? files.read(path, directory)
						: files.blocked(path, directory);
				if (finding !== null) return finding;
			}
			return null;
		}
	}
}

function isGlob(path: string): boolean {
	return path.includes("*") || path.includes("?") || path.includes("[");
}

function leaves(path: string): boolean {
	return path.startsWith("/") || path === ".." || path.startsWith("../");
}

const MOST_PATHS = 16;

/** The paths that a word may carry: `HEAD:.env`, `:(top).env`, `--input=.env`, `key=@.env`, `-f.env`, `file:///x`. */
function pathsIn(text: string): readonly string[] {
	if (!text.startsWith("-") && !holdsMore(text)) return text === "" || text === "/" || text.startsWith("(") ? [] : [text];
	const url = /^file:\/\/(?:localhost)?(\/.*)$/is.exec(text)?.[1];
	if (url !== undefined) return [url];
	if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return [];
	const paths = text.startsWith("-") ? [] : [text];
	for (let at = 0; at < text.length && paths.length < MOST_PATHS; at++) if (":=@)".includes(text[at] ?? "")) paths.push(text.slice(at + 1));
	if (/^-[^-]./.test(text)) paths.push(text.slice(2));
	if (/^:[!^/]/.test(text)) paths.push(text.slice(2));
	return paths.filter((path) => path !== "" && path !== "/" && !path.startsWith("("));
}

/** Whether a path may stand behind something else in a word: after `:`, `=`, `@` or `)`. */
function holdsMore(text: string): boolean {
	for (let at = 0; at < text.length; at++) {
		const character = text.charCodeAt(at);
		if (character === 58 || character === 61 || character === 64 || character === 41) return true;
	}
	return false;
}

/** A name that stands for whatever a glob finds. */
const ANY_NAME = "\uFFFF";

function isWriting(role: Check["role"]): boolean {
	return role === "write" || role === "write-tree" || role === "remove";
}

function isDevice(path: string): boolean {
	return path === "/dev/null" || path === "/dev/stdout" || path === "/dev/stderr" || path === "/dev/zero" || path === "/dev/urandom";
}

/** `rm dist/*` does less than `rm -r dist`: when the whole directory may go, so may what a pattern finds right in it. */
function staysBelow(files: FileAccess, role: Check["role"], glob: string | null, state: ShellState): boolean {
	// SECURITY: a pattern in the middle (`dist/*/x`) or a final slash goes through links.
	const parent = /^([^*?[\]{}]*[^*?[\]{}/])\/+[^/]+$/s.exec(glob ?? "")?.[1];
	if (parent === undefined || parent.split("/").includes("..") || state.directories === null) return false;
	if (role !== "remove" && role !== "write-tree") return false;
	return state.directories.every(
		(directory) => (role === "remove" ? files.remove(parent, directory) : files.writeTree(parent, directory)) === null,
	);
}

function judgeUnknownPath(walk: Walk, { role, argument }: Check, state: ShellState, segment: string): void {
	const { files } = walk.policy;
	if (isWriting(role)) {
		if (staysBelow(files, role, argument.glob, state)) return;
		walk.findings.push(ask("command-dynamic", argument.source, `What '${segment}' writes is only known when the shell runs`));
		return;
	}
	const glob = argument.glob;
	if (glob !== null && !files.everythingReadable && ++walk.count.globs > MOST_GLOBS) {
		if (walk.count.globs === MOST_GLOBS + 1)
			walk.findings.push(ask("command-dynamic", argument.source, "Too many patterns to tell what they name"));
		return;
	}
	if (glob !== null && walk.made.length > 0) judgeMade(walk, "read", glob.replace(/[^/]*[*?[].*$/s, ANY_NAME), state, argument.source);
	if (glob !== null && state.directories !== null) {
		report(
			walk,
			state.directories.map((directory) => files.readGlob(glob, directory)),
			argument.source,
		);
		return;
	}
	if (!files.everythingReadable && role !== "maybe-read")
		walk.findings.push(ask("command-dynamic", argument.source, `What '${segment}' reads is only known when the shell runs`));
	else if (!files.everythingReadable && argument.splits)
		walk.findings.push(ask("command-dynamic", argument.source, `What '${segment}' reads is only known when the shell runs`));
}

/** SECURITY: where the shell may stand in several places, a finding in all of them is proven, in some it is asked. */
function report(walk: Walk, findings: readonly PathFinding[], segment: string): void {
	const against = findings.filter((finding) => finding !== null);
	const first = against[0];
	if (first === undefined || first === null) return;
	const effect: Finding["effect"] = against.length === findings.length ? first.effect : "ask";
	walk.findings.push({ ...first, effect, segment });
}

/** `git -C dir`, `make -C dir`: the rest happens there. */
export function enterDirectory(walk: Walk, analysis: Analysis, state: ShellState): ShellState {
	const moves = analysis.checks.filter((check) => check.role === "cwd");
	let current = state;
	for (const { argument } of moves) {
		if (argument.text === null) {
			walk.findings.push(ask("command-dynamic", argument.source, "The directory is only known when the shell runs"));
			current = moveTo(current, null);
			continue;
		}
		const text = argument.text;
		const entered = (current.directories ?? []).map((directory) => walk.policy.files.enter(text, directory));
		report(
			walk,
			entered.map((result) => result.finding),
			argument.source,
		);
		current = moveTo(current, current.directories === null ? null : entered.map((result) => result.directory));
	}
	return current;
}
