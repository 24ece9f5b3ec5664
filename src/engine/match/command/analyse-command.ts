import { ANALYSERS } from "./analysers/index.ts";
import type { AnalyserFinding } from "./analyser.ts";
import type { Analysis, Check, Inner, Need } from "./analysis.ts";
import { type Argument, dynamicArgument, staticArgument } from "./argument.ts";
import { findForm, type FoundForm } from "./find-form.ts";
import { looksDangerous } from "./generic-options.ts";
import { optionIndex } from "./option-index.ts";
import { operandRoles } from "./operand-roles.ts";
import { type ParsedOption, type ParsedWords, parseWords } from "./parse-words.ts";
import type { CommandForm, OptionRow, ProgramTable, Role } from "./program-table.ts";
import { findProgram } from "./programs/index.ts";
import { splitLauncher } from "./split-launcher.ts";

const UNKNOWN_PROGRAM: ProgramTable = { names: [], operands: "maybe-read", abbreviations: false };
const HELP_ONLY = /^(?:--version|--help|-[Vh]|-v|version|help)$/;

/** Reads one simple command with the table of its program. The first word is static. */
export function analyseCommand(words: readonly Argument[]): Analysis {
	const name = words[0]?.text ?? "";
	const program = name.slice(name.lastIndexOf("/") + 1);
	const table = findProgram(program);
	const found = findForm(words, table ?? UNKNOWN_PROGRAM);
	const needs: Need[] = [];
	const checks: Check[] = [];
	const inner: Inner[] = [];
	const texts: { argument: Argument; at: number }[] = [];
	if (found.strange !== null) {
		needs.push(need(found.strange.at, found.strange.argument.source, "this subcommand is not known, and may be an alias that runs anything", "ask", "command-dynamic"));
	}
	for (const { at, form } of found.steps) {
		if (form?.hazard !== undefined) needs.push(need(at, words[at]?.source ?? "", form.why ?? "this subcommand is dangerous"));
	}
	const launcher = found.form.launcher;
	const parsed = parseWords(words, found.from, found.form, launcher === undefined ? found.reading : { ...found.reading, stopAtOperand: true });
	const options = found.globals.length === 0 ? parsed.options : [...found.globals, ...parsed.options];
	const parts: Parts = { needs, checks, texts, inner };
	for (const option of options) readOption(option, words, table !== undefined, parts);
	readUnclear(found, parsed, table, needs);
	if (launcher !== undefined) {
		const split = splitLauncher(words, parsed, launcher, program);
		needs.push(...split.needs);
		if (split.inner !== null) inner.push(split.inner);
	} else {
		readOperands(words, found, parsed, options, table, parts);
	}
	const analyser = found.form.analyser === undefined ? undefined : ANALYSERS[found.form.analyser];
	if (analyser !== undefined) {
		const list = found.form.analysesWords === true ? words.slice(found.from).map((argument, index) => ({ argument, at: found.from + index })) : parsed.operands;
		for (const finding of analyser(list.map(({ argument }) => argument.text))) readFinding(finding, (index, segment) => positionOf(list, index, segment), words, parts);
	}
	// The own options of a launcher stand before its command as global options do before a subcommand.
	const globals = launcher === undefined ? found.globals : options;
	return {
		program,
		words,
		essential: globals.length === 0 ? null : withoutGlobals(words, globals),
		form: found.form,
		needs,
		checks,
		inner,
		texts,
		transparent: inner.some((one) => one.at > 0 && one.needsRule === null) || (texts.length > 0 && (table?.interpreter?.shell === true || launcher?.needsRule === undefined && launcher !== undefined)),
		runsCode: table?.interpreter !== undefined || launcher !== undefined,
	};
}

interface Parts {
	readonly needs: Need[];
	readonly checks: Check[];
	readonly texts: { argument: Argument; at: number }[];
	readonly inner: Inner[];
}

