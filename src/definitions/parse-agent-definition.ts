import {
	type AgentDefinition,
	agentDefinitionShape,
	childPath,
	findTool,
	type Infer,
	nearestName,
	type Problem,
	parseRule,
	quoteText,
	type Shape,
	TOOLS,
} from "../engine/index.ts";
import type { Parsed } from "./parse-definition.ts";
import { type DocumentPlace, type DocumentPositions, placeProblems } from "./place-problems.ts";
import { readParts } from "./read-parts.ts";
import { decodeText, type Fault } from "./yaml/decode-text.ts";
import { readYaml } from "./yaml/read-yaml.ts";

/** One agent definition: Markdown with frontmatter when the file ends in `.md`, else YAML. Never throws. */
export function parseAgentDefinition(text: string | Uint8Array, place: DocumentPlace): Parsed<AgentDefinition> {
	if (place.file?.toLowerCase().endsWith(".md")) return parseAgentMarkdown(text, place);
	const { document, faults } = readYaml(text);
	if (!document) return { ok: false, problems: placeProblems(faults, place) };
	return agentFromDocument({ value: document.value, where: document, found: faults }, agentDefinitionShape, place);
}

const { name, description, tools, model, profile } = agentDefinitionShape.keys;

const frontmatterShape = {
	kind: "object",
	keys: {
		name,
		description,
		tools,
		model,
		profile,
		// Written by the Claude CLI's own editor of agents; it only colours the name.
		color: { kind: "text" },
	},
} as const satisfies Shape;

/**
 * One agent from a Markdown file with frontmatter; the text below is its prompt. Never throws.
 *
 * SECURITY: the file stands in the workspace, which agents write. It can narrow its profile by `tools` and name another
 * `profile` to be met with; keys by which a client would loosen itself are refused (parse-agent-definition.test.ts).
 */
function parseAgentMarkdown(text: string | Uint8Array, place: DocumentPlace): Parsed<AgentDefinition> {
	const decoded = decodeText(text);
	if (!decoded.ok) return { ok: false, problems: placeProblems([decoded.fault], place) };
	const split = splitFrontmatter(decoded.text);
	if (!split.ok) return { ok: false, problems: placeProblems([split.fault], place) };
	const { document, faults } = readYaml(split.yaml);
	if (!document) return { ok: false, problems: placeProblems(faults, place) };
	const refused = refusedKeys(document.value);
	const value = without(
		document.value,
		refused.map(({ path }) => path),
	);
	return agentFromDocument({ value, where: document, found: [...faults, ...refused], body: split.body }, frontmatterShape, place, (read) =>
		otherName(read.name, place.name),
	);
}

const REFUSED = ["permissionMode", "hooks", "mcpServers"];

function refusedKeys(value: unknown): readonly Problem[] {
	if (typeof value !== "object" || value === null) return [];
	return REFUSED.filter((key) => Object.hasOwn(value, key)).map((key) => ({
		severity: "error",
		code: "refused-key",
		path: key,
		message: `${key} is refused: an agent file cannot change how it is confined`,
		hint: "remove it; the profile decides",
	}));
}

/** A refused key is reported once, not as an unknown one besides. */
function without(value: unknown, keys: readonly string[]): unknown {
	if (keys.length === 0 || typeof value !== "object" || value === null) return value;
	return Object.fromEntries(Object.entries(value).filter(([key]) => !keys.includes(key)));
}

function otherName(written: string | undefined, asked: string): readonly Problem[] {
	if (written === undefined || written === asked) return [];
	const message = `the file says that its name is ${quoteText(written)}, but it was asked for as ${quoteText(asked)}`;
	return [{ severity: "error", code: "name-differs", path: "name", message, hint: "make name and file name the same" }];
}

/** A Markdown agent file in its two parts. */
type SplitFile =
	| {
			readonly ok: true;
			/** The YAML, on the same lines as in the file. */
			readonly yaml: string;
			readonly body: string;
	  }
	| { readonly ok: false; readonly fault: Fault };

const FENCE = /^---[ \t]*$/;

