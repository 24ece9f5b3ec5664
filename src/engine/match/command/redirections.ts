import type { Redirection } from "unbash";
import type { Argument } from "./argument.ts";
import { checkAssignment } from "./assignments.ts";
import type { PathFinding } from "./command-policy.ts";
import { expandWord, walkParts } from "./expand-word.ts";
import { ask, deny } from "./finding.ts";
import { judgeMade, rememberWritten } from "./made-entries.ts";
import type { ShellState } from "./shell-state.ts";
import type { Walk } from "./walk.ts";

const FREE = new Set(["/dev/null", "/dev/stdout", "/dev/stderr"]);

/** Judges where input comes from and output goes to. */
export function judgeRedirections(walk: Walk, redirections: readonly Redirection[], state: ShellState, source: string): void {
	for (const redirection of redirections) {
		if (redirection.type === "HereDoc") {
			if (redirection.closing === undefined) walk.findings.push(deny("command-unparsable", "<<", "A here-document is not closed"));
			if (redirection.delimiter?.quoted !== true) walkParts(walk, redirection.body.parts, state, source);
			continue;
		}
		const segment = source.slice(redirection.pos, redirection.end);
		if (redirection.target === undefined) {
			walk.findings.push(deny("command-unparsable", segment, "A redirection has no target"));
			continue;
		}
		const words = expandWord(walk, redirection.target, state, source);
		if (redirection.type === "HereString") continue;
		const target = words.length === 1 ? words[0] : undefined;
		if (redirection.descriptor?.type === "FileDescriptorVariable") {
			checkAssignment(walk, redirection.descriptor.name, segment, false);
			walk.opaque.push(redirection.descriptor.name);
			judgeFile(walk, target, segment, redirection.operator !== "<", state);
		} else judgeRedirect(walk, redirection.operator, target, segment, state);
	}
}

function judgeRedirect(walk: Walk, operator: string, target: Argument | undefined, segment: string, state: ShellState): void {
	if (operator === ">&" || operator === "<&") {
		const text = target?.text ?? null;
		// Copies of the three standard descriptors, and closing one, change nothing outside.
		if (text === "1" || text === "2" || text === "-" || (operator === "<&" && text === "0")) return;
		if (text === null || /^\d+-?$/.test(text) || operator === "<&") {
			walk.findings.push(ask("command-redirect", segment, "Where this descriptor leads is not known"));
			return;
		}
	}
	judgeFile(walk, target, segment, operator !== "<", state);
}

function judgeFile(walk: Walk, target: Argument | undefined, segment: string, writes: boolean, state: ShellState): void {
	const text = target?.text ?? null;
	if (target?.pipe === true) return;
	if (text === null) {
		if (writes || !walk.policy.files.everythingReadable)
			walk.findings.push(ask("command-redirect", segment, "The file is only known when the shell runs"));
		return;
	}
	if (FREE.has(text)) return;
	if (text.startsWith("/dev/") && /^\/dev\/(?:tcp|udp)\//.test(text)) {
		const [, , , host = "", port = ""] = text.split("/");
		const finding = walk.policy.host(`${host}:${port}`);
		walk.findings.push(
			finding === null ? ask("command-redirect", segment, "The shell itself would open a network connection") : { ...finding, segment },
		);
		return;
	}
	if (state.directories === null && !text.startsWith("/")) {
		walk.findings.push(ask("command-redirect", segment, "The directory is only known when the shell runs"));
		return;
	}
	if (walk.made.length > 0) judgeMade(walk, writes ? "redirect" : "read", text, state, segment);
	if (writes && walk.forbids) rememberWritten(walk, text, state);
	const { files } = walk.policy;
	const findings: readonly PathFinding[] = (state.directories ?? ["/"]).map((directory) =>
		writes ? files.write(text, directory) : files.read(text, directory),
	);
	const against = findings.filter((finding) => finding !== null);
	const first = against[0];
	if (first === undefined) return;
	walk.findings.push({ ...first, effect: against.length === findings.length ? first.effect : "ask", segment });
}
