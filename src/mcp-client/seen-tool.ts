import { canonicalJson, sha256 } from "../engine/index.ts";
import { plainValue, visibleText } from "./plain-text.ts";

/** What an agent would see of a tool. */
export interface ShownTool {
	readonly title?: string;
	readonly description: string;
	readonly inputSchema: { readonly type: "object" } & Readonly<Record<string, unknown>>;
	readonly outputSchema?: { readonly type: "object" } & Readonly<Record<string, unknown>>;
	readonly annotations?: Readonly<Record<string, unknown>>;
}

/** A tool as a server offers it now. */
export interface SeenTool {
	readonly name: string;
	readonly digest: string;
	readonly shown: ShownTool;
	/** Why nobody can be given it; `null` = nothing is wrong with it. */
	readonly problem: string | null;
}

export const MOST_TOOLS = 512;
const MOST_BYTES = 64 * 1024;
/** Names that a rule can be written for; a star would be one for many. */
const NAME = /^[A-Za-z0-9_./-]{1,128}$/;

/**
 * Tools as they were listed, each with the digest of everything that an agent would see of it.
 * SECURITY: two tools of one name, names that no rule can mean, and what is too large are nobody's (test/mcp/gateway/hostile.test.ts).
 */
export function seeTools(listed: readonly unknown[]): readonly SeenTool[] {
	const named = listed.map((raw) => ({ raw: membersOf(raw), name: visibleText(textOf(membersOf(raw).name) ?? "").slice(0, 256) }));
	const counts = new Map<string, number>();
	for (const { name } of named) counts.set(name.toLowerCase(), (counts.get(name.toLowerCase()) ?? 0) + 1);
	const seen = named.map(({ raw, name }) => seeTool(raw, name, (counts.get(name.toLowerCase()) ?? 0) > 1));
	// One line for each name is enough to tell that there are several.
	return [...new Map(seen.map((tool) => [tool.name, tool])).values()];
}

function seeTool(raw: Members, name: string, isDouble: boolean): SeenTool {
	const shown = show(raw);
	const text = canonicalJson({ name, ...shown });
	const isLarge = text.length > MOST_BYTES;
	return {
		name,
		digest: sha256(text),
		shown: isLarge ? { description: "", inputSchema: { type: "object" } } : shown,
		problem: problemOf(raw, name, isDouble, isLarge),
	};
}

function problemOf({ name: given, inputSchema }: Members, name: string, isDouble: boolean, isLarge: boolean): string | null {
	if (given !== name || !NAME.test(name)) return "Its name holds characters that no rule can be written for, or is too long";
	if (isDouble) return "The server has several tools of this name";
	if (isLarge) return "Its description is larger than 64 KiB";
	if (membersOf(inputSchema).type !== "object") return "Its arguments are not described as an object";
	return null;
}

function show({ title, description, inputSchema, outputSchema, annotations }: Members): ShownTool {
	const shownTitle = textOf(title);
	const output = plainMembers(outputSchema);
	return {
		...(shownTitle === null ? {} : { title: visibleText(shownTitle) }),
		description: visibleText(textOf(description) ?? ""),
		inputSchema: { ...plainMembers(inputSchema), type: "object" },
		...(output.type === "object" ? { outputSchema: { ...output, type: "object" } } : {}),
		...(isObject(annotations) ? { annotations: showAnnotations(annotations) } : {}),
	};
}

const HINTS = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;

function showAnnotations(annotations: Members): Readonly<Record<string, unknown>> {
	const title = textOf(annotations.title);
	return {
		...(title === null ? {} : { title: visibleText(title) }),
		...Object.fromEntries(HINTS.flatMap((hint) => (typeof annotations[hint] === "boolean" ? [[hint, annotations[hint]]] : []))),
	};
}

type Members = Readonly<Record<string, unknown>>;

function isObject(value: unknown): value is Members {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}

function membersOf(value: unknown): Members {
	return isObject(value) ? value : {};
}

function plainMembers(value: unknown): Members {
	return membersOf(plainValue(membersOf(value), visibleText));
}

function textOf(value: unknown): string | null {
	return typeof value === "string" ? value : null;
}
