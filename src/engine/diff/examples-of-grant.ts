import type { BudgetCounters, Writ } from "../language/index.ts";
import { compilePathSet } from "../paths/index.ts";
import { commandText } from "../rules/index.ts";
import { compileEventSet, EVENTS } from "../terms/index.ts";
import { TOOLS } from "../tools/index.ts";
import type { Example, Sides } from "./changes.ts";
import { exampleHosts, examplePaths, type PathWish, shownPath } from "./example-values.ts";
import { examplesOfRule } from "./examples-of-rule.ts";
import { examplesOfTool } from "./examples-of-tool.ts";

/** Requests that something granted on the wide side may allow. */
export function* examplesOfGrant(sides: Sides, dimension: string, entry: string, thorough: boolean): Generator<Example> {
	const { wide, narrow } = sides;
	switch (dimension) {
		case "tools.allowed":
			yield* examplesOfRule(sides, entry, "grant", thorough);
			return;
		case "filesystem.read_paths":
			yield* granted(sides, entry, "read", thorough);
			return;
		case "filesystem.write_paths":
			yield* granted(sides, entry, "write", thorough);
			return;
		case "filesystem.sandbox_root":
			for (const directory of newDirectories(sides, entry)) yield { request: { kind: "command", command: commandText(["cd", directory]) } };
			return;
		case "filesystem.max_file_size_mb":
			for (const set of wide.terms.filesystem.write_paths) for (const one of set) yield* granted(sides, one, "write", thorough);
			return;
		case "network.allow":
			for (const request of exampleHosts(entry)) yield { request };
			return;
		case "capabilities.network_access":
			for (const host of wide.terms.network.allow[0] ?? ["*"]) for (const request of exampleHosts(host)) yield { request };
			return;
		case "events.allowed":
			for (const event of eventsOf(entry)) yield { request: { kind: "event", event } };
			return;
		case "capabilities.multi_agent_todo":
		case "capabilities.agent_messaging":
		case "capabilities.spawn_agents":
			for (const { name, needs, aliasOf } of TOOLS)
				if (aliasOf === undefined && `capabilities.${needs}` === dimension) yield* examplesOfTool(wide, name);
			return;
		default:
			if (dimension.startsWith("resources.")) yield* spends(narrow, dimension.slice("resources.".length));
	}
}

function* granted({ wide, narrow }: Sides, entry: string, operation: "read" | "write", thorough: boolean): Generator<Example> {
	const key = `${operation}_paths` as const;
	const { blocked_paths, protected_paths } = wide.terms.filesystem;
	const notDenied = operation === "read" ? blocked_paths : [...blocked_paths, ...protected_paths];
	const within = wide.terms.filesystem[key].slice(1);
	for (const outside of narrow.terms.filesystem[key]) {
		const paths = examplePaths(entry === "everything" ? "/" : entry, wide, { thorough, within, outside, notDenied });
		for (const path of paths) yield { request: { kind: "path", operation, path: shownPath(path, wide) } };
	}
}

/** Directories that an entry lets in and the narrow side's sandbox does not. */
function newDirectories({ wide, narrow }: Sides, entry: string): readonly string[] {
	const known = narrow.terms.filesystem.sandbox_root.map((set) => compilePathSet(set, narrow.places, "real", "grant"));
	const directories = [...examplePaths(entry === "everything" ? "/" : entry, wide)].map((path) =>
		path.slice(0, Math.max(1, path.lastIndexOf("/"))),
	);
	return directories.filter((path) => known.some((set) => set.match(path) === null));
}

function eventsOf(pattern: string): readonly string[] {
	const wanted = pattern === "everything" ? "*" : pattern;
	const matches = compileEventSet([wanted]);
	return [...Object.keys(EVENTS).filter((event) => matches(event) !== null), wanted.replaceAll("*", "example")];
}

/** A spend just beyond the narrow side's limit. */
function* spends({ terms, agent }: Writ, key: string): Generator<Example> {
	const { resources } = terms;
	const used: BudgetCounters = { agent, totalTokens: 0, requestsThisMinute: 0, costUsd: 0 };
	if (key === "max_tokens_per_request" && resources.max_tokens_per_request !== null)
		yield { request: { kind: "spend", tokens: resources.max_tokens_per_request + 1 } };
	if (key === "max_total_tokens" && resources.max_total_tokens !== null)
		yield { request: { kind: "spend", tokens: 1 }, facts: { budget: [{ ...used, totalTokens: resources.max_total_tokens }] } };
	if (key === "max_requests_per_minute" && resources.max_requests_per_minute !== null) {
		yield {
			request: { kind: "spend", requests: 1 },
			facts: { budget: [{ ...used, requestsThisMinute: resources.max_requests_per_minute }] },
		};
	}
	if (key === "max_cost_usd" && resources.max_cost_usd !== null) {
		for (const costUsd of [1, 0.01])
			yield { request: { kind: "spend", costUsd }, facts: { budget: [{ ...used, costUsd: resources.max_cost_usd }] } };
	}
}

/** Requests that an entry of the narrow side forbids, and that the wide side may allow. */
export function* examplesOfDenial(sides: Sides, dimension: string, entry: string, thorough: boolean): Generator<Example> {
	const { wide } = sides;
	const { read_paths, write_paths, blocked_paths, protected_paths } = wide.terms.filesystem;
	switch (dimension) {
		case "tools.disallowed":
		case "tools.ask":
			yield* examplesOfRule(sides, entry, "deny", thorough);
			return;
		case "filesystem.blocked_paths":
			yield* pathRequests(sides, entry, "read", { thorough, within: read_paths, notDenied: blocked_paths });
			yield* pathRequests(sides, entry, "write", { thorough, within: write_paths, notDenied: [...blocked_paths, ...protected_paths] });
			return;
		case "filesystem.protected_paths":
			yield* pathRequests(sides, entry, "write", { thorough, within: write_paths, notDenied: [...blocked_paths, ...protected_paths] });
			return;
		default:
			for (const request of exampleHosts(entry)) yield { request };
	}
}

/** An entry that floats is tried below what is granted. */
function* pathRequests({ wide }: Sides, entry: string, operation: "read" | "write", wish: PathWish): Generator<Example> {
	const floating = /^\/\*\*\/(.*)$/s.exec(entry)?.[1];
	const isTree = (granted: string) => floating !== undefined && wish.thorough !== true && !/[*?[{]/.test(granted);
	const trees = (wish.within?.[0] ?? []).filter(isTree);
	for (const one of [...trees.map((granted) => `${granted === "/" ? "" : granted}/${floating}`), entry]) {
		for (const path of examplePaths(one, wide, wish)) yield { request: { kind: "path", operation, path: shownPath(path, wide) } };
	}
}
