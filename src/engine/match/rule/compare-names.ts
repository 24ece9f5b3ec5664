import type { ToolDeclaration } from "../../vocabulary/index.ts";
import { once, type PathUse } from "../path/index.ts";
import { canonicalToolName, findTool } from "../tools/index.ts";
import { compareWildcards } from "../wildcard/index.ts";
import { compileNamePattern, compileToolName, registryTools, runsCommands, SHELL, toolKeys } from "./matches-tool.ts";
import { isEveryTool, isWild, namePattern, type ToolName, toolNameText } from "./tool-name.ts";

/**
 * Prepares the comparison of tool names with those of one list, which name whole tools: whether these hold every tool of a
 * name. Names with stars are compared tool by tool inside the registry, and by what they could match outside.
 */
export function compareNames(
	outer: readonly ToolName[],
	use: PathUse,
	declarations?: Readonly<Record<string, ToolDeclaration>>,
): (inner: ToolName) => boolean {
	const named = new Set(outer.filter((name) => !isWild(name)).map((name) => canonicalToolName(toolNameText(name))));
	const every = outer.some(isEveryTool);
	const wild = outer.filter((name) => isWild(name) && !isEveryTool(name));
	const texts = new Set(wild.map(namePattern));
	const holds = compareWildcards(wild.map((name) => ({ text: namePattern(name), matches: compileNamePattern(name) })));
	const holdsOne = (tool: string): boolean => {
		if (named.has(canonicalToolName(tool)) || (every && (use === "deny" || findTool(tool) !== undefined))) return true;
		return toolKeys(tool).some(holds);
	};
	// A denial of `Bash` is one of every tool that runs commands.
	const shells = once(() => use === "deny" && holdsOne(SHELL));
	const holdsTool = (tool: string): boolean => holdsOne(tool) || (runsCommands(tool, declarations) && shells());
	const missing = once(() => [...registryTools()].filter((tool) => !holdsTool(tool)));
	return (inner) => {
		if (!isWild(inner)) return holdsTool(toolNameText(inner));
		const wanted = compileToolName(inner, "grant");
		if (missing().some(wanted)) return false;
		if (isEveryTool(inner) || (use === "deny" && every)) return true;
		return texts.has(namePattern(inner)) || holds(namePattern(inner));
	};
}
