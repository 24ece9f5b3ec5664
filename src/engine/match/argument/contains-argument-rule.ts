import type { ArgumentRule } from "../../vocabulary/index.ts";

type Constraint = Extract<ArgumentRule, object>;
type Plain = Exclude<ArgumentRule, object>;

/** Whether every argument that the inner rule lets through passes the outer one; what cannot be told counts as no. */
export function containsArgumentRule(outer: ArgumentRule, inner: ArgumentRule): boolean {
	if (typeof outer !== "object") return typeof inner === "object" ? onlyValues(inner, [outer]) : outer === inner;
	return typeof inner === "object" ? impliesConstraint(outer, inner) : valuePasses(outer, inner);
}

function impliesConstraint(outer: Constraint, inner: Constraint): boolean {
	if (outer.min !== undefined && !(inner.min !== undefined && inner.min >= outer.min)) return false;
	if (outer.max !== undefined && !(inner.max !== undefined && inner.max <= outer.max)) return false;
	if (outer.max_length !== undefined && !(inner.max_length !== undefined && inner.max_length <= outer.max_length)) return false;
	if (outer.required === true && inner.required !== true) return false;
	if (outer.any !== undefined && !onlyValues(inner, outer.any)) return false;
	return valuesOf(outer.not).every((value) => valuesOf(inner.not).includes(value));
}

/** A plain value under a constraint; a text with glob characters stands for more than itself and is not judged. */
function valuePasses(outer: Constraint, value: Plain): boolean {
	if (typeof value === "string" && isGlob(value)) return false;
	if (outer.required === true) return false;
	if (outer.min !== undefined && !(typeof value === "number" && value >= outer.min)) return false;
	if (outer.max !== undefined && !(typeof value === "number" && value <= outer.max)) return false;
	if (outer.max_length !== undefined && !(typeof value === "string" && value.length <= outer.max_length)) return false;
	if (outer.any !== undefined && !outer.any.includes(value)) return false;
	return valuesOf(outer.not).every((forbidden) => forbidden !== value && !(typeof forbidden === "string" && isGlob(forbidden)));
}

function onlyValues(inner: Constraint, values: readonly Plain[]): boolean {
	return inner.any?.every((value) => values.includes(value)) ?? false;
}

function valuesOf(not: Constraint["not"]): readonly Plain[] {
	if (not === undefined) return [];
	return typeof not === "object" ? not : [not];
}

function isGlob(text: string): boolean {
	return /[*?[{]/.test(text);
}
