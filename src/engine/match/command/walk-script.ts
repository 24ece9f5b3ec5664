import type {
	AndOr,
	Case,
	CommandNode,
	CompoundCommand,
	CompoundList,
	Function as FunctionNode,
	ParsedScript,
	PipelineNode,
	Redirected,
	Statement,
} from "unbash";
import { checkAssignment } from "./assignments.ts";
import { expandValue, walkParts } from "./expand-word.ts";
import { plainOutput } from "./fed-input.ts";
import { deny } from "./finding.ts";
import { judgeRedirections } from "./redirections.ts";
import {
	assignNumber,
	assignVariable,
	defineFunction,
	MOST_NAMES,
	mergeDirectories,
	mergeStates,
	moveTo,
	type ShellState,
	withInput,
} from "./shell-state.ts";
import { MOST_PARTS, type Walk } from "./walk.ts";
import { walkArithmetic } from "./walk-arithmetic.ts";
import { walkCommand } from "./walk-command.ts";
import { repeat, walkFor } from "./walk-loops.ts";
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
		case "Function":
			return walkDefinition(walk, node, state, source);
		case "Coproc":
			if (node.name !== undefined) {
				checkAssignment(walk, node.name.value, source.slice(node.pos, node.end), false);
				walk.opaque.push(node.name.value, `${node.name.value}_PID`);
			}
			if (node.body.type === "Command") walkCommand(walk, node.body, state, source, callBody);
			else walkBody(walk, node.body, state, source);
			return state;
		default:
			return walkCompound(walk, node, withInput(state, null), source);
	}
}

/** SECURITY: a handler may call it behind our back, so the body is judged where it is defined, with nothing known of its words. */
function walkDefinition(walk: Walk, node: FunctionNode, state: ShellState, source: string): ShellState {
	const after = defineFunction(state, node.name.value, { node, source, certain: true });
	if (after.functions.size > MOST_NAMES) {
		walk.findings.push(deny("command-unparsable", source.slice(node.pos, node.pos + 80), "The text defines more than 64 functions"));
		return state;
	}
	walkBody(walk, node.body, unknownParameters(after), source);
	return after;
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
			return walkFor(walk, node, state, source, (from) => walkStatements(walk, node.body.commands, from, source));
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