/** Splits `---`, YAML, `---`, text. The opening fence must be the first line. */
function splitFrontmatter(text: string): SplitFile {
	const lines = text.split(/\r?\n/);
	if (!FENCE.test(lines[0] ?? "")) {
		return missing(
			"missing-frontmatter",
			"the file does not begin with frontmatter",
			"begin it with a line ---, then name, description and tools, then a line ---",
		);
	}
	const end = lines.findIndex((line, index) => index > 0 && FENCE.test(line));
	if (end < 0) return missing("unterminated-frontmatter", "the frontmatter that begins here has no end", "end it with a line ---");
	return {
		ok: true,
		yaml: ["", ...lines.slice(1, end)].join("\n"),
		body: lines
			.slice(end + 1)
			.join("\n")
			.trim(),
	};
}

function missing(code: string, message: string, hint: string): SplitFile {
	return { ok: false, fault: { code, path: "", message, hint, at: [1, 1] } };
}

/** What an agent definition says, checked by its shape. */
type AgentDocument = Infer<typeof agentDefinitionShape>;

/** What was found in the text before its shape is looked at. */
interface AgentText {
	readonly value: unknown;
	readonly where: DocumentPositions;
	readonly found: readonly (Fault | Problem)[];
	/** Text after the frontmatter. */
	readonly body?: string;
}

/** A document, read and checked, as an agent definition. `check` adds what only one of the two forms demands. */
function agentFromDocument(
	text: AgentText,
	shape: typeof agentDefinitionShape | typeof frontmatterShape,
	place: DocumentPlace,
	check: (document: AgentDocument) => readonly Problem[] = () => [],
): Parsed<AgentDefinition> {
	const { value, problems, isLeftOut } = readParts(text.value, shape);
	const document: AgentDocument | undefined = value;
	if (document === undefined) return { ok: false, problems: placeProblems([...text.found, ...problems], place, text.where) };
	const list = document.tools === undefined ? undefined : readToolList(document.tools);
	const inside = [...(list?.problems ?? []), ...twoProfiles(document), ...check(document)].filter(({ path }) => !isLeftOut(path));
	const found = [...text.found, ...problems, ...inside];
	const profile = document.profile ?? document.permissions?.profile;
	const prompt = text.body ?? document.prompt;
	const bases = typeof document.extends === "string" ? [document.extends] : document.extends;
	const definition: AgentDefinition = {
		name: place.name,
		layer: place.layer,
		...(place.file === undefined ? {} : { file: place.file }),
		...(document.description === undefined ? {} : { description: document.description }),
		...(bases === undefined ? {} : { extends: bases }),
		...(profile === undefined ? {} : { profile }),
		...(document.permissions?.overrides === undefined ? {} : { overrides: document.permissions.overrides }),
		...(list === undefined ? {} : { tools: list.tools }),
		...(document.sandbox === undefined ? {} : { sandbox: document.sandbox }),
		...(document.model === undefined ? {} : { model: document.model }),
		...(document.temperature === undefined ? {} : { temperature: document.temperature }),
		...(prompt === undefined ? {} : { prompt }),
		...(document.metadata === undefined ? {} : { metadata: document.metadata }),
		positions: text.where.positions,
	};
	if (found.length > 0) return { ok: false, problems: placeProblems(found, place, text.where), readable: definition };
	return { ok: true, definition, warnings: [] };
}

function twoProfiles({ profile, permissions }: AgentDocument): readonly Problem[] {
	if (profile === undefined || permissions?.profile === undefined || profile === permissions.profile) return [];
	const message = `profile and permissions.profile name different profiles`;
	return [{ severity: "error", code: "bad-value", path: "profile", message, hint: "keep permissions.profile" }];
}

/** The tools of an agent definition as rules, and what is wrong with them. */
interface ToolList {
	readonly tools: readonly string[];
	readonly problems: readonly Problem[];
}

/** There are about two hundred tools; each unknown name is compared with all of them. */
const MOST_TOOLS = 1000;

/** Reads `tools`: a list of rules, or one text with commas between them. Empty text means no tools at all. */
function readToolList(written: string | readonly string[]): ToolList {
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
