import type { Analysis, Check } from "./analysis.ts";
import type { PathFinding } from "./command-policy.ts";
import type { Cover } from "./cover-command.ts";
import { ask, type Finding } from "./finding.ts";
import { moveTo, type ShellState } from "./shell-state.ts";
import { MOST_GLOBS, type Walk } from "./walk.ts";

/** One word against the file or network dimension. */
export function judgeCheck(walk: Walk, check: Check, state: ShellState, covers: readonly Cover[], segment: string): void {
	const { argument, role } = check;
	const { files, host } = walk.policy;
	if (argument.pipe || role === "cwd") return;
	if (role === "url") {
		if (covers.every((cover) => cover.kind === "covered" && cover.named(check.at) && check.at >= 0)) return;
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
	report(
		walk,
		(state.directories ?? ["/"]).map((directory) => checkPath(walk, role, text, directory)),
		argument.source,
	);
}

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
				const leaves = /^(?:\/|\.\.(?:\/|$))/.test(path);
				const finding = /[*?[]/.test(path)
					? files.readGlob(path, directory)
					: leaves
						? files.read(path, directory)
						: files.blocked(path, directory);
				if (finding !== null) return finding;
			}
			return null;
		}
	}
}

const MOST_PATHS = 16;

/** The paths that a word may carry: `HEAD:.env`, `:(top).env`, `--input=.env`, `key=@.env`, `-f.env`, `file:///x`. */
function pathsIn(text: string): readonly string[] {
	const url = /^file:\/\/(?:localhost)?(\/.*)$/is.exec(text)?.[1];
	if (url !== undefined) return [url];
	if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return [];
	const paths = text.startsWith("-") ? [] : [text];
	for (let at = 0; at < text.length && paths.length < MOST_PATHS; at++) if (":=@)".includes(text[at] ?? "")) paths.push(text.slice(at + 1));
	if (/^-[^-]./.test(text)) paths.push(text.slice(2));
	if (/^:[!^/]/.test(text)) paths.push(text.slice(2));
	return paths.filter((path) => path !== "" && path !== "/" && !path.startsWith("("));
}

function isWriting(role: Check["role"]): boolean {
	return role === "write" || role === "write-tree" || role === "remove";
}

function isDevice(path: string): boolean {
	return path === "/dev/null" || path === "/dev/stdout" || path === "/dev/stderr" || path === "/dev/zero" || path === "/dev/urandom";
}

function judgeUnknownPath(walk: Walk, { role, argument }: Check, state: ShellState, segment: string): void {
	const { files } = walk.policy;
	if (isWriting(role)) {
		walk.findings.push(ask("command-dynamic", argument.source, `What '${segment}' writes is only known when the shell runs`));
		return;
	}
	const glob = argument.glob;
	if (glob !== null && !files.everythingReadable && ++walk.count.globs > MOST_GLOBS) {
		if (walk.count.globs === MOST_GLOBS + 1)
			walk.findings.push(ask("command-dynamic", argument.source, "Too many patterns to tell what they name"));
		return;
	}
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
