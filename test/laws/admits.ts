import fc from "fast-check";
import { canonicalHost, compileHostSet } from "../../src/engine/hosts/index.ts";
import type { AllOf, AnyOf, TargetTerms, Terms } from "../../src/engine/language/index.ts";
import { compilePathSet, type PathUse } from "../../src/engine/paths/index.ts";
import { compileEventSet, idsOf, type Relations } from "../../src/engine/terms/index.ts";
import { compileToolName, parseTermsRule, patternLookup } from "../../src/engine/tool-rules/index.ts";
import { LAW_PLACES, sampleEvent, sampleHost, samplePath, sampleTool } from "./arbitrary-entries.ts";

/** One thing to ask of terms, judged by the matchers alone: a simple second opinion beside `decide`. */
export type Sample =
	| { readonly kind: "read" | "write"; readonly path: string }
	/** Any call of the tool at all, with a path where the tool takes one. */
	| { readonly kind: "tool"; readonly tool: string; readonly path: string; readonly confined: boolean }
	| { readonly kind: "host"; readonly host: string; readonly port: number }
	| { readonly kind: "event"; readonly event: string }
	| { readonly kind: "variable"; readonly name: string }
	| { readonly kind: "profile"; readonly profile: string }
	| { readonly kind: "target"; readonly target: string };

export const sample: fc.Arbitrary<Sample> = fc.oneof(
	fc.record({ kind: fc.constantFrom("read" as const, "write" as const), path: samplePath }),
	fc.record({ kind: fc.constant("tool" as const), tool: sampleTool, path: samplePath, confined: fc.boolean() }),
	sampleHost.map(([host, port]) => ({ kind: "host" as const, host, port })),
	sampleEvent.map((event) => ({ kind: "event" as const, event })),
	fc.constantFrom("CI", "LANG", "TOKEN").map((name) => ({ kind: "variable" as const, name })),
	fc.constantFrom("x", "y", "z").map((profile) => ({ kind: "profile" as const, profile })),
	fc.constantFrom("one", "two", "three", "boss", "kid", "top").map((target) => ({ kind: "target" as const, target })),
);

/** Whether the terms let a sample through, for an agent with these relations. */
export function admits(terms: Terms, asked: Sample, relations: Relations = { parent: null, children: [] }): boolean {
	const { filesystem, network } = terms;
	switch (asked.kind) {
		case "read":
			return grants(filesystem.read_paths, asked.path) && !covers(filesystem.blocked_paths, asked.path, "deny");
		case "write":
			return (
				grants(filesystem.write_paths, asked.path) &&
				!covers(filesystem.blocked_paths, asked.path, "deny") &&
				!covers(filesystem.protected_paths, asked.path, "deny")
			);
		case "tool":
			return (
				terms.tools.allowed.every((set) => ruleCovers(set, asked, "grant", terms)) &&
				!ruleCovers(terms.tools.disallowed, asked, "deny", terms)
			);
		case "host": {
			const host = canonicalHost(asked.host);
			if (!host.ok) return false;
			return (
				network.allow.every((set) => compileHostSet(set, "grant").match(host.host, asked.port) !== null) &&
				compileHostSet(network.deny, "deny").match(host.host, asked.port) === null
			);
		}
		case "event":
			return terms.events.allowed.every((set) => compileEventSet(set)(asked.event) !== null);
		case "variable":
			return terms.environment.allow.includes(asked.name);
		case "profile":
			return terms.capabilities.spawn.profiles?.includes(asked.profile) ?? true;
		case "target":
			return reaches(terms.messaging.allowed_targets, asked.target, relations);
	}
}

function grants(sets: AllOf, path: string): boolean {
	return sets.every((set) => covers(set, path, "grant"));
}

function covers(entries: AnyOf, path: string, use: PathUse): boolean {
	return compilePathSet(entries, LAW_PLACES, "real", use).match(path) !== null;
}

/** Rules with other patterns than paths speak of calls that this second opinion does not make. */
function ruleCovers(rules: AnyOf, { tool, path, confined }: Extract<Sample, { kind: "tool" }>, use: PathUse, terms: Terms): boolean {
	const lookup = patternLookup(terms.tools.declare);
	return rules.some((text) => {
		const parsed = parseTermsRule(text, lookup, use);
		if (!parsed.ok || (parsed.rule.conditional && !confined) || !compileToolName(parsed.rule.name, use)(tool)) return false;
		const { pattern } = parsed.rule;
		return pattern === null || (pattern.kind === "path" && covers([pattern.entry], path, use));
	});
}

function reaches({ targets, within }: TargetTerms, target: string, relations: Relations): boolean {
	const family = idsOf("family", relations);
	return (
		targets.every((set) => idsOf(set, relations).includes(target)) &&
		within.every((list) => list.includes(target) || family.includes(target))
	);
}
