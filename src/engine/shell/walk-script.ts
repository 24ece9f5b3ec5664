import type {
	AndOr,
	Case,
	CommandNode,
	CompoundCommand,
	For,
	If,
	ParsedScript,
	Pipeline,
	PipelineNode,
	Statement,
	While,
	WordPart,
} from "unbash";
import { deny, fedPaths, type Input, isBindable, MOST_PARTS, MOST_WORDS } from "../commands/index.ts";
import { unite } from "./built-ins.ts";
import { judgeDoubleTest } from "./conditions.ts";
import { isArithmetic } from "./read-word.ts";
import { judgeRedirections } from "./redirections.ts";
import { aside, inside, outside, type Place, subshell, textOf, type Walk, within } from "./walk.ts";
import { mayBind, walkCommand } from "./walk-command.ts";
import { expandWord, readValue } from "./words.ts";

type Places = readonly string[];

/** Judges every command of a script; one with syntax errors is never allowed. */
export function walkScript(walk: Walk, script: ParsedScript, place: Place, top = false): void {
	const error = script.errors?.[0];
	if (error !== undefined) {
		const around = walk.source.slice(Math.max(0, error.pos - 20), error.pos + 20);
		walk.findings.push(deny("command-unparsable", around, `The command cannot be read: ${error.message}`));
	}
	walkStatements(walk, script.commands, place, top);
}

/** A loop may hold no simple command at all (test/decide/bad-input.test.ts). */
const MOST_STEPS = 4_000;

/** One after the other. Nothing is believed of what ends early: each may run, wherever the ones before may have left the shell. */
function walkStatements(walk: Walk, statements: readonly Statement[], place: Place, top = false): Places {
	let { directories } = place;
	let { known } = place;
	let own: Map<string, string> | null = null;
	if (statements.length > 1) inside(walk, "sequence", walk.source);
	for (const { command, background } of statements) {
		// SECURITY: loops in loops multiply, and were answered when there were too many parts.
		if (walk.count.parts > MOST_PARTS || ++walk.count.steps > MOST_STEPS) break;
		if (walk.count.steps === MOST_STEPS)
			walk.findings.push(deny("command-unparsable", textOf(walk, command).slice(0, 80), "The command has more than 4,000 steps"));
		const here = { ...place, directories, known };
		if (background === true) {
			inside(walk, "background", textOf(walk, command));
			walkNode(walk, command, aside(here));
			continue;
		}
		directories = unite(walk, directories, walkNode(walk, command, here));
		const bound = top ? boundLiteral(walk, command) : null;
		if (bound === null) continue;
		own ??= new Map(known);
		known = own.set(...bound);
	}
	return directories;
}

/** `NAME=literal` as an item of its own at the top, the only place where the text binds the name: it stands for its literal from here on. */
function boundLiteral(walk: Walk, node: PipelineNode | AndOr): readonly [string, string] | null {
	if (node.type !== "Command" || node.name !== undefined || node.prefix.length !== 1) return null;
	const [part] = node.prefix;
	if (part?.type !== "Assignment" || part.value.type === "ArrayValue" || part.append === true || part.index !== undefined) return null;
	if (walk.bindings.get(part.name) !== 1 || !isBindable(part.name, walk.policy.environment)) return null;
	const parts = part.value.parts ?? [];
	if (parts.some(({ type }) => type !== "Literal" && type !== "SingleQuoted" && type !== "DoubleQuoted")) return null;
	if (parts.some((one) => one.type === "DoubleQuoted" && one.parts.some(({ type }) => type !== "Literal"))) return null;
	return [part.name, part.value.value];
}

function walkNode(walk: Walk, node: PipelineNode | AndOr, place: Place): Places {
	switch (node.type) {
		case "AndOr":
			return walkAndOr(walk, node, place);
		case "Pipeline":
			return walkPipeline(walk, node, place);
		default:
			return walkCommandNode(walk, node, place);
	}
}

