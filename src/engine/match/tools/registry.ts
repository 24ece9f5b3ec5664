import type { ToolEntry } from "../../vocabulary/index.ts";
import { CLAUDE_TOOLS } from "./claude.ts";
import { CODEX_TOOLS } from "./codex.ts";
import { GEMINI_TOOLS } from "./gemini.ts";
import { KSI_TOOLS } from "./ksi.ts";
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
