import fc from "fast-check";
import { describe } from "vitest";
import {
	canonicalHost,
	compileEventSet,
	compileHostSet,
	compilePathSet,
	compileToolName,
	containsEvents,
	containsHosts,
	containsPathEntry,
	containsRules,
	type PathUse,
	parseRule,
	patternLookup,
} from "../../src/engine/match/index.ts";
import {
	anyOf,
	deniedEntry,
	eventEntry,
	hostEntry,
	LAW_PLACES,
	onDisk,
	pathEntry,
	rule,
	sampleEvent,
	sampleHost,
	samplePath,
	sampleTool,
} from "./arbitrary-entries.ts";
import { itHolds, law } from "./law.ts";

const matches = (entries: readonly string[], path: string, use: PathUse = "grant") =>
	compilePathSet(entries, LAW_PLACES, "real", use).match(path) !== null;

/** With every place at its directory, comparing is exact: nothing depends on where a place might be. */
const absoluteEntry = pathEntry.map(onDisk);

const shuffledEntries = anyOf(deniedEntry, 6).chain((entries) =>
	fc.tuple(fc.constant(entries), fc.shuffledSubarray([...entries], { minLength: entries.length })),
);

describe("the laws of containing", () => {
	itHolds(
		law(
			"[policy-7-contains-sampling] a path that a contained entry matches is matched by what contains it",
			fc.property(pathEntry, anyOf(pathEntry), fc.array(samplePath, { minLength: 10, maxLength: 30 }), (entry, parent, paths) => {
				if (containsPathEntry(entry, { parent }).contained !== true) return true;
				return paths.every((path) => !matches([entry], path) || matches(parent, path));
			}),
		),
	);

	itHolds(
		law(
			"[policy-7-contains-exact] where an entry is not contained, the example proves it: one matches it and the other does not",
			fc.property(absoluteEntry, anyOf(absoluteEntry), (entry, parent) => {
				const found = containsPathEntry(entry, { parent });
				if (found.contained === true) return true;
				return found.contained === false && matches([entry], found.example) && !matches(parent, found.example);
			}),
		),
	);

	itHolds(
		law(
			"[policy-7-contains-exact] the same holds against a list of denials, which cover everything below",
			fc.property(
				absoluteEntry,
				anyOf(deniedEntry.map(onDisk)),
				fc.array(samplePath, { minLength: 10, maxLength: 20 }),
				(entry, parent, paths) => {
					const found = containsPathEntry(entry, { parent, parentUse: "deny" });
					if (found.contained === true) return paths.every((path) => !matches([entry], path) || matches(parent, path, "deny"));
					return found.contained === false && matches([entry], found.example) && !matches(parent, found.example, "deny");
				},
			),
		),
	);

	itHolds(
		law(
			"[policy-7-contains-sampling] a tool that contained rules name is named by what contains them",
			fc.property(anyOf(rule), anyOf(rule), fc.array(sampleTool, { minLength: 5 }), (outer, inner, tools) => {
				if (!containsRules(outer, inner)) return true;
				return tools.every((tool) => !names(inner, tool) || names(outer, tool));
			}),
		),
	);

	itHolds(
		law(
			"[policy-7-contains-sampling] a host that contained entries match is matched by what contains them",
			fc.property(anyOf(hostEntry), anyOf(hostEntry), fc.array(sampleHost, { minLength: 10 }), (outer, inner, hosts) => {
				if (!containsHosts(outer, inner)) return true;
				return hosts.every(([text, port]) => {
					const read = canonicalHost(text);
					if (!read.ok) return true;
					return (
						compileHostSet(inner, "grant").match(read.host, port) === null || compileHostSet(outer, "grant").match(read.host, port) !== null
					);
				});
			}),
		),
	);

	itHolds(
		law(
			"[policy-7-contains-sampling] an event that contained patterns match is matched by what contains them",
			fc.property(anyOf(eventEntry), anyOf(eventEntry), fc.array(sampleEvent, { minLength: 5 }), (outer, inner, events) => {
				if (!containsEvents(outer, inner)) return true;
				return events.every((event) => compileEventSet(inner)(event) === null || compileEventSet(outer)(event) !== null);
			}),
		),
	);

	itHolds(
		law(
			"[promise-2-order] the order of entries never matters",
			fc.property(shuffledEntries, fc.array(samplePath, { minLength: 5 }), ([entries, shuffled], paths) => {
				return paths.every(
					(path) =>
						matches(entries, path, "deny") === matches(shuffled, path, "deny") && matches(entries, path) === matches(shuffled, path),
				);
			}),
		),
	);

	itHolds(
		law(
			"[policy-5-by-component] what lies below a denied path is denied, and what a shell glob could name is found",
			fc.property(anyOf(deniedEntry), samplePath, fc.constantFrom("a", "b", ".env"), (entries, path, name) => {
				const set = compilePathSet(entries, LAW_PLACES, "real", "deny");
				const child = path === "/" ? `/${name}` : `${path}/${name}`;
				if (set.match(path) !== null && set.match(child) === null) return false;
				if (set.match(child) !== null && set.match(path) === null && set.below(path, true) === null) return false;
				const star = child.replace(/[^/]*$/, name.startsWith(".") ? ".*" : "*");
				return set.match(child) === null || (set.couldMatchGlob(child) !== null && set.couldMatchGlob(star) !== null);
			}),
		),
	);
});

function names(rules: readonly string[], tool: string): boolean {
	return rules.some((text) => {
		const parsed = parseRule(text, patternLookup());
		return parsed.ok && compileToolName(parsed.rule.name, "grant")(tool);
	});
}
