import fc from "fast-check";
import { describe } from "vitest";
import { analyseCommand } from "../../src/engine/commands/analyse-command.ts";
import { staticArgument } from "../../src/engine/commands/argument.ts";
import { coverCommand } from "../../src/engine/commands/cover-command.ts";
import { containsCommandPattern, patternSet } from "../../src/engine/commands/index.ts";
import { canonicalHost, compileHostSet, containsHosts } from "../../src/engine/hosts/index.ts";
import { compilePathSet, containsPathEntry, type PathUse } from "../../src/engine/paths/index.ts";
import { type CommandPattern, parseCommandPattern } from "../../src/engine/rules/index.ts";
import { compileEventSet, containsEvents } from "../../src/engine/terms/index.ts";
import { compileToolName, containsRules, parseTermsRule, patternLookup } from "../../src/engine/tool-rules/index.ts";
import {
	allowingRule,
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
			fc.property(
				anyOf(allowingRule),
				anyOf(allowingRule),
				fc.array(sampleTool, { minLength: 5 }),
				fc.boolean(),
				(outer, inner, tools, confined) => {
					if (!containsRules(outer, inner)) return true;
					return tools.every((tool) => !names(inner, tool, confined) || names(outer, tool, confined));
				},
			),
		),
	);

	itHolds(
		law(
			"[policy-9-conditional-below] a conditional rule lies below the plain one, and no plain one below it",
			fc.property(anyOf(rule), rule, (outer, text) => {
				const [conditional, conditionals] = [`${text} when confined`, outer.map((one) => `${one} when confined`)];
				const held = containsRules(outer, [text]);
				return (
					containsRules([text], [conditional]) &&
					!containsRules([conditional], [text]) &&
					containsRules(outer, [conditional]) === held &&
					containsRules(conditionals, [conditional]) === held &&
					!containsRules(conditionals, [text])
				);
			}),
		),
	);

	itHolds(
		law(
			"[rules-contains-stars] a command that a contained pattern covers is covered by what contains it, stars and variables included",
			fc.property(patternPair, fc.array(filling, { minLength: 10, maxLength: 20 }), ([outer, inner], fillings) => {
				const [parent, child] = [parseCommandPattern(outer), parseCommandPattern(inner)];
				if (!parent.ok || !child.ok || !containsCommandPattern(parent.pattern, child.pattern)) return true;
				const commands = fillings.map((words) => filled(inner, words));
				return commands.every((words) => !coversWhole(child.pattern, words) || coversWhole(parent.pattern, words));
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

const PROGRAMS = ["git", "npm", "ls", "cat", "sed", "xargs", "./a/b", "foo"] as const;
const WORDS = ["log", "push", "run", "test", "main", "a.md", "--force", "--output=x", "-C", "-c", "-i", "--version", "ls", "x"] as const;

/** Patterns from a small stock of words. */
const commandPattern: fc.Arbitrary<string> = fc
	.tuple(
		fc.constantFrom("", "", "", "CI=1 ", "CI=2 ", "CI=1 NODE_ENV=x "),
		fc.constantFrom(...PROGRAMS, "*", "g*", "./a/*", "l*"),
		fc.array(fc.constantFrom(...WORDS, "*", "*", "t*", "*.md", "-*", "--o*"), { maxLength: 3 }),
		fc.constantFrom("", "", ":*", " *", "*"),
	)
	.map(([before, program, words, end]) => `${before}${[program, ...words].join(" ")}${end}`);

/** A pattern, and one that is likely to hold it: some of its words, or stars in their place. */
const patternPair: fc.Arbitrary<readonly [outer: string, inner: string]> = fc
	.tuple(commandPattern, fc.nat(4), fc.constantFrom(":*", " *", "", "*"), fc.nat(4), fc.boolean(), fc.constantFrom(null, null, "", "CI=1 "))
	.map(([inner, length, end, star, cut, before]) => {
		const plain = inner.replace(/:\*$/, "");
		const words = (before === null ? plain : before + plain.replace(/^(?:[A-Z_]+=\w+ )*/, "")).split(" ");
		const kept = cut ? words.slice(0, length + 1) : words.map((word, at) => (at === star + 1 ? "*" : word));
		return [`${kept.join(" ")}${end}`, inner];
	});

/** What may stand in place of stars, and behind the rest. */
const filling = fc.record({
	stars: fc.array(fc.array(fc.constantFrom(...WORDS, "testing"), { minLength: 1, maxLength: 2 }), { minLength: 5, maxLength: 5 }),
	more: fc.array(fc.constantFrom(...WORDS), { maxLength: 2 }),
});

/** A command that a pattern is likely to cover. */
function filled(pattern: string, { stars, more }: { stars: readonly (readonly string[])[]; more: readonly string[] }) {
	const words = pattern
		.replace(/:?\*$/, "")
		.split(" ")
		.filter((word) => word !== "");
	const bindings = words.flatMap((word) => (/^(?:CI|NODE_ENV)=/.test(word) ? [word.split("=") as [string, string]] : []));
	const rest = words
		.slice(bindings.length)
		.flatMap((word, at) => (word === "*" ? (at === 0 ? ["git"] : (stars[at] ?? [])) : [word.replaceAll("*", at === 0 ? "it" : "est")]));
	return { bindings, words: [...rest, ...(/\*$/.test(pattern) ? more : [])] };
}

function coversWhole(
	pattern: CommandPattern,
	{ bindings, words }: { bindings: readonly (readonly [string, string])[]; words: readonly string[] },
) {
	const cover = coverCommand(
		analyseCommand(words.map((word) => staticArgument(word))),
		patternSet([{ rule: "x", pattern }]),
		new Map(bindings),
	);
	return cover.kind === "covered" && cover.open.length === 0;
}

function names(rules: readonly string[], tool: string, confined: boolean): boolean {
	return rules.some((text) => {
		const parsed = parseTermsRule(text, patternLookup());
		return parsed.ok && (confined || !parsed.rule.conditional) && compileToolName(parsed.rule.name, "grant")(tool);
	});
}
