import {
	childPath,
	type Effect,
	type Facts,
	type Place,
	type Problem,
	type Profile,
	quoteText,
	type ReasonCode,
	type Request,
	readShape,
	type Source,
} from "../../engine/index.ts";
import { placeProblems } from "../place-problems.ts";
import { readYaml } from "../yaml/index.ts";
import { decisionTestsShape } from "./decision-tests-shape.ts";
import { readTestRequest, type WrittenFacts, type WrittenTest } from "./read-test-request.ts";

/** One case: a request, and the answer that it must get. */
export interface DecisionTest {
	readonly name: string;
	readonly request: Request;
	readonly expect: Effect;
	/** The code of the first reason. */
	readonly code?: ReasonCode;
	/** What `decide` is told besides the request. */
	readonly facts: Pick<Facts, "confined" | "masked" | "approver" | "depth" | "budget">;
	readonly source: Source;
}

/** A file of cases for one definition. */
export interface DecisionTests {
	/** What is tested: a profile by name or written out, or an agent definition by name, under profiles that whoever starts it chose. */
	readonly subject: { readonly profile: string | Profile } | { readonly definition: string; readonly profiles: readonly string[] };
	readonly root: string;
	readonly home?: string;
	readonly places: Readonly<Partial<Record<Exclude<Place, "workspace">, string>>>;
	readonly agent: { readonly id: string; readonly parent: string | null; readonly children: readonly string[] };
	readonly tests: readonly DecisionTest[];
}

interface WrittenTests {
	readonly profile?: string | Profile;
	readonly definition?: string;
	readonly root?: string;
	readonly home?: string;
	readonly places?: DecisionTests["places"];
	readonly agent?: { readonly id?: string; readonly parent?: string | null; readonly children?: readonly string[] };
	readonly facts?: WrittenFacts;
	readonly tests: readonly WrittenTest[];
}

/** A file of cases that was read and checked, or everything that is wrong with it. */
export type ParsedTests =
	| { readonly ok: true; readonly tests: DecisionTests }
	| { readonly ok: false; readonly problems: readonly Problem[] };

/** Cases of `writ test` from YAML of unknown origin. Never throws. */
export function parseDecisionTests(text: string | Uint8Array, options: { readonly file?: string } = {}): ParsedTests {
	const place = { ...options, layer: "inline" as const, name: options.file ?? "tests" };
	const { document, faults } = readYaml(text);
	if (!document) return { ok: false, problems: placeProblems(faults, place) };
	const read = readShape<WrittenTests>(document.value, decisionTestsShape, "the file of tests");
	const found = read.ok ? faults : [...faults, ...read.problems];
	if (!read.ok || found.length > 0) return { ok: false, problems: placeProblems(found, place, document) };
	const written = read.value;
	const requests = written.tests.map((test, index) => readTestRequest(test, childPath("tests", index)));
	const unclear = requests.flatMap((request) => (request.ok ? [] : [request.problem]));
	const problems = [...subjectProblems(written), ...listProblems(written.tests), ...unclear];
	if (problems.length > 0) return { ok: false, problems: placeProblems(problems, place, document) };
	const { root = "/sandbox/workspace", home, places = {}, agent = {} } = written;
	const id = agent.id ?? "tested";
	const tests = written.tests.flatMap(({ name, expect, code, facts }, index): readonly DecisionTest[] => {
		const request = requests[index];
		if (!request?.ok) return [];
		const at = document.positions[childPath("tests", index)];
		const source: Source = { layer: "inline", ...options, ...(at ? { line: at[0], column: at[1] } : {}) };
		const known = factsOf(id, { ...written.facts, ...facts });
		return [{ name, request: request.request, expect, ...(code === undefined ? {} : { code }), facts: known, source }];
	});
	const asking = { id, parent: agent.parent ?? null, children: agent.children ?? [] };
	return { ok: true, tests: { subject: subjectOf(written), root, ...(home === undefined ? {} : { home }), places, agent: asking, tests } };
}

function factsOf(agent: string, { spent, ...facts }: WrittenFacts): DecisionTest["facts"] {
	if (!spent) return facts;
	return {
		...facts,
		budget: [{ agent, totalTokens: spent.tokens ?? 0, requestsThisMinute: spent.requests ?? 0, costUsd: spent.cost_usd ?? 0 }],
	};
}

function subjectOf({ profile, definition }: WrittenTests): DecisionTests["subject"] {
	if (definition === undefined) return { profile: profile ?? {} };
	return { definition, profiles: typeof profile === "string" ? [profile] : [] };
}

function subjectProblems({ profile, definition }: WrittenTests): readonly Problem[] {
	if (profile === undefined && definition === undefined) {
		return [
			problem("", "the file of tests says neither profile nor definition", "name the profile, or the agent definition, that is tested"),
		];
	}
	if (definition === undefined || profile === undefined || typeof profile === "string") return [];
	return [problem("profile", "an agent definition is tested under a profile by its name", "name the profile")];
}

function listProblems(tests: readonly WrittenTest[]): readonly Problem[] {
	if (tests.length === 0) return [problem("tests", "tests is empty", "write at least one case")];
	const names = tests.map(({ name }) => name);
	return names.flatMap((name, index) =>
		names.indexOf(name) < index
			? [problem(childPath(childPath("tests", index), "name"), `two tests are called ${quoteText(name)}`, "give each a name of its own")]
			: [],
	);
}

function problem(path: string, message: string, hint: string): Problem {
	return { severity: "error", code: "bad-value", path, message, hint };
}
