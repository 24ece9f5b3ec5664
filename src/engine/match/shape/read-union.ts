import { isList } from "./foreign.ts";
import { type Reading, reportWrongType } from "./reading.ts";
import type { Shape, UnionShape } from "./shape.ts";

/**
 * The value read by the first member of a union that takes it. When none does, the problems are those of the one member
 * of the value's kind, so that a bad entry of a list is named and not the list as a whole.
 */
export function readUnion(
	reading: Reading,
	value: unknown,
	shape: UnionShape,
	path: string,
	readAs: (member: Shape, trial: Reading) => unknown,
): unknown {
	const fitting = shape.of.filter((member) => fits(member, value));
	const trials: Reading[] = [];
	for (const member of fitting) {
		const trial: Reading = { ...reading, problems: [] };
		const copy = readAs(member, trial);
		reading.valuesLeft = trial.valuesLeft;
		if (trial.problems.length === 0) return copy;
		trials.push(trial);
	}
	const only = trials.length === 1 ? trials[0] : undefined;
	if (!only || fitting[0]?.kind === "choice") return reportWrongType(reading, path, value, shape);
	for (const problem of only.problems) reading.problems.push(problem);
	return undefined;
}

function fits(shape: Shape, value: unknown): boolean {
	switch (shape.kind) {
		case "text":
			return typeof value === "string";
		case "choice":
			return shape.of.some((choice) => typeof choice === typeof value);
		case "number":
			return typeof value === "number";
		case "boolean":
			return typeof value === "boolean";
		case "nullable":
			return value === null || fits(shape.of, value);
		case "list":
			return isList(value);
		case "record":
		case "object":
			return typeof value === "object" && value !== null && !isList(value);
		case "union":
			return shape.of.some((member) => fits(member, value));
		case "anything":
			return true;
	}
}
