import { childPath, findTool, nearestName, type Problem, parseRule, quoteText, TOOLS } from "../../engine/index.ts";

/** The tools of an agent definition as rules, and what is wrong with them. */
export interface ToolList {
	readonly tools: readonly string[];
	readonly problems: readonly Problem[];
}

/** There are about two hundred tools; each unknown name is compared with all of them. */
const MOST_TOOLS = 1000;

/** Reads `tools`: a list of rules, or one text with commas between them. Empty text is no tool at all. */
export function readToolList(written: string | readonly string[]): ToolList {
	const separate = typeof written === "string" ? splitAtCommas(written) : written;
	if (separate.length > MOST_TOOLS) {
		return {
			tools: [],
			problems: [problem("too-large", "tools", `tools names ${separate.length} tools; ${MOST_TOOLS} is the most`, "name fewer")],
		};
	}
	const tools = separate.map((tool) => tool.trim());
	const place = (index: number): string => (typeof written === "string" ? "tools" : childPath("tools", index));
	return { tools, problems: tools.flatMap((tool, index) => problemsOf(tool, tools.indexOf(tool) < index, place(index))) };
}

/** Commas inside the brackets of a rule belong to its pattern. */
function splitAtCommas(text: string): readonly string[] {
	if (text.trim() === "") return [];
	const parts = [""];
	let depth = 0;
	for (const character of text) {
		if (character === "(" || character === "{") depth++;
		if (character === ")" || character === "}") depth--;
		if (character === "," && depth <= 0) parts.push("");
		else parts[parts.length - 1] += character;
	}
	return parts;
}

function problemsOf(tool: string, repeated: boolean, path: string): readonly Problem[] {
	if (tool === "") return [problem("bad-value", path, "tools has an empty entry", "remove the comma")];
	if (repeated) return [problem("duplicate-tool", path, `tools names ${quoteText(tool)} twice`, "keep one of the two")];
	const name = tool.replace(/\(.*$/s, "");
	if (isUnknown(name)) return [problem("unknown-tool", path, `the tool ${quoteText(name)} is not known`, hintFor(name))];
	const parsed = parseRule(tool, (known) => findTool(known)?.pattern);
	return parsed.ok ? [] : [problem(parsed.code, path, `tools: ${parsed.message}`, parsed.hint)];
}

/** Tools of servers come and go; those of clients are known. */
function isUnknown(name: string): boolean {
	return !name.startsWith("mcp__") && !name.includes("*") && !findTool(name);
}

function hintFor(name: string): string {
	const near = nearestName(name, TOOL_NAMES);
	return near === undefined ? "tools of servers are named mcp__server__tool" : `did you mean ${near}?`;
}

const TOOL_NAMES = TOOLS.map(({ name }) => name);

function problem(code: string, path: string, message: string, hint: string): Problem {
	return { severity: "error", code, path, message, hint };
}