/** As long as only `&&` was met, each runs where the one before has left the shell; behind `||` anywhere it may have been. */
function walkAndOr(walk: Walk, { commands, operators }: AndOr, place: Place): Places {
	let current = place.directories;
	let all = current;
	let certain = true;
	for (const [at, command] of commands.entries()) {
		if (at > 0) {
			const operator = operators[at - 1];
			inside(walk, operator === "&&" ? "and" : "or", walk.source);
			certain &&= operator === "&&";
		}
		const from = certain ? current : all;
		const after = walkNode(walk, command, { ...place, directories: from });
		current = certain ? after : unite(walk, from, after);
		all = unite(walk, all, after);
	}
	return all;
}

const MOST_PREFIXES = 64;

function walkPipeline(walk: Walk, { prefixes, commands, operators }: Pipeline, place: Place): Places {
	// SECURITY: bash itself gives up where there are ten thousand (test/decide/bad-input.test.ts).
	if (prefixes.length > MOST_PREFIXES)
		walk.findings.push(deny("command-unparsable", walk.source.slice(0, 80), "The command is nested too deeply"));
	for (const prefix of prefixes) inside(walk, prefix.type === "Time" ? "time" : "not", textOf(walk, prefix));
	const [only] = commands;
	if (commands.length === 1 && only !== undefined) return unite(walk, place.directories, walkCommandNode(walk, only, place));
	let input: Input = place.input;
	for (const [at, command] of commands.entries()) {
		if (at > 0) inside(walk, operators[at - 1] === "|&" ? "pipeline-both" : "pipeline", textOf(walk, command));
		// SECURITY: in a group another command may take the first half of a path off the input.
		const own = command.type === "Command" || input === "none" ? input : "pipe";
		walkCommandNode(walk, command, within(place, commands, { input: own }));
		input = operators[at] === "|" ? fedPaths(plainWords(command), walk.observe) : "pipe";
	}
	return place.directories;
}

/** The words of a command that is nothing but plain words. */
function plainWords(node: CommandNode): readonly string[] | null {
	if (node.type !== "Command" || node.prefix.length > 0 || node.redirects.length > 0 || node.name === undefined) return null;
	const words: string[] = [];
	for (const part of [node.name, ...node.args]) {
		// SECURITY: a leading tilde is not the directory that the parser's value says (test/decide/shell.test.ts).
		if (part.type !== "Word" || part.text.startsWith("~") || !(part.parts ?? []).every(isPlainPart)) return null;
		words.push(part.value);
	}
	return words;
}

function isPlainPart(part: WordPart): boolean {
	if (part.type === "DoubleQuoted") return part.parts.every(({ type, text }) => type === "Literal" && !text.includes("\\"));
	return part.type === "Literal" || part.type === "SingleQuoted";
}

function walkCommandNode(walk: Walk, node: CommandNode, place: Place): Places {
	switch (node.type) {
		case "Command":
			return walkCommand(walk, node, place);
		case "Redirected":
			judgeRedirections(walk, node.redirects, place);
			return walkCompound(walk, node.command, { ...place, input: "none" });
		case "Function":
			outside(walk, "function", textOf(walk, node));
			return place.directories;
		case "Coproc":
			outside(walk, "coproc", textOf(walk, node));
			return place.directories;
		default:
			return walkCompound(walk, node, place);
	}
}

function walkCompound(walk: Walk, node: CompoundCommand, place: Place): Places {
	const segment = textOf(walk, node);
	switch (node.type) {
		case "BraceGroup":
			inside(walk, "group", segment);
			return walkStatements(walk, node.body.commands, place);
		case "Subshell":
			inside(walk, "subshell", segment);
			walkStatements(walk, node.body.commands, subshell(place));
			return place.directories;
		case "If":
			inside(walk, "if", segment);
			return walkIf(walk, node, place);
		case "Case":
			inside(walk, "case", segment);
			return walkCase(walk, node, place);
		case "While":
			walkWhile(walk, node, place, segment);
			return place.directories;
		case "For":
			walkFor(walk, node, place, segment);
			return place.directories;
		case "TestCommand":
			if (inside(walk, "double-test", segment)) judgeDoubleTest(walk, node.expression, place);
			return place.directories;
		case "ArithmeticCommand":
			if (!isArithmetic(segment)) outside(walk, "arithmetic", segment);
			else inside(walk, "arithmetic-command", segment);
			return place.directories;
		case "ArithmeticFor":
			outside(walk, "for", segment);
			return place.directories;
		case "Select":
			outside(walk, "select", segment);
			return place.directories;
	}
}

