import { type CommandForm, findProgram, type LauncherForm, type Operands, type ProgramTable, type Role } from "../programs/index.ts";
import { type Analysis, type Check, hazardous, type Inner, type Need, need, type Parts, type ShellText } from "./analysis.ts";
import { type Argument, baseName, dynamicArgument, staticArgument } from "./argument.ts";
import { type FoundForm, findForm } from "./find-form.ts";
import { optionIndex, type ParsedOption, type ParsedWords, parseWords } from "./parse-words.ts";
import { fitsWhole, positionOf, readFinding, readOption, readRole } from "./read-option.ts";

const UNKNOWN_PROGRAM: ProgramTable = { names: [], operands: "guarded", abbreviations: false };
const NO_OPERAND = { argument: staticArgument(""), at: -1 };
const HELP_ONLY = /^(?:--version|--help|-[Vh]|-v|version|help)$/;

/** Reads one simple command with the table of its program. The first word is static; `piped`: something arrives on its input. */
export function analyseCommand(words: readonly Argument[], piped = false): Analysis {
	const name = words[0]?.text ?? "";
	const program = baseName(name);
	const table = findProgram(program);
	const found = findForm(words, table ?? UNKNOWN_PROGRAM);
	const needs: Need[] = [];
	const checks: Check[] = [];
	const inner: Inner[] = [];
	const texts: ShellText[] = [];
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
	for (const option of found.globals) readOption(option, words, table, parts);
	for (const option of parsed.options) readOption(option, words, table === undefined ? undefined : found.form, parts);
	if (table?.interpreter !== undefined) markInput(options, needs);
	readUnclear(found, parsed, table, parts);
	if (launcher !== undefined) {
		const split = splitLauncher(words, parsed, launcher, program);
		// SECURITY: where a word before it may become several, or none, another one is the program (`timeout a* ls`).
		const own = words.slice(1, split.inner?.at ?? words.length);
		for (const [at, argument] of own.entries())
			if (argument.open || argument.found !== null) checks.push({ role: "unclear", argument, at: at + 1 });
		needs.push(...split.needs);
		if (split.inner !== null) inner.push(split.inner);
	} else {
		readOperands(words, found, parsed, options, table, parts, piped);
	}
	readPassedOn(found.form, parsed, needs);
	runAnalyser(words, found, parsed, parts);
	// `watch 'npm test'`: the words are joined and run as text, so a word with blanks is not a program's name.
	if (found.form.joinsWords === true && /\s/.test(inner[0]?.words[0]?.text ?? "")) inner.shift();
	const globals = beforeNames(found, parsed, launcher === undefined, options);
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
		targets: found.form.targets === true ? parsed.operands.map(({ at }) => at) : [],
		step: found.steps.length === 0 ? null : (words[found.steps[0]?.at ?? -1]?.text ?? null),
		transparent:
			inner.some((one) => one.at > 0 && one.needsRule === null) ||
			(table?.interpreter?.shell === true && checks.some(({ role }) => role === "unclear")) ||
			(texts.length > 0 && (table?.interpreter?.shell === true || (launcher?.needsRule === undefined && launcher !== undefined))),
		runsCode: table?.interpreter !== undefined || launcher !== undefined,
	};
}

/** The own options of a launcher stand before its command, and those of make before a target, as global options do before a subcommand. */
function beforeNames(
	found: FoundForm,
	{ operands }: ParsedWords,
	plain: boolean,
	options: readonly ParsedOption[],
): readonly ParsedOption[] {
	if (!plain) return options;
	if (found.form.targets !== true) return found.globals;
	const first = operands[0]?.at ?? -1;
	return options.filter(({ at }) => at < first);
}

/** Words behind `--` are those of another program, whose options may run anything: `cmake --build x -- -f other.mk`. */
function readPassedOn({ passesOn }: CommandForm, { operands }: ParsedWords, needs: Need[]): void {
	if (passesOn === undefined) return;
	for (const { argument, at, afterDashes } of operands) {
		if (!afterDashes || (argument.text !== null && fitsWhole(passesOn, argument.text))) continue;
		needs.push(need(at, argument.source, "what stands behind `--` goes to another program, whose options may run anything", "ask"));
	}
}

