import {
	type ChoiceShape,
	type ObjectShape,
	PATH_OPERATIONS,
	PLACES,
	profileShape,
	REASON_CODES,
	type Request,
	type Shape,
	type ShapeKeys,
} from "../engine/index.ts";
import { namesOf } from "./names-of.ts";

const textShape = { kind: "text", maxLength: 100_000 } as const satisfies Shape;
const amount = { kind: "number", minimum: 0 } as const satisfies Shape;
const cwd = { ...textShape, description: "Where relative paths start; the root unless said otherwise." } as const satisfies Shape;
const input = { kind: "record", key: "argument", of: { kind: "anything" }, description: "Arguments of the call." } as const satisfies Shape;
const operation = { kind: "choice", of: PATH_OPERATIONS, description: "What is done to the path." } as const satisfies Shape;
const to = { ...textShape, description: "rename: the new name; symlink, hardlink: what the new link points to." } as const satisfies Shape;

/** The parts of requests that a test may also write without `request`. */
const REQUEST_PARTS = {
	command: textShape,
	path: textShape,
	operation,
	to,
	cwd,
	tool: textShape,
	input,
	target: { kind: "anything" },
	host: textShape,
	port: amount,
} as const;

/** Every kind of request, as a shape. */
const REQUEST_SHAPES = {
	tool: request("tool", { tool: textShape, input, cwd }, ["tool", "input"]),
	command: request("command", { command: textShape, cwd }, ["command"]),
	path: request("path", { operation, path: textShape, to, cwd }, ["operation", "path"]),
	target: request("target", { tool: textShape, target: { kind: "anything" } }, ["tool"]),
	network: request("network", { host: textShape, port: amount }, ["host", "port"]),
	spawn: request("spawn", { wish: { kind: "anything" } }, ["wish"]),
	spend: request("spend", { tokens: amount, requests: amount, costUsd: amount }, []),
	event: request("event", { event: textShape }, ["event"]),
} as const satisfies Readonly<Record<Request["kind"], Shape>>;

function request<const Kind extends Request["kind"], const Keys extends ShapeKeys, Required extends keyof Keys & string>(
	kind: Kind,
	keys: Keys,
	required: readonly Required[],
): ObjectShape<{ readonly kind: ChoiceShape<Kind> } & Keys, NoInfer<"kind" | Required>> {
	return { kind: "object", keys: { kind: { kind: "choice", of: [kind] }, ...keys }, required: ["kind", ...required] };
}

const text = { kind: "text", minLength: 1 } as const satisfies Shape;
const ids = { kind: "list", of: text } as const satisfies Shape;

const count = { kind: "number", minimum: 0 } as const satisfies Shape;

const factsShape = {
	kind: "object",
	description: "What the engine cannot know by itself.",
	keys: {
		confined: { kind: "boolean", description: "A sandbox of at least the profile's level confines the agent." },
		masked: { kind: "boolean", description: "The sandbox hides blocked paths from every process." },
		approver: { kind: "boolean", description: "Someone can answer an ask; false turns it into a denial." },
		depth: { kind: "number", minimum: 0, integer: true, description: "Depth below the root agent." },
		spent: {
			kind: "object",
			description: "What was used of the budget before.",
			keys: { tokens: count, requests: count, cost_usd: count },
		},
	},
} as const satisfies Shape;

const testShape = {
	kind: "object",
	required: ["name", "expect"],
	description:
		"One request and the answer that it must get. Write the request as command, path and operation, tool and input, target, host, or whole as request.",
	keys: {
		name: { ...text, description: "A sentence that says what must hold." },
		...REQUEST_PARTS,
		request: { kind: "union", of: Object.values(REQUEST_SHAPES), description: "The whole request, of any kind." },
		facts: { ...factsShape, description: "Facts for this case only, besides those of the file." },
		expect: { kind: "choice", of: ["allow", "deny", "ask"], description: "The effect of the decision." },
		code: { kind: "choice", of: namesOf(REASON_CODES), description: "The code of its first reason." },
	},
} as const satisfies Shape;

/** The document of `writ test`: who asks, and what must be answered. */
export const decisionTestsShape = {
	kind: "object",
	description: "Decision tests: requests, and the answers that a definition must give.",
	required: ["tests"],
	keys: {
		profile: { kind: "union", of: [text, profileShape], description: "The profile under test: a name, or a profile written out." },
		definition: { ...text, description: "The agent definition under test; profile is then the one chosen when it is started." },
		description: { kind: "text", maxLength: 100_000 },
		root: { ...text, default: "/sandbox/workspace", description: "The workspace." },
		home: { ...text, description: "What ~ in commands means." },
		places: {
			kind: "object",
			description: "Where the other named places are; one that is not given grants nothing.",
			keys: Object.fromEntries(PLACES.filter((place) => place !== "workspace").map((place) => [place, text] as const)),
		},
		agent: {
			kind: "object",
			description: "Who asks.",
			keys: { id: text, parent: { kind: "nullable", of: text }, children: ids },
		},
		facts: factsShape,
		tests: { kind: "list", of: testShape, description: "The cases." },
	},
} as const satisfies Shape;
