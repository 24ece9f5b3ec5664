import { PATH_OPERATIONS, PLACES, profileShape, REASON_CODES, type Request, type Shape } from "../engine/index.ts";

const textShape: Shape = { kind: "text", maxLength: 100_000 };
const amount: Shape = { kind: "number", minimum: 0 };
const cwd: Shape = { ...textShape, description: "Where relative paths start; the root unless said otherwise." };
const input: Shape = { kind: "record", key: "argument", of: { kind: "anything" }, description: "Arguments of the call." };
const operation: Shape = { kind: "choice", of: PATH_OPERATIONS, description: "What is done to the path." };
const to: Shape = { ...textShape, description: "rename: the new name; symlink, hardlink: what the new link points to." };

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
const REQUEST_SHAPES: Readonly<Record<Request["kind"], Shape>> = {
	tool: request("tool", { tool: textShape, input, cwd }, ["tool", "input"]),
	command: request("command", { command: textShape, cwd }, ["command"]),
	path: request("path", { operation, path: textShape, to, cwd }, ["operation", "path"]),
	target: request("target", { tool: textShape, target: { kind: "anything" } }, ["tool"]),
	network: request("network", { host: textShape, port: amount }, ["host", "port"]),
	spawn: request("spawn", { wish: { kind: "anything" } }, ["wish"]),
	spend: request("spend", { tokens: amount, requests: amount, costUsd: amount }, []),
	event: request("event", { event: textShape }, ["event"]),
};

function request(kind: Request["kind"], keys: Readonly<Record<string, Shape>>, required: readonly string[]): Shape {
	return { kind: "object", keys: { kind: { kind: "choice", of: [kind] }, ...keys }, required: ["kind", ...required] };
}

const text: Shape = { kind: "text", minLength: 1 };
const ids: Shape = { kind: "list", of: text };

const count: Shape = { kind: "number", minimum: 0 };

const factsShape: Shape = {
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
};

const testShape: Shape = {
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
		code: { kind: "choice", of: Object.keys(REASON_CODES), description: "The code of its first reason." },
	},
};

/** The document of `writ test`: who asks, and what must be answered. */
export const decisionTestsShape: Shape = {
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
			keys: Object.fromEntries(PLACES.filter((place) => place !== "workspace").map((place): [string, Shape] => [place, text])),
		},
		agent: {
			kind: "object",
			description: "Who asks.",
			keys: { id: text, parent: { kind: "nullable", of: text }, children: ids },
		},
		facts: factsShape,
		tests: { kind: "list", of: testShape, description: "The cases." },
	},
};