/** What rows cannot say: the program's own language, archives, addresses. */
function runAnalyser(words: readonly Argument[], { form, from }: FoundForm, { operands }: ParsedWords, parts: Parts): void {
	if (form.analyser === undefined) return;
	const list = form.analysesWords === true ? words.slice(from).map((argument, index) => ({ argument, at: from + index })) : operands;
	const texts = list.map(({ argument }) => argument.text);
	// A pattern that finds nothing stays as it is written, and may be one of the program's own (`git log *env`).
	const patterns = list.map(({ argument }) => argument.text ?? argument.found?.[0] ?? null);
	const findings = [...form.analyser(texts), ...(list.some(({ argument }) => argument.found !== null) ? form.analyser(patterns) : [])];
	for (const finding of findings) readFinding(finding, (index, segment) => positionOf(list, index, segment), words, parts);
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
	piped: boolean,
): void {
	const { form } = found;
	const recursive = isRecursive(form, options);
	const roles = operandRoles(form, options, parsed.operands.length);
	const view =
		form.readsStored === true
			? { view: { stored: true } as const }
			: followsLinks(form, options)
				? { view: { links: "followed" } as const }
				: {};
	const lists = form.listsTrees === true || given(options, form.listsTrees ?? []);
	const several = parsed.operands.some(({ argument }) => argument.found !== null || argument.below !== null || argument.open);
	let reads = false;
	for (let index = 0; index < parsed.operands.length; index++) {
		const { argument, at } = parsed.operands[index] ?? NO_OPERAND;
		if (form.assignments !== undefined && /^[A-Za-z_][\w.]*[:+?!]?=/.test(argument.text ?? argument.lead)) {
			parts.needs.push(need(at, argument.source, "an assignment among the operands changes what runs"));
			continue;
		}
		const role = roleOf(roles, index);
		// SECURITY: `less "+$x"` runs what follows `!`, and `@file` holds further words (test/decide/shell.test.ts).
		if (argument.text === null && /^[+@]/.test(argument.lead)) parts.checks.push({ role: "unclear", argument, at });
		if (!isSteady(form, roles, argument, index)) parts.checks.push({ role: "unclear", argument, at });
		reads ||= role === "read";
		if (role === "read" && lists) parts.checks.push({ role: "read-tree", argument, at, view: NAMES_ONLY });
		if (role === "read" && recursive) parts.checks.push({ role: "read-tree", argument, at, ...view });
		else if (role === "write" && (form.operands !== "write" || form.rewritesBelow === true)) {
			const below = writesBelow(form, argument, index, parsed.operands.length, several);
			parts.checks.push({ role: below ? "write-tree" : "write", argument, at });
			// A copy has its own names; what is rewritten is found, even through links.
			if (below && form.operands !== "copy" && form.operands !== "move")
				parts.checks.push({ role: "write-links", argument, at, view: REWRITTEN });
		} else readRole(role, argument, at, parts);
	}
	// Without an operand the list arrives on the input.
	if (roles.forced === "listed" && parsed.operands.length === 0)
		parts.checks.push({ role: "read", argument: dynamicArgument("-"), at: -1 });
	if (form.operands === "copy" || form.operands === "move") readCopies(parsed, options, parts);
	if (parsed.operands.length === 0 && form.defaultOperand !== undefined && roleOf(roles, 0) === "write") {
		parts.checks.push({ role: "write-tree", argument: staticArgument(form.defaultOperand), at: -1 });
		parts.checks.push({ role: "write-links", argument: staticArgument(form.defaultOperand), at: -1, view: REWRITTEN });
	}
	// `ls` alone reads the directory where it stands, and so does `ls *` where patterns that find nothing vanish.
	if (
		parsed.operands.every(({ argument: { open, found } }) => open || found !== null) &&
		form.defaultOperand !== undefined &&
		!lists &&
		!recursive &&
		roleOf(roles, 0) === "read"
	)
		parts.checks.push({ role: "read", argument: staticArgument(form.defaultOperand), at: -1 });
	if (lists && !reads)
		parts.checks.push({ role: "read-tree", argument: staticArgument(form.defaultOperand ?? "."), at: -1, view: NAMES_ONLY });
	// Some programs read what a pipe brings when no path is named.
	if (recursive && !reads && !(piped && form.readsPipe === true))
		parts.checks.push({ role: "read-tree", argument: staticArgument(form.defaultOperand ?? "."), at: -1, ...view });
	if (
		table?.interpreter !== undefined &&
		parsed.operands.length === 0 &&
		!words.slice(1).every((word) => HELP_ONLY.test(word.text ?? ""))
	) {
		const covered = parsed.options.some(
			(option) => option.row?.is === "shell" || option.row?.operandsBecome === "data" || option.row?.hazard !== undefined,
		);
		if (!covered) parts.needs.push(fromInput(words));
	} else if (table?.interpreter !== undefined && words.length === 1) {
		parts.needs.push(fromInput(words));
	}
}