function readOption(option: ParsedOption, words: readonly Argument[], known: boolean, parts: Parts): void {
	const { row, at, name } = option;
	const segment = words[at]?.source ?? name;
	if (row === null) {
		if (looksDangerous(name, known)) parts.needs.push(need(at, segment, "an option of this name often runs a program, loads code or writes a file", "ask"));
		return;
	}
	if (row.delegates === true) {
		const from = words.indexOf(option.values[0] ?? dynamicArgument(""), at);
		const start = from < 0 ? at : from;
		parts.inner.push({ words: [option.values[0] ?? dynamicArgument(name), ...words.slice(start + 1)], at: start, appends: false, needsRule: row.why ?? name, assignments: [] });
	}
	if (row.hazard !== undefined && !isExcepted(row, option)) parts.needs.push(need(at, segment, row.why ?? "this option is dangerous"));
	if (row.is === undefined) return;
	for (const value of option.values) readRole(row.is, value, at, parts);
	if (option.values.length === 0 && row.is === "write" && row.value === "required") parts.needs.push(need(at, segment, "the file it writes is not named"));
}

function isExcepted(row: OptionRow, option: ParsedOption): boolean {
	const value = option.values[0]?.text;
	if (row.except === undefined || value === undefined || value === null) return false;
	return row.except.some((exception) => (exception.endsWith("*") ? value.startsWith(exception.slice(0, -1)) : exception === value));
}

/** What one word in a role asks for. */
function readRole(role: Role, argument: Argument, at: number, parts: Omit<Parts, "inner">): void {
	switch (role) {
		case "data":
			return;
		case "shell":
			parts.texts.push({ argument, at });
			return;
		case "script":
			parts.needs.push(need(at, argument.source, "what a script does can't be seen in the command", "ask", "command-dynamic"));
			return;
		case "sed-script":
		case "awk-program":
		case "jq-filter": {
			const analyser = ANALYSERS[role];
			for (const finding of analyser?.([argument.text]) ?? []) readFinding(finding, () => at, [argument], { ...parts, inner: [] });
			if (argument.text === null) parts.needs.push(need(at, argument.source, "the program text is only known when the shell runs", "ask", "command-dynamic"));
			return;
		}
		default:
			parts.checks.push({ role, argument, at });
	}
}

function readOperands(words: readonly Argument[], found: FoundForm, parsed: ParsedWords, options: readonly ParsedOption[], table: ProgramTable | undefined, parts: Omit<Parts, "inner">): void {
	const { form } = found;
	const recursive = isRecursive(form, options);
	const roleOf = operandRoles(form, options, parsed.operands.length);
	let reads = false;
	for (const [index, { argument, at }] of parsed.operands.entries()) {
		if (form.assignments !== undefined && /^[A-Za-z_][\w.]*[:+?!]?=/.test(argument.text ?? argument.lead)) {
			parts.needs.push(need(at, argument.source, "an assignment among the operands changes what runs"));
			continue;
		}
		const role = roleOf(index);
		reads ||= role === "read";
		if (role === "read" && recursive) parts.checks.push({ role: "read-tree", argument, at });
		else if (role === "write" && form.operands !== "write") parts.checks.push({ role: isRewritten(form, index, parsed.operands.length) ? "write-tree" : "write", argument, at });
		else readRole(role, argument, at, parts);
	}
	if (recursive && !reads) parts.checks.push({ role: "read-tree", argument: staticArgument(form.defaultOperand ?? "."), at: -1 });
	if (table?.interpreter !== undefined && parsed.operands.length === 0 && !words.slice(1).every((word) => HELP_ONLY.test(word.text ?? ""))) {
		const covered = parsed.options.some((option) => option.row?.is === "shell" || option.row?.hazard !== undefined);
		if (!covered) parts.needs.push(need(-1, words[0]?.source ?? "", "it runs whatever arrives on its input", "ask", "command-dynamic"));
	} else if (table?.interpreter !== undefined && words.length === 1) {
		parts.needs.push(need(-1, words[0]?.source ?? "", "it runs whatever arrives on its input", "ask", "command-dynamic"));
	}
}

