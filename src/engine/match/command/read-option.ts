import { ANALYSERS } from "./analysers/index.ts";
import { hazardous, need, type Parts } from "./analysis.ts";
import { type Argument, dynamicArgument } from "./argument.ts";
import { looksDangerous } from "./generic-options.ts";
import type { ParsedOption } from "./parse-words.ts";
import type { OptionRow, Role } from "./program-table.ts";
import { readFinding } from "./read-finding.ts";

/** What one option of a command asks for. */
export function readOption(option: ParsedOption, words: readonly Argument[], known: boolean, parts: Parts): void {
	const { row, at, name } = option;
	const segment = words[at]?.source ?? name;
	if (row === null) {
		if (looksDangerous(name, known))
			parts.needs.push(need(at, segment, "an option of this name often runs a program, loads code or writes a file", "ask"));
		// Nobody knows what the option takes: a blocked path in it is seen all the same.
		const word = words[at];
		if (!known && word !== undefined && word.text !== null && parts.checks.at(-1)?.argument !== word)
			parts.checks.push({ role: "maybe-read", argument: word, at });
		return;
	}
	if (row.delegates === true) {
		const from = words.indexOf(option.values[0] ?? dynamicArgument(""), at);
		const start = from < 0 ? at : from;
		parts.inner.push({
			words: [option.values[0] ?? dynamicArgument(name), ...words.slice(start + 1)],
			at: start,
			appends: false,
			needsRule: row.why ?? name,
			assignments: [],
		});
	}
	if (row.hazard !== undefined && !isExcepted(row, option))
		parts.needs.push(hazardous(at, segment, row.why ?? "this option is dangerous", row.hazard));
	if (row.is === undefined) return;
	for (const value of option.values) {
		// `cp -t dir`: the copies go into the directory.
		if (row.is === "write" && row.operandsBecome !== undefined) parts.checks.push({ role: "write-tree", argument: value, at });
		else readRole(row.is, value, at, parts);
	}
	if (option.values.length === 0 && row.is === "write" && row.value === "required")
		parts.needs.push(need(at, segment, "the file it writes is not named"));
}

function isExcepted(row: OptionRow, option: ParsedOption): boolean {
	const value = option.values[0]?.text;
	if (row.unless !== undefined)
		return option.values.length === 0 || (typeof value === "string" && new RegExp(`^(?:${row.unless})$`, "s").test(value));
	if (row.except === undefined || value === undefined || value === null) return false;
	return row.except.some((exception) => (exception.endsWith("*") ? value.startsWith(exception.slice(0, -1)) : exception === value));
}

/** What one word in a role asks for. */
export function readRole(role: Role, argument: Argument, at: number, parts: Omit<Parts, "inner">): void {
	switch (role) {
		case "data":
			return;
		case "guarded":
			parts.checks.push({ role: "write-name", argument, at });
			parts.checks.push({ role: "maybe-read", argument, at });
			return;
		case "shell":
			parts.texts.push({ argument, at });
			return;
		case "script":
			parts.needs.push({
				...need(at, argument.source, "what a script does can't be seen in the command", "ask", "command-dynamic"),
				hides: "script",
			});
			return;
		case "sed-script":
		case "awk-program":
		case "jq-filter": {
			const analyser = ANALYSERS[role];
			for (const finding of analyser?.([argument.text]) ?? []) readFinding(finding, () => at, [argument], { ...parts, inner: [] });
			if (argument.text === null)
				parts.needs.push(need(at, argument.source, "the program text is only known when the shell runs", "ask", "command-dynamic"));
			return;
		}
		default:
			parts.checks.push({ role, argument, at });
	}
}
