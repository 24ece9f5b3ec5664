import type { For, Select } from "unbash";
import { checkAssignment } from "./assignments.ts";
import { expandWord } from "./expand-word.ts";
import { deny } from "./finding.ts";
import { assignVariable, mergeStates, type ShellState, sameState } from "./shell-state.ts";
import { MOST_PARTS, type Walk } from "./walk.ts";

/** A literal list is walked value by value; otherwise the variable is not known. */
export function walkFor(
	walk: Walk,
	node: For | Select,
	state: ShellState,
	source: string,
	body: (from: ShellState) => ShellState,
): ShellState {
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
export function repeat(walk: Walk, state: ShellState, body: (from: ShellState) => ShellState): ShellState {
	const before = walk.made.length + walk.opaque.length;
	const first = mergeStates(state, body(state));
	// What the body made on the disk is there when it runs again, and what it made unclear is so from the beginning.
	if (sameState(first, state) && walk.made.length + walk.opaque.length === before) return first;
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
