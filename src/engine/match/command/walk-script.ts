import type {
	AndOr,
	Case,
	CommandNode,
	CompoundCommand,
	CompoundList,
	For,
	ParsedScript,
	PipelineNode,
	Redirected,
	Select,
	Statement,
} from "unbash";
import { checkAssignment } from "./assignments.ts";
import { expandValue, expandWord, walkParts } from "./expand-word.ts";
import { plainOutput } from "./fed-input.ts";
import { deny } from "./finding.ts";
import { judgeRedirections } from "./redirections.ts";
import {
	assignNumber,
	assignVariable,
	mergeDirectories,
	mergeStates,
	moveTo,
	type ShellState,
	sameState,
	withInput,
} from "./shell-state.ts";
import { MOST_PARTS, type Walk } from "./walk.ts";
import { walkArithmetic } from "./walk-arithmetic.ts";
import { walkCommand } from "./walk-command.ts";
import { walkTest } from "./walk-test.ts";

/** Walks every statement of a script; a script with syntax errors is never allowed. */
export function walkScript(walk: Walk, script: ParsedScript, state: ShellState, source: string): ShellState {
	const error = script.errors?.[0];
	if (error !== undefined)
		walk.findings.push(
			deny("command-unparsable", source.slice(Math.max(0, error.pos - 20), error.pos + 20), `The command cannot be read: ${error.message}`),
		);
	return walkStatements(walk, script.commands, state, source);
}

function walkStatements(walk: Walk, statements: readonly Statement[], state: ShellState, source: string): ShellState {
	if (walk.count.parts > MOST_PARTS) return state;
	let current = state;
	for (const statement of statements) {
		const after = walkNode(walk, statement.command, current, source);
		if (statement.background === true) continue;
		// A `cd` may fail, and the script goes on where it was.
		const certain = after.directories === current.directories || (after.stopsOnError && statement.command.type === "Command");
		current = certain ? after : afterMove(walk, current, after);
	}
	return current;
}

/** The old directory stays possible unless the new one surely exists. */
function afterMove(walk: Walk, before: ShellState, after: ShellState): ShellState {
	if (before.directories === null || after.directories === null) return after;
	const only = after.directories.length === 1 ? after.directories[0] : undefined;
	if (only !== undefined && walk.policy.files.enter(only, "/").certain) return after;
	const previous = mergeDirectories(before.previous, after.previous);
	return { ...moveTo(after, mergeDirectories(before.directories, after.directories)), previous };
}

function walkNode(walk: Walk, node: PipelineNode | AndOr, state: ShellState, source: string): ShellState {
	switch (node.type) {
		case "AndOr":
			return walkAndOr(walk, node, state, source);
		case "Pipeline": {
			if (node.commands.length === 1 && node.commands[0] !== undefined) return walkCommandNode(walk, node.commands[0], state, source);
			// Each side of a pipe is a shell of its own.
			let input = state.input;
			for (const command of node.commands) {
				walkCommandNode(walk, command, withInput(state, input), source);
				if (walk.forbids) input = plainOutput(command);
			}
			return state;
		}
		default:
			return walkCommandNode(walk, node, state, source);
	}
}

function walkAndOr(walk: Walk, node: AndOr, state: ShellState, source: string): ShellState {
	let current = state;
	let any = state;
	let index = 0;
	for (const command of node.commands) {
		// After `||` the left side has failed, so neither way is certain.
		const failed = index > 0 && node.operators[index - 1] === "||";
		index++;
		const from = failed ? mergeStates(any, current) : current;
		current = walkNode(walk, command, from, source);
		any = mergeStates(any, current);
	}
	// SECURITY: any part but the first may not have run (`f=id; false && f=echo; $f`).
	return any;
}

function walkCommandNode(walk: Walk, node: CommandNode, state: ShellState, source: string): ShellState {
	switch (node.type) {
		case "Command":
			return walkCommand(walk, node, state, source, callBody);
		case "Redirected":
			judgeRedirections(walk, node.redirects, state, source);
			return walkCompound(walk, node.command, withInput(state, null), source);
		case "Function": {
			const name = node.name.value;
			const functions = new Map(state.functions).set(name, { node, source, certain: true });
			// SECURITY: a handler may call it behind our back, so the body is judged where it is defined, with nothing known of its words.
			walkBody(walk, node.body, unknownParameters({ ...state, functions }), source);
			return { ...state, functions };
		}
		case "Coproc":
			if (node.name !== undefined) {
				checkAssignment(walk, node.name.value, source.slice(node.pos, node.end), false);
				walk.opaque.add(node.name.value).add(`${node.name.value}_PID`);
			}
			if (node.body.type === "Command") walkCommand(walk, node.body, state, source, callBody);
			else walkBody(walk, node.body, state, source);
			return state;
		default:
			return walkCompound(walk, node, withInput(state, null), source);
	}
}

function callBody(walk: Walk, name: string, state: ShellState): ShellState {
	const definition = state.functions.get(name);
	return definition === undefined ? state : walkBody(walk, definition.node.body, withInput(state, null), definition.source);
}

