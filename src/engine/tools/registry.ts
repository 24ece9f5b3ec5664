import type { PatternKind, ToolDeclaration, ToolEntry } from "../language/index.ts";
import { CLAUDE_TOOLS } from "./claude.ts";
import { CODEX_TOOLS } from "./codex.ts";
import { GEMINI_TOOLS } from "./gemini.ts";
import { KSI_TOOLS } from "./ksi.ts";
import { rememberDeclarations } from "./memory.ts";
import { NEXUS_TOOLS } from "./nexus.ts";
import { OPENCODE_TOOLS } from "./opencode.ts";
import { WRIT_TOOLS } from "./writ.ts";

/** Every tool that writ knows, with what its arguments are. */
export const TOOLS: readonly ToolEntry[] = Object.freeze([
	...CLAUDE_TOOLS,
	...KSI_TOOLS,
	...NEXUS_TOOLS,
	...CODEX_TOOLS,
	...GEMINI_TOOLS,
	...OPENCODE_TOOLS,
	...WRIT_TOOLS,
]);

const BY_NAME: ReadonlyMap<string, ToolEntry> = new Map(TOOLS.map((entry) => [entry.name, entry]));

/** The registry's entry of a tool; names compare exactly. */
export function findTool(name: string): ToolEntry | undefined {
	return BY_NAME.get(name);
}

/** The name that rules for this tool and for its other names have in common. */
export function canonicalToolName(name: string): string {
	return BY_NAME.get(name)?.aliasOf ?? name;
}

/**
 * What is known of a tool: the registry's entry, else the person's own declaration.
 *
 * INVARIANT: a declaration never redefines a tool of the registry.
 */
export function toolOf(name: string, declarations?: Readonly<Record<string, ToolDeclaration>>): ToolEntry | undefined {
	const known = findTool(name);
	if (known !== undefined) return known;
	if (declarations === undefined || !Object.hasOwn(declarations, name)) return undefined;
	const declaration = declarations[name];
	return declaration === undefined ? undefined : declaredEntry(declaration, name);
}

const declaredEntry = rememberDeclarations(
	(declaration, name): ToolEntry => Object.freeze({ ...declaration, name, family: "declared", pattern: patternOf(declaration) }),
);

function patternOf(declaration: ToolDeclaration): PatternKind {
	if (names(declaration.commands)) return "command";
	if (names(declaration.reads) || names(declaration.writes)) return "path";
	if (names(declaration.hosts)) return "domain";
	if (names(declaration.targets) || names(declaration.profiles)) return "agent";
	return "none";
}

function names(uses: readonly unknown[] | undefined): boolean {
	return uses !== undefined && uses.length > 0;
}
