import { ANALYSERS } from "./analysers/index.ts";
import { type Analysis, type Check, hazardous, type Inner, type Need, need, type Parts } from "./analysis.ts";
import { type Argument, staticArgument } from "./argument.ts";
import { baseName } from "./base-name.ts";
import { evenTable } from "./even-table.ts";
import { type FoundForm, findForm } from "./find-form.ts";
import { operandRoles, roleOf } from "./operand-roles.ts";
import { optionIndex } from "./option-index.ts";
import { type ParsedOption, type ParsedWords, parseWords } from "./parse-words.ts";
import type { CommandForm, ProgramTable } from "./program-table.ts";
import { findProgram } from "./programs/index.ts";
import { positionOf, readFinding } from "./read-finding.ts";
import { readOption, readRole } from "./read-option.ts";
import { splitLauncher } from "./split-launcher.ts";

const UNKNOWN_PROGRAM = evenTable({ names: [], operands: "guarded", abbreviations: false });
const NO_OPERAND = { argument: staticArgument(""), at: -1 };
const HELP_ONLY = /^(?:--version|--help|-[Vh]|-v|version|help)$/;

/** Reads one simple command with the table of its program. The first word is static. */
export function analyseCommand(words: readonly Argument[]): Analysis {
	const name = words[0]?.text ?? "";
	const program = baseName(name);
	const table = findProgram(program);
	const found = findForm(words, table ?? UNKNOWN_PROGRAM);
	const needs: Need[] = [];
	const checks: Check[] = [];
	const inner: Inner[] = [];
	const texts: { argument: Argument; at: number }[] = [];
	if (found.strange !== null && !isScriptName(program, found.strange.argument.text)) {
		const { at, argument } = found.strange;
		const why = "this subcommand is not known, and may be an alias that runs anything";
		needs.push({ ...need(at, argument.source, why, "ask", "command-dynamic"), hides: "alias" });
	}
	for (const { at, form } of found.steps) {
		if (form?.hazard !== undefined)
			needs.push(hazardous(at, words[at]?.source ?? "", form.why ?? "this subcommand is dangerous", form.hazard));
	}
	const launches = found.form.launcher;
	const parsed = parseWords(
		words,
		found.from,
		found.form,
		launches === undefined ? found.reading : { ...found.reading, stopAtOperand: true },
	);
	const options = found.globals.length === 0 ? parsed.options : [...found.globals, ...parsed.options];
	const parts: Parts = { needs, checks, texts, inner };
	// With such an option it runs nothing: `sudo -l`, `ionice -p 5`.
	const launcher = launches !== undefined && options.some(({ row }) => row?.operandsBecome !== undefined) ? undefined : launches;
	for (const option of options) readOption(option, words, table !== undefined, parts);
	if (table?.interpreter !== undefined) markInput(options, needs);
	readUnclear(found, parsed, table, needs);
	if (launcher !== undefined) {
		const split = splitLauncher(words, parsed, launcher, program);
		needs.push(...split.needs);
		if (split.inner !== null) inner.push(split.inner);
	} else {
		readOperands(words, found, parsed, options, table, parts);
	}
	if (found.form.analyser !== undefined) runAnalyser(found.form.analyser, words, found, parsed, parts);
	// `watch 'npm test'`: the words are joined and run as text, so a word with blanks is no program's name.
	if (found.form.analyser === "joined-shell" && /\s/.test(inner[0]?.words[0]?.text ?? "")) inner.shift();
	// The own options of a launcher stand before its command as global options do before a subcommand.
	const globals = launcher === undefined ? found.globals : options;
	return {
		program,
		words,
		essential: globals.length === 0 ? null : withoutGlobals(words, globals),
		form: found.form,
		needs,
		checks,
		moves: moves(checks),
		inner,
		texts,
		transparent:
			inner.some((one) => one.at > 0 && one.needsRule === null) ||
			(texts.length > 0 && (table?.interpreter?.shell === true || (launcher?.needsRule === undefined && launcher !== undefined))),
		runsCode: table?.interpreter !== undefined || launcher !== undefined,
	};
}

/** What rows cannot say: the program's own language, archives, addresses. */
function runAnalyser(name: string, words: readonly Argument[], { form, from }: FoundForm, { operands }: ParsedWords, parts: Parts): void {
	const analyser = ANALYSERS[name];
	if (analyser === undefined) return;
	const list = form.analysesWords === true ? words.slice(from).map((argument, index) => ({ argument, at: from + index })) : operands;
	for (const finding of analyser(list.map(({ argument }) => argument.text)))
		readFinding(finding, (index, segment) => positionOf(list, index, segment), words, parts);
}

function moves(checks: readonly Check[]): boolean {
	for (const { role } of checks) if (role === "cwd") return true;
	return false;
}