function walkBody(walk: Walk, body: CompoundCommand | Redirected | CompoundList, state: ShellState, source: string): ShellState {
	if (body.type === "CompoundList") return walkStatements(walk, body.commands, state, source);
	return body.type === "Redirected" ? walkCommandNode(walk, body, state, source) : walkCompound(walk, body, state, source);
}

function unknownParameters(state: ShellState): ShellState {
	let after = state;
	for (let at = 1; at <= 9; at++) after = assignVariable(after, String(at), null);
	return after;
}

function walkCompound(walk: Walk, node: CompoundCommand, state: ShellState, source: string): ShellState {
	switch (node.type) {
		case "BraceGroup":
			return walkStatements(walk, node.body.commands, state, source);
		case "Subshell":
			walkStatements(walk, node.body.commands, state, source);
			return state;
		case "If": {
			let condition = walkStatements(walk, node.clause.commands, state, source);
			let after = walkStatements(walk, node.then.commands, condition, source);
			for (const branch of node.elif) {
				condition = walkStatements(walk, branch.clause.commands, condition, source);
				after = mergeStates(after, walkStatements(walk, branch.then.commands, condition, source));
			}
			return mergeStates(after, node.else === undefined ? condition : walkStatements(walk, node.else.commands, condition, source));
		}
		case "While":
			return repeat(walk, state, (from) =>
				walkStatements(walk, node.body.commands, walkStatements(walk, node.clause.commands, from, source), source),
			);
		case "For":
		case "Select":
			return walkFor(walk, node, state, source);
		case "ArithmeticFor": {
			const segment = source.slice(node.pos, node.body.pos);
			const arithmetic = (expression: typeof node.test, from: ShellState): ShellState =>
				expression === undefined ? from : walkArithmetic(walk, expression, segment, from, source, walkParts).reduce(assignNumber, from);
			const start = arithmetic(node.initialize, state);
			return repeat(walk, start, (from) =>
				arithmetic(node.update, walkStatements(walk, node.body.commands, arithmetic(node.test, from), source)),
			);
		}
		case "ArithmeticCommand":
			return walkArithmetic(walk, node.expression, source.slice(node.pos, node.end), state, source, walkParts).reduce(assignNumber, state);
		case "Case":
			return walkCase(walk, node, state, source);
		case "TestCommand":
			walkTest(walk, node.expression, state, source, source.slice(node.pos, node.end));
			return state;
	}
}

/** A literal list is walked value by value; otherwise the variable is not known. */
function walkFor(walk: Walk, node: For | Select, state: ShellState, source: string): ShellState {
	const name = node.name.value;
	checkAssignment(walk, name, source.slice(node.pos, node.body.pos), false);
	const known: string[] = [];
	let dynamic = false;
	for (const word of node.wordlist ?? []) {
		for (const { text } of expandWord(walk, word, state, source)) {
			if (text === null) dynamic = true;
			else known.push(text);
		}
	}
	const body = (from: ShellState): ShellState => walkStatements(walk, node.body.commands, from, source);
	if (node.type === "For" && node.wordlist !== undefined && !dynamic && known.length <= 16) {
		let current = state;
		for (const value of known) {
			// SECURITY: loops in loops multiply; each round counts as a part (bench/fuzz.ts).
			if (++walk.count.parts > MOST_PARTS) {
				walk.findings.push(deny("command-unparsable", source.slice(node.pos, node.pos + 80), "The command has more than 1,000 parts"));
				break;
			}
			const inside = assignVariable(current, name, value);
			const after = body(inside);
			// A body that leaves everything as it was changes only the variable of the loop.
			if (after !== inside) current = mergeStates(current, after);
			else if (current.variables.get(name) !== null) current = assignVariable(current, name, null);
		}
		return current;
	}
	return repeat(walk, state, (from) => body(assignVariable(from, name, null)));
}

/** A loop's body may run any number of times: whatever it keeps changing is not known. */
function repeat(walk: Walk, state: ShellState, body: (from: ShellState) => ShellState): ShellState {
	const made = walk.made.length;
	const first = mergeStates(state, body(state));
	// What the body made on the disk is there when it runs again.
	if (sameState(first, state) && walk.made.length === made) return first;
	const second = mergeStates(first, body(first));
	if (sameState(first, second)) return second;
	const variables = new Map(
		[...second.variables].map(([name, value]) => [name, first.variables.get(name) === value ? value : null] as const),
	);
	const numbers = new Set([...second.numbers].filter((name) => first.numbers.has(name)));
	const widened = {
		...second,
		variables,
		numbers,
		directories: second.directories === first.directories ? second.directories : null,
		previous: null,
	};
	return mergeStates(widened, body(widened));
}

function walkCase(walk: Walk, node: Case, state: ShellState, source: string): ShellState {
	expandValue(walk, node.word, state, source);
	let after = state;
	let falling = state;
	for (const item of node.items) {
		for (const pattern of item.pattern) expandValue(walk, pattern, state, source);
		const ended = walkStatements(walk, item.body.commands, mergeStates(state, falling), source);
		after = mergeStates(after, ended);
		falling = item.terminator === ";;" || item.terminator === undefined ? state : ended;
	}
	return after;
}
