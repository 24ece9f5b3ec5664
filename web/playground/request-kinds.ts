import type { Request } from "../../src/engine/index.ts";

/** One field of a request's form. */
export interface Field {
	readonly name: string;
	readonly label: string;
	readonly type: "line" | "text" | "number" | "choice";
	readonly choices?: readonly string[];
	readonly placeholder?: string;
	readonly hint?: string;
	/** Offered while typing. */
	readonly suggestions?: "tools" | "profiles";
}

export type Built = { readonly ok: true; readonly request: Request } | { readonly ok: false; readonly field: string; readonly why: string };

/** One kind of request: its tab, its form, and how the form becomes a request. */
export interface RequestKind {
	readonly kind: Request["kind"];
	readonly title: string;
	readonly fields: readonly Field[];
	readonly start: Readonly<Record<string, string>>;
	build(values: Readonly<Record<string, string>>): Built;
}

const OPERATIONS = ["read", "write", "create", "delete", "rename", "symlink", "hardlink"] as const;

/** Every kind of request that the engine decides. */
export const REQUEST_KINDS: readonly RequestKind[] = [
	{
		kind: "command",
		title: "Command",
		fields: [{ name: "command", label: "Shell command", type: "text", placeholder: "git status && npm test" }],
		start: { command: "git status --short && git log --oneline -n 5" },
		build: ({ command = "" }) => ({ ok: true, request: { kind: "command", command } }),
	},
	{
		kind: "tool",
		title: "Tool call",
		fields: [
			{ name: "tool", label: "Tool", type: "line", suggestions: "tools" },
			{ name: "input", label: "Arguments (JSON)", type: "text", placeholder: '{"file_path": "src/app.ts"}' },
		],
		start: { tool: "Read", input: '{\n  "file_path": "src/app.ts"\n}' },
		build: ({ tool = "", input = "" }) => {
			const read = readObject(input.trim() === "" ? "{}" : input);
			return read.ok ? { ok: true, request: { kind: "tool", tool, input: read.value } } : { ok: false, field: "input", why: read.why };
		},
	},
	{
		kind: "path",
		title: "Path",
		fields: [
			{ name: "operation", label: "Operation", type: "choice", choices: OPERATIONS },
			{ name: "path", label: "Path", type: "line" },
			{ name: "to", label: "To", type: "line", placeholder: "only for rename and links" },
		],
		start: { operation: "write", path: "src/app.ts", to: "" },
		build: ({ operation, path = "", to = "" }) => ({
			ok: true,
			request: { kind: "path", operation: OPERATIONS.find((one) => one === operation) ?? "read", path, ...(to === "" ? {} : { to }) },
		}),
	},
	{
		kind: "target",
		title: "Message",
		fields: [
			{ name: "tool", label: "Tool", type: "line", suggestions: "tools" },
			{ name: "target", label: "To agent", type: "line" },
		],
		start: { tool: "nexus_send", target: "parent-1" },
		build: ({ tool = "", target = "" }) => ({ ok: true, request: { kind: "target", tool, target } }),
	},
	{
		kind: "network",
		title: "Host",
		fields: [
			{ name: "host", label: "Host", type: "line" },
			{ name: "port", label: "Port", type: "number" },
		],
		start: { host: "docs.example.com", port: "443" },
		build: ({ host = "", port = "" }) => {
			const read = readNumber("port", port);
			return read.ok ? { ok: true, request: { kind: "network", host, port: read.value ?? 443 } } : read;
		},
	},
	{
		kind: "spawn",
		title: "Spawn",
		fields: [
			{
				name: "wish",
				label: "The child's profile",
				type: "text",
				hint: "A name, or a profile as JSON.",
				suggestions: "profiles",
			},
		],
		start: { wish: "restricted" },
		build: ({ wish = "" }) => {
			if (!wish.trim().startsWith("{")) return { ok: true, request: { kind: "spawn", wish: wish.trim() } };
			const read = readObject(wish);
			return read.ok ? { ok: true, request: { kind: "spawn", wish: read.value } } : { ok: false, field: "wish", why: read.why };
		},
	},
	{
		kind: "spend",
		title: "Budget",
		fields: [
			{ name: "tokens", label: "Tokens", type: "number" },
			{ name: "requests", label: "Requests", type: "number" },
			{ name: "costUsd", label: "Cost (USD)", type: "number" },
		],
		start: { tokens: "120000", requests: "1", costUsd: "" },
		build: (values) => {
			const tokens = readNumber("tokens", values.tokens);
			if (!tokens.ok) return tokens;
			const requests = readNumber("requests", values.requests);
			if (!requests.ok) return requests;
			const costUsd = readNumber("costUsd", values.costUsd);
			if (!costUsd.ok) return costUsd;
			const spend = {
				...(tokens.value === undefined ? {} : { tokens: tokens.value }),
				...(requests.value === undefined ? {} : { requests: requests.value }),
				...(costUsd.value === undefined ? {} : { costUsd: costUsd.value }),
			};
			return { ok: true, request: { kind: "spend", ...spend } };
		},
	},
	{
		kind: "event",
		title: "Event",
		fields: [{ name: "event", label: "Socket event", type: "line" }],
		start: { event: "agent:spawn" },
		build: ({ event = "" }) => ({ ok: true, request: { kind: "event", event } }),
	},
];

function readObject(
	text: string,
): { readonly ok: true; readonly value: Readonly<Record<string, unknown>> } | { readonly ok: false; readonly why: string } {
	try {
		const value: unknown = JSON.parse(text);
		return typeof value === "object" && value !== null && !Array.isArray(value)
			? { ok: true, value: value as Readonly<Record<string, unknown>> }
			: { ok: false, why: "It must be an object: { … }" };
	} catch (error) {
		return { ok: false, why: error instanceof Error ? error.message : "It is not JSON." };
	}
}

function readNumber(
	field: string,
	text = "",
): { readonly ok: true; readonly value: number | undefined } | { readonly ok: false; readonly field: string; readonly why: string } {
	if (text.trim() === "") return { ok: true, value: undefined };
	const value = Number(text);
	return Number.isFinite(value) ? { ok: true, value } : { ok: false, field, why: "It is not a number." };
}