function readOperands(
	words: readonly Argument[],
	found: FoundForm,
	parsed: ParsedWords,
	options: readonly ParsedOption[],
	table: ProgramTable | undefined,
	parts: Omit<Parts, "inner">,
): void {
	const { form } = found;
	const recursive = isRecursive(form, options);
	const roles = operandRoles(form, options, parsed.operands.length);
	let reads = false;
	for (let index = 0; index < parsed.operands.length; index++) {
		const { argument, at } = parsed.operands[index] ?? NO_OPERAND;
		if (form.assignments !== undefined && /^[A-Za-z_][\w.]*[:+?!]?=/.test(argument.text ?? argument.lead)) {
			parts.needs.push(need(at, argument.source, "an assignment among the operands changes what runs"));
			continue;
		}
		const role = roleOf(roles, index);
		reads ||= role === "read";
		if (role === "read" && recursive) parts.checks.push({ role: "read-tree", argument, at });
		else if (role === "write" && form.operands !== "write")
			parts.checks.push({ role: writesBelow(form, argument, index, parsed.operands.length) ? "write-tree" : "write", argument, at });
		else readRole(role, argument, at, parts);
	}
	if (form.operands === "copy" || form.operands === "move") readCopies(parsed, options, parts);
	if (parsed.operands.length === 0 && form.defaultOperand !== undefined && roleOf(roles, 0) === "write") {
		parts.checks.push({ role: "write-tree", argument: staticArgument(form.defaultOperand), at: -1 });
	}
	if (recursive && !reads) parts.checks.push({ role: "read-tree", argument: staticArgument(form.defaultOperand ?? "."), at: -1 });
	if (
		table?.interpreter !== undefined &&
		parsed.operands.length === 0 &&
		!words.slice(1).every((word) => HELP_ONLY.test(word.text ?? ""))
	) {
		const covered = parsed.options.some((option) => option.row?.is === "shell" || option.row?.hazard !== undefined);
		if (!covered) parts.needs.push(fromInput(words));
	} else if (table?.interpreter !== undefined && words.length === 1) {
		parts.needs.push(fromInput(words));
	}
}

/** `bash -s` reads its commands as `bash` alone does, but a rule can name it. */
function markInput(options: readonly ParsedOption[], needs: Need[]): void {
	for (const { name, at } of options) {
		const index = name === "-s" ? needs.findIndex((one) => one.at === at && one.runs === true) : -1;
		const found = needs[index];
		if (found !== undefined) needs[index] = { ...found, hides: "input" };
	}
}

/** `yarn lint` runs the script of that name, as `npm run lint` does; other words may be any program that a package brings. */
function isScriptName(program: string, word: string | null): boolean {
	return (program === "yarn" || program === "yarnpkg") && word !== null && SCRIPT_NAME.test(word);
}

const SCRIPT_NAME =
	/^(?:lint|test|build|start|dev|serve|format|fmt|typecheck|type-check|check|coverage|e2e|unit|docs|prepare|generate|codegen|compile|watch|preview|storybook|verify)(?::[\w:-]+)?$/;

function fromInput(words: readonly Argument[]): Need {
	return { ...need(-1, words[0]?.source ?? "", "it runs whatever arrives on its input", "ask", "command-dynamic"), hides: "input" };
}

/** A word that may be an option is harmless only where no option is dangerous. */
function readUnclear(found: FoundForm, parsed: ParsedWords, table: ProgramTable | undefined, needs: Need[]): void {
	for (const { argument, at } of found.unclear) needs.push(unclear(at, argument));
	if (table === undefined) {
		for (const { argument, at } of parsed.operands) {
			if (argument.text !== null && runsOrRemoves(argument.text))
				needs.push(need(at, argument.source, "this program is not known, and may run its operand", "ask", "command-dynamic"));
			if (argument.text === null && !argument.pipe)
				needs.push(need(at, argument.source, "this program is not known, and neither is the word", "ask", "command-dynamic"));
		}
	}
	if (parsed.unclear.length === 0) return;
	const harmless =
		table !== undefined && optionIndex(found.form).harmless && found.form.launcher === undefined && table.interpreter === undefined;
	if (!harmless) for (const { argument, at } of parsed.unclear) needs.push(unclear(at, argument));
}

const REMOVERS = new Set(["rm", "mv", "cp", "dd", "chmod", "chown", "tee", "curl", "wget", "nc", "kill", "ssh", "scp"]);

/** The name of a program that an unknown launcher would be told to run. */
function runsOrRemoves(word: string): boolean {
	const name = baseName(word);
	const table = findProgram(name);
	return REMOVERS.has(name) || table?.interpreter !== undefined || (table?.launcher !== undefined && name !== "time" && name !== "watch");
}

function unclear(at: number, argument: Argument): Need {
	return need(at, argument.source, "a word that is only known when the shell runs may be a dangerous option", "ask", "command-dynamic");
}

/** A copy into a directory has the name of its source there: `cp x/.mcp.json .` */
function readCopies(parsed: ParsedWords, options: readonly ParsedOption[], parts: Omit<Parts, "inner">): void {
	const into =
		options.find(({ row }) => row?.is === "write" && row.operandsBecome !== undefined)?.values[0] ?? parsed.operands.at(-1)?.argument;
	for (const { argument, at } of parsed.operands) {
		if (into?.text === undefined || into.text === null || argument.text === null || argument === into) continue;
		const name = argument.text.replace(/\/+$/, "");
		parts.checks.push({
			role: "write-name",
			argument: staticArgument(`${into.text}/${name.slice(name.lastIndexOf("/") + 1)}`, argument.source),
			at,
		});
	}
}

/** What is written lies below the operand: a directory that copies go into, or a tree that a formatter works on. */
function writesBelow({ operands }: CommandForm, argument: Argument, index: number, count: number): boolean {
	if (operands === "copy" || operands === "move") return index < count - 1 || count > 2 || /(?:^|\/)\.{0,2}$/.test(argument.text ?? "");
	return !(operands === "filter" && index > 0) && !(Array.isArray(operands) && operands[index] === "write");
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
