import type { Effect, PathOperation, Problem, ReasonCode, Request } from "../../engine/index.ts";

/** Facts as a person writes them. */
export interface WrittenFacts {
	readonly confined?: boolean;
	readonly masked?: boolean;
	readonly approver?: boolean;
	readonly depth?: number;
	readonly spent?: { readonly tokens?: number; readonly requests?: number; readonly cost_usd?: number };
}

/** A case as a person writes it, checked by its shape. */
export interface WrittenTest {
	readonly name: string;
	readonly expect: Effect;
	readonly code?: ReasonCode;
	readonly facts?: WrittenFacts;
	readonly request?: Request;
	readonly command?: string;
	readonly path?: string;
	readonly operation?: PathOperation;
	readonly to?: string;
	readonly cwd?: string;
	readonly tool?: string;
	readonly input?: Readonly<Record<string, unknown>>;
	readonly target?: unknown;
	readonly host?: string;
	readonly port?: number;
}

/** The request of a case, or why it is none. */
export type TestRequest = { readonly ok: true; readonly request: Request } | { readonly ok: false; readonly problem: Problem };

/** The request that a case means: `request` whole, or the kind that its other keys make plain. */
export function readTestRequest(test: WrittenTest, path: string): TestRequest {
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
	{ kind: "request", keys: ["request"], missing: "request is missing", make: ({ request }) => request },
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

function at(cwd: string | undefined): { readonly cwd?: string } {
	return cwd === undefined ? {} : { cwd };
}

function refuse(path: string, message: string, hint: string): TestRequest {
	return { ok: false, problem: { severity: "error", code: "bad-value", path, message, hint } };
}
