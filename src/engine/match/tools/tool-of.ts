import type { PatternKind, ToolDeclaration, ToolEntry } from "../../vocabulary/index.ts";
import { findTool } from "./registry.ts";

/** Entries made from declarations, kept as long as the declaration lives: one decision after another asks for the same. */
const DECLARED = new WeakMap<ToolDeclaration, ToolEntry>();

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
	if (declaration === undefined) return undefined;
	const kept = DECLARED.get(declaration);
	if (kept?.name === name) return kept;
	const entry: ToolEntry = Object.freeze({ ...declaration, name, family: "declared", pattern: patternOf(declaration) });
	DECLARED.set(declaration, entry);
	return entry;
}

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