/** Each branch may begin wherever the conditions and the branches before may have left the shell. */
function walkIf(walk: Walk, node: If, place: Place): Places {
	let directories = place.directories;
	const add = (statements: readonly Statement[]): void => {
		directories = unite(walk, directories, walkStatements(walk, statements, { ...place, directories }));
	};
	add(node.clause.commands);
	add(node.then.commands);
	for (const branch of node.elif) {
		add(branch.clause.commands);
		add(branch.then.commands);
	}
	if (node.else !== undefined) add(node.else.commands);
	return directories;
}

function walkCase(walk: Walk, node: Case, place: Place): Places {
	readValue(walk, node.word, place);
	let directories = place.directories;
	for (const item of node.items) {
		for (const pattern of item.pattern) readValue(walk, pattern, place, "pattern");
		directories = unite(walk, directories, walkStatements(walk, item.body.commands, { ...place, directories }));
	}
	return directories;
}

function walkWhile(walk: Walk, node: While, place: Place, segment: string): void {
	const loop = within(place, node, { input: place.input === "none" ? "none" : "pipe" });
	const name = node.kind === "while" ? readsLine(node) : null;
	if (name === null) {
		inside(walk, "while", segment);
		walkStatements(walk, node.clause.commands, loop);
	} else {
		inside(walk, "while-read", segment);
		mayBind(walk, name, segment);
	}
	walkStatements(walk, node.body.commands, loop);
}

/** The name in `[IFS=] read -r NAME`, exactly so. */
function readsLine({ clause }: While): string | null {
	const [statement] = clause.commands;
	const node = statement?.command;
	if (clause.commands.length !== 1 || statement?.background === true || node?.type !== "Command" || node.redirects.length > 0) return null;
	if (node.prefix.some((part) => part.type !== "Assignment" || part.text !== "IFS=")) return null;
	const [option, name] = node.args;
	if (node.name?.text !== "read" || node.args.length !== 2 || node.prefix.length > 1) return null;
	return option?.type === "Word" && option.text === "-r" && name?.type === "Word" && /^[A-Za-z_]\w*$/.test(name.text) ? name.text : null;
}

const MOST_ROUNDS = 100;

/** The body is judged for each word, where all of them are known; else once, with the name standing for any word. */
function walkFor(walk: Walk, node: For, place: Place, segment: string): void {
	inside(walk, "for", segment);
	const name = node.name.text;
	if (!mayBind(walk, name, segment)) return;
	if ((node.wordlist?.length ?? 0) > MOST_WORDS) {
		outside(walk, "for", segment.slice(0, 80));
		return;
	}
	const words = (node.wordlist ?? []).map((word) => expandWord(walk, word, place));
	if (words.includes(null)) return;
	const values = words.flatMap((list) => (list ?? []).map(({ text, found }) => (text === null ? found : [text])));
	const known = node.wordlist !== undefined && walk.bindings.get(name) === 1 && isBindable(name, walk.policy.environment);
	if (!known || values.includes(null)) {
		walkStatements(walk, node.body.commands, within(place, node));
		return;
	}
	const rounds = [...new Set(values.flatMap((list) => list ?? []))];
	if (rounds.length > MOST_ROUNDS) {
		outside(walk, "for", segment);
		return;
	}
	const names = new Map(place.known);
	const round = within(place, node, { known: names });
	for (const value of rounds) {
		names.set(name, value);
		walkStatements(walk, node.body.commands, round);
	}
}
