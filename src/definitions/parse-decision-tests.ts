import {
	childPath,
	type Effect,
	type Facts,
	type Infer,
	type Place,
	type Problem,
	type Profile,
	quoteText,
	type ReasonCode,
	type Request,
	readShape,
	type Source,
} from "../engine/index.ts";
import { decisionTestsShape } from "./decision-tests-shape.ts";
import { placeProblems } from "./place-problems.ts";
import { readYaml } from "./yaml/read-yaml.ts";

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
	/** What is tested: a profile by name or written out, or an agent definition by name, under profiles chosen when it is started. */
	readonly subject: { readonly profile: string | Profile } | { readonly definition: string; readonly profiles: readonly string[] };
	readonly root: string;
	readonly home?: string;
	readonly places: Readonly<Partial<Record<Exclude<Place, "workspace">, string>>>;
	readonly agent: { readonly id: string; readonly parent: string | null; readonly children: readonly string[] };
	readonly tests: readonly DecisionTest[];
}

/** A file of cases as a person writes it, checked by its shape. */
type WrittenTests = Infer<typeof decisionTestsShape>;
type WrittenTest = WrittenTests["tests"][number];
type WrittenFacts = NonNullable<WrittenTests["facts"]>;

/** A file of cases that was read and checked, or everything that is wrong with it. */
type ParsedTests = { readonly ok: true; readonly tests: DecisionTests } | { readonly ok: false; readonly problems: readonly Problem[] };

/** Cases of `writ test` from YAML of unknown origin. Never throws. */
export function parseDecisionTests(text: string | Uint8Array, options: { readonly file?: string } = {}): ParsedTests {
	const place = { ...options, layer: "inline" as const, name: options.file ?? "tests" };
	const { document, faults } = readYaml(text);
	if (!document) return { ok: false, problems: placeProblems(faults, place) };
	const read = readShape(document.value, decisionTestsShape, "the file of tests");
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

/** The request of a case, or why it is not one. */
type TestRequest = { readonly ok: true; readonly request: Request } | { readonly ok: false; readonly problem: Problem };

/** The request that a case means: `request` whole, or the kind that its other keys make plain. */
function readTestRequest(test: WrittenTest, path: string): TestRequest {
	const forms = FORMS.filter(({ keys }) => keys.some((key) => test[key] !== undefined));
	const form = forms.length === 2 && forms.every(({ kind }) => kind === "tool" || kind === "target") ? TARGET : forms[0];
	if (!form) return refuse(path, "the test has no request", HINT);
	if (forms.length > 1 && form !== TARGET)
		return refuse(path, `the test has two requests: ${forms.map(({ kind }) => kind).join(" and ")}`, HINT);
	const request = form.make(test);
	if (!request) return refuse(path, form.missing, HINT);
	const stray = STRAY.find((key) => test[key] !== undefined && !(key in request));
	return stray === undefined ? { ok: true, request } : refuse(path, `${stray} does not belong to a ${request.kind} request`, HINT);
}

const HINT = "write command, path and operation, tool and input, target, host, or request";

/** Keys that only some kinds of request have. */
const STRAY = ["operation", "to", "cwd", "input", "port"] as const;

interface Form {
	readonly kind: string;
	readonly keys: readonly (keyof WrittenTest)[];
	readonly missing: string;
	readonly make: (test: WrittenTest) => Request | undefined;
}

const TARGET: Form = {
	kind: "target",
	keys: ["target"],
	missing: "target is missing",
	make: ({ tool = "nexus_send", target }) => ({ kind: "target", tool, target }),
};

const FORMS: readonly Form[] = [
	{ kind: "request", keys: ["request"], missing: "request is missing", make: wholeRequest },
	{
		kind: "command",
		keys: ["command"],
		missing: "command is missing",
		make: ({ command, cwd }) => (command === undefined ? undefined : { kind: "command", command, ...at(cwd) }),
	},
	{
		kind: "path",
		keys: ["path"],
		missing: "a path needs its operation",
		make: ({ path, operation, to, cwd }) =>
			path === undefined || operation === undefined
				? undefined
				: { kind: "path", operation, path, ...(to === undefined ? {} : { to }), ...at(cwd) },
	},
	{
		kind: "tool",
		keys: ["tool"],
		missing: "tool is missing",
		make: ({ tool, input = {}, cwd }) => (tool === undefined ? undefined : { kind: "tool", tool, input, ...at(cwd) }),
	},
	TARGET,
	{
		kind: "host",
		keys: ["host"],
		missing: "host is missing",
		make: ({ host, port = 443 }) => (host === undefined ? undefined : { kind: "network", host, port }),
	},
];

/** A target that nobody wrote is none, which the engine denies. */
function wholeRequest({ request }: WrittenTest): Request | undefined {
	return request?.kind === "target" ? { target: undefined, ...request } : request;
}

function at(cwd: string | undefined): { readonly cwd?: string } {
	return cwd === undefined ? {} : { cwd };
}

function refuse(path: string, message: string, hint: string): TestRequest {
	return { ok: false, problem: { severity: "error", code: "bad-value", path, message, hint } };
}
