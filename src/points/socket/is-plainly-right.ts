import { type ObjectShape, parseAgentId, type Shape } from "../../engine/index.ts";
import { agentId, text } from "./shapes.ts";

/**
 * Whether data that was read from JSON is right beyond doubt, so that nobody need read and copy it member by member: most requests are.
 * INVARIANT: it knows less than `readShape`, never more. Whatever it does not know is false, and is then read the long way.
 */
export function isPlainlyRight(data: Readonly<Record<string, unknown>>, { keys, required = [] }: ObjectShape): boolean {
	for (const key in data) if (!Object.hasOwn(keys, key) || !isRight(data[key], keys[key])) return false;
	for (const key of required) if (!Object.hasOwn(data, key)) return false;
	return true;
}

/** How long a text may be that is not looked at closer. */
const SHORT = 1_024;
/** How many values an object may hold in all, and how deep, that is not looked at closer. */
const FEW = 100;
const SHALLOW = 8;

function isRight(value: unknown, shape: Shape | undefined): boolean {
	if (shape === agentId) return parseAgentId(value).ok;
	if (shape === text) return typeof value === "string" && value.length <= SHORT && !value.includes("\0");
	return shape?.kind === "anything" && fewLeft(value, FEW, SHALLOW) >= 0;
}

/** How many of so many values are left beside a value and all it holds; below 0 when there are more, or any that is not plain. */
function fewLeft(value: unknown, left: number, depth: number): number {
	switch (typeof value) {
		case "string":
			return value.length <= SHORT ? left - 1 : -1;
		case "number":
			// JSON can say -0, and numbers beyond all numbers.
			return Number.isFinite(value) && !Object.is(value, -0) ? left - 1 : -1;
		case "boolean":
			return left - 1;
		case "object":
			return value === null ? left - 1 : depth === 0 ? -1 : fewLeftIn(value, left - 1, depth - 1);
		default:
			return -1;
	}
}

function fewLeftIn(value: object, left: number, depth: number): number {
	let rest = left;
	if (Array.isArray(value)) {
		for (let index = 0; index < value.length && rest >= 0; index++) rest = fewLeft(value[index], rest, depth);
		return rest;
	}
	const members = value as Readonly<Record<string, unknown>>;
	for (const name in members) {
		// SECURITY: as `readShape`, which names it.
		if (name === "__proto__") return -1;
		rest = fewLeft(members[name], rest, depth);
		if (rest < 0) break;
	}
	return rest;
}