/** A word that may become several, or none, may stand only where the words behind it mean the same. */
function isSteady({ operands }: CommandForm, roles: OperandRoles, { open, found, below }: Argument, index: number): boolean {
	if (!open && found === null && below === null) return true;
	if (operands === "copy" || operands === "move") return index < roles.count - 1;
	const role = roleOf(roles, index);
	return roleOf(roles, index + 1) === role && roleOf(roles, index + 2) === role;
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
function readUnclear(found: FoundForm, parsed: ParsedWords, table: ProgramTable | undefined, { needs, checks }: Parts): void {
	if (table === undefined) {
		for (const { argument, at } of parsed.operands) {
			if (argument.text !== null && runsOrRemoves(argument.text))
				needs.push(need(at, argument.source, "this program is not known, and may run its operand", "ask", "command-dynamic"));
			if (argument.text === null && !argument.pipe)
				needs.push(need(at, argument.source, "this program is not known, and neither is the word", "ask", "command-dynamic"));
		}
	}
	for (const { argument, at } of [...found.unclear, ...parsed.shifting]) checks.push({ role: "unclear", argument, at });
	if (parsed.unclear.length === 0) return;
	const index = optionIndex(found.form);
	const listed = table !== undefined && found.form.launcher === undefined && table.interpreter === undefined;
	// SECURITY: a word that becomes several brings operands too (`head -n$x`, test/decide/shell.test.ts).
	const opens = parsed.unclear.some(({ argument }) => argument.open);
	const readsOnly = found.form.operands === "read" || found.form.operands === "data";
	if (listed && index.harmless && !Array.isArray(found.form.recursive) && !opens) return;
	const role = listed && index.reading && (!opens || readsOnly) ? "unclear-read" : "unclear";
	for (const { argument, at } of parsed.unclear) checks.push({ role, argument, at, listed });
}

const REMOVERS = new Set(["rm", "mv", "cp", "dd", "chmod", "chown", "tee", "curl", "wget", "nc", "kill", "ssh", "scp"]);

/** The name of a program that an unknown launcher would be told to run. */
function runsOrRemoves(word: string): boolean {
	const name = baseName(word);
	const table = findProgram(name);
	return REMOVERS.has(name) || table?.interpreter !== undefined || (table?.launcher !== undefined && name !== "time" && name !== "watch");
}

/** A copy into a directory has the name of its source there: `cp x/.mcp.json .` */
function readCopies(parsed: ParsedWords, options: readonly ParsedOption[], parts: Omit<Parts, "inner">): void {
	const into =
		options.find(({ row }) => row?.is === "write" && row.operandsBecome !== undefined)?.values[0] ?? parsed.operands.at(-1)?.argument;
	if (into?.text === undefined || into.text === null) return;
	for (const { argument, at } of parsed.operands) {
		if (argument === into) continue;
		const paths = argument.text === null ? argument.found : [argument.text];
		// What `find` hands over, or nobody knows, may have the name of a link that stands there.
		if (paths === null) parts.checks.push({ role: "unclear-name", argument, at });
		for (const path of paths ?? []) {
			const name = path.replace(/(?<!\/)\/+$/, "");
			// Its contents are copied; the analyser reports them where it sees the word, which it does not behind a pattern.
			if (/(?:^|\/)\.{1,2}$/.test(name)) {
				if (argument.text === null) parts.checks.push({ role: "unclear-name", argument, at });
				continue;
			}
			const copy = staticArgument(`${into.text}/${name.slice(name.lastIndexOf("/") + 1)}`, argument.source);
			parts.checks.push({ role: "write-name", argument: copy, at, view: { from: path } });
		}
	}
}

/** What is written lies below the operand: a directory that copies go into, or a tree that a formatter works on. */
function writesBelow({ operands }: CommandForm, argument: Argument, index: number, count: number, several: boolean): boolean {
	if (operands === "copy" || operands === "move")
		return index < count - 1 || count > 2 || several || /(?:^|\/)\.{0,2}$/.test(argument.text ?? "");
	return !(operands === "filter" && index > 0) && !(Array.isArray(operands) && operands[index] === "write");
}

/** Of what lies below only directories are read. */
const NAMES_ONLY = { names: [] } as const;

/** Formatters leave out what is not the project's own. */
const REWRITTEN = { without: [".git", "node_modules", ".venv", "__pycache__"] } as const;

function given(options: readonly ParsedOption[], spellings: readonly string[]): boolean {
	return options.some(({ name, row }) => [name, ...(row?.names ?? [])].some((spelling) => spellings.includes(spelling)));
}

function followsLinks({ followsLinks: following }: CommandForm, options: readonly ParsedOption[]): boolean {
	return (
		following === undefined ||
		options.some(({ name, row }) => [name, ...(row?.names ?? [])].some((spelling) => following.includes(spelling)))
	);
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

/** What the operands of one command are, given the options that change it. */
interface OperandRoles {
	readonly operands: Operands | undefined;
	/** The role that an option gives them. */
	readonly forced: Role | undefined;
	/** How many leading operands an option took the place of. */
	readonly replaced: number;
	readonly count: number;
}

function operandRoles({ operands }: CommandForm, options: readonly ParsedOption[], count: number): OperandRoles {
	let forced: Role | undefined;
	let replaced = 0;
	for (const { row } of options) {
		if (row === null) continue;
		if (row.operandsBecome !== undefined && forced !== "write") forced = row.operandsBecome;
		if (row.replacesFirst === true) replaced = 1;
	}
	return { operands, forced, replaced, count };
}

/** What the operand at a place among the operands is. */
function roleOf({ operands, forced, replaced, count }: OperandRoles, index: number): Role {
	const role = roleAt(operands, index, count, replaced);
	if (forced === undefined || isProgramText(role)) return role;
	return role === "data" && Array.isArray(operands) ? role : forced;
}

function roleAt(operands: Operands | undefined, index: number, count: number, replaced: number): Role {
	if (operands === undefined) return "maybe-read";
	if (operands === "copy") return index === count - 1 && count > 1 ? "write" : "read";
	if (operands === "move") return index === count - 1 && count > 1 ? "write" : "remove";
	if (operands === "filter") return index === 0 ? "read" : "write";
	if (typeof operands === "string") return operands;
	return operands[index + replaced] ?? operands[operands.length - 1] ?? "data";
}

function isProgramText(role: Role): boolean {
	return role === "sed-script" || role === "awk-program" || role === "jq-filter" || role === "shell";
}

/** The command that a launcher runs, and what a rule must name before it is looked through. */
function splitLauncher(
	words: readonly Argument[],
	parsed: ParsedWords,
	launcher: LauncherForm,
	program: string,
): { readonly inner: Inner | null; readonly needs: readonly Need[] } {
	let at = (parsed.operands[0]?.at ?? words.length) + (launcher.ownOperands ?? 0);
	const assignments: Argument[] = [];
	if (launcher.assignments === true) {
		for (; at < words.length; at++) {
			const argument = words[at] ?? dynamicArgument("");
			if (!/^[A-Za-z_]\w*\+?=/.test(argument.text ?? argument.lead)) break;
			assignments.push(argument);
		}
	}
	if (at >= words.length) return { inner: null, needs: bare(launcher, program, words) };
	const launched =
		launcher.ownUntilDashes === true && words[at - 1]?.text !== "--" ? takeOwn(words, at) : { words: words.slice(at), needs: [] };
	return {
		inner: {
			words: launched.words,
			at,
			appends: launcher.appends === true,
			needsRule: launcher.needsRule === undefined ? null : (launcher.why ?? launcher.needsRule),
			assignments,
		},
		needs: launched.needs,
	};
}

/** SECURITY: `npm exec tsc --package=x` is an option of npm; what stands behind `--` is the program's (installed-program.test.ts). */
function takeOwn(words: readonly Argument[], at: number): { readonly words: readonly Argument[]; readonly needs: readonly Need[] } {
	const dashes = words.findIndex((word, index) => index > at && word.text === "--");
	const end = dashes < 0 ? words.length : dashes;
	const needs = words.slice(at, end).flatMap(({ text, lead, source }, index): readonly Need[] => {
		if (!(text ?? lead).startsWith("-") && text !== null) return [];
		const why = "without `--` before it this may be an option of the launcher";
		return [{ at: at + index, segment: source, why, effect: "ask", code: "command-option", runs: true }];
	});
	return { words: [...words.slice(at, end), ...words.slice(end + 1)], needs };
}

/** A launcher without a command: `env` prints the environment, `sudo -l` lists; a rule for the launcher itself decides. */
function bare(launcher: LauncherForm, program: string, words: readonly Argument[]): readonly Need[] {
	if (launcher.needsRule === undefined) return [];
	return words.length > 1 ? [] : [{ at: -1, segment: program, why: "it starts a shell", effect: "ask", code: "command-dynamic" }];
}
