import type { Facts, TargetSet, TargetTerms, Writ } from "../language/index.ts";
import { rememberPart } from "./memory/compiled.ts";
import { denied, type Outcome } from "./outcome.ts";

/** Judges who is reached: each restriction, then what the ancestors could reach, then the edges. */
export function checkTarget(
	writ: Writ,
	facts: Facts,
	tool: string,
	target: unknown,
	restrictions: readonly TargetTerms[],
	beside: readonly string[],
): Outcome | null {
	const restricted = restrictions.some((terms) => terms.targets.length > 0 || terms.within.length > 0);
	if (typeof target !== "string" || target === "") {
		if (!restricted && facts.edges === undefined) return null;
		return denied(
			"target-missing",
			restricted ? wordingFor(writ, tool, firstSet(restrictions), String(target ?? "")) : `Tool '${tool}' needs a target agent`,
		);
	}
	const address = beside[0];
	if (restricted && address !== undefined) {
		return denied("target-missing", `${wordingFor(writ, tool, firstSet(restrictions), target)}; '${address}' is not permitted beside it`);
	}
	return checkRestrictions(writ, facts, tool, target, restrictions) ?? checkEdges(facts, tool, target, restrictions);
}

/** What the restrictions say of a target; without keywords and ancestors' lists they say the same for every agent. */
export function checkRestrictions(
	writ: Writ,
	facts: Facts,
	tool: string,
	target: string,
	restrictions: readonly TargetTerms[],
): Outcome | null {
	for (const { targets, within } of restrictions) {
		for (const set of targets) if (!reaches(writ, facts, set, target)) return denied(codeFor(set), wordingFor(writ, tool, set, target));
		if (within.length === 0 || isFamily(writ, facts, target)) continue;
		for (const list of within)
			if (!list.includes(target)) return denied("target-not-listed", `Tool '${tool}' cannot target agent '${target}'`);
	}
	return null;
}

/** INVARIANT: a list of ids names who may be reached and edges can only block; otherwise an allow edge is needed. */
export function checkEdges(facts: Facts, tool: string, target: string, restrictions: readonly TargetTerms[]): Outcome | null {
	if (facts.edges === undefined) return null;
	const verdict = facts.edges(target);
	const message = `Tool '${tool}' cannot target agent '${target}'`;
	if (verdict === "allow") return null;
	if (verdict === "none" && restrictions.every((terms) => !terms.edge_required)) return null;
	if (facts.uniform === true || verdict === "none") return denied("no-edge", message);
	return denied(verdict === "block" ? "target-blocked" : verdict === "expired" ? "edge-expired" : "edge-rate", message);
}

function reaches(writ: Writ, facts: Facts, set: TargetSet, target: string): boolean {
	if (set === "parent") return isParent(writ, target);
	if (set === "children") return isChild(writ, facts, target);
	if (set === "family") return isFamily(writ, facts, target);
	return isListed(set, target);
}

/** So few ids are found faster by looking through them all. */
const FEW = 8;

function isListed(list: readonly string[], target: string): boolean {
	return list.length < FEW ? list.includes(target) : idsIn(list).has(target);
}

const idsIn = rememberPart((list: readonly string[]): ReadonlySet<string> => new Set(list));

function isParent(writ: Writ, target: string): boolean {
	return writ.parent !== null && target === writ.parent;
}

function isChild(writ: Writ, facts: Facts, target: string): boolean {
	const children: readonly string[] = facts.children ?? writ.children;
	return children.includes(target);
}

function isFamily(writ: Writ, facts: Facts, target: string): boolean {
	return isParent(writ, target) || isChild(writ, facts, target);
}

function firstSet(restrictions: readonly TargetTerms[]): TargetSet {
	return restrictions.flatMap((terms) => terms.targets)[0] ?? [];
}

/** The NEXUS wordings, exact: other programs compare them. */
function wordingFor(writ: Writ, tool: string, set: TargetSet, target: string): string {
	if (set === "parent") return `Tool '${tool}' can only target parent agent ('${writ.parent ?? "none"}')`;
	if (set === "children") return `Tool '${tool}' can only target child agents`;
	if (set === "family") return `Tool '${tool}' can only target parent or child agents`;
	return `Tool '${tool}' cannot target agent '${target}'`;
}

function codeFor(set: TargetSet): "target-not-parent" | "target-not-child" | "target-not-family" | "target-not-listed" {
	if (set === "parent") return "target-not-parent";
	if (set === "children") return "target-not-child";
	return set === "family" ? "target-not-family" : "target-not-listed";
}