/** A word that may be an option is harmless only where no option is dangerous. */
function readUnclear(found: FoundForm, parsed: ParsedWords, table: ProgramTable | undefined, needs: Need[]): void {
	for (const { argument, at } of found.unclear) needs.push(unclear(at, argument));
	if (table === undefined) {
		for (const { argument, at } of parsed.operands) {
			if (argument.text === null && !argument.pipe) needs.push(need(at, argument.source, "this program is not known, and neither is the word", "ask", "command-dynamic"));
		}
	}
	if (parsed.unclear.length === 0) return;
	const harmless = table !== undefined && optionIndex(found.form).harmless && found.form.launcher === undefined && table.interpreter === undefined;
	if (!harmless) for (const { argument, at } of parsed.unclear) needs.push(unclear(at, argument));
}

function unclear(at: number, argument: Argument): Need {
	return need(at, argument.source, "a word that is only known when the shell runs may be a dangerous option", "ask", "command-dynamic");
}

function readFinding(finding: AnalyserFinding, position: (index: number | undefined, segment: string) => number, words: readonly Argument[], parts: Parts): void {
	switch (finding.kind) {
		case "hazard":
			parts.needs.push(need(position(finding.at, finding.segment), finding.segment, finding.why));
			return;
		case "ask":
			parts.needs.push(need(position(finding.at, finding.segment), finding.segment || (words[0]?.source ?? ""), finding.why, "ask", "command-dynamic"));
			return;
		case "read":
		case "write":
			parts.checks.push({ role: finding.tree === true && finding.kind === "read" ? "read-tree" : finding.kind, argument: staticArgument(finding.path), at: -1 });
			return;
		case "url":
			parts.checks.push({ role: "url", argument: staticArgument(finding.url), at: position(undefined, finding.url) });
			return;
		case "shell":
			parts.texts.push({ argument: staticArgument(finding.text), at: -1 });
			return;
		case "command": {
			const list = finding.words.map((word) => (word === null ? dynamicArgument("{}", "", false) : staticArgument(word)));
			parts.inner.push({ words: list, at: -1, appends: finding.appends, needsRule: null, assignments: [] });
		}
	}
}

/** The position of the word that a finding is about; -1 when no rule can name it. */
function positionOf(list: readonly { readonly argument: Argument; readonly at: number }[], index: number | undefined, segment: string): number {
	if (index !== undefined) return list[index]?.at ?? -1;
	if (segment === "") return -1;
	return list.find(({ argument }) => argument.text?.includes(segment) === true)?.at ?? -1;
}

function need(at: number, segment: string, why: string, effect: Need["effect"] = "deny", code: Need["code"] = "command-option"): Need {
	return { at, segment, why, effect, code };
}

/** An operand that is written only because an option says so: a formatter works on everything below it. */
function isRewritten({ operands }: CommandForm, index: number, count: number): boolean {
	return operands !== "move" && !(operands === "copy" && index === count - 1) && !(operands === "filter" && index > 0) && !(Array.isArray(operands) && operands[index] === "write");
}

function isRecursive({ recursive }: CommandForm, options: readonly ParsedOption[]): boolean {
	if (recursive === undefined || recursive === true) return recursive === true;
	return options.some((option) => option.row?.names.some((name) => recursive.includes(name)) === true);
}

/** Positions of the words that are left when global options and their values are taken out. */
function withoutGlobals(words: readonly Argument[], globals: readonly ParsedOption[]): readonly number[] {
	const skipped = new Set<number>();
	for (const option of globals) {
		skipped.add(option.at);
		for (const value of option.values) {
			const at = words.indexOf(value);
			if (at > option.at) skipped.add(at);
		}
	}
	return [...words.keys()].filter((at) => !skipped.has(at));
}
