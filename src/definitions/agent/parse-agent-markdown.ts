import { type AgentDefinition, agentDefinitionShape, type Problem, quoteText, type Shape } from "../../engine/index.ts";
import type { Parsed } from "../parse-definition.ts";
import { type DocumentPlace, placeProblems } from "../place-problems.ts";
import { decodeText, readYaml } from "../yaml/index.ts";
import { agentFromDocument } from "./agent-document.ts";
import { splitFrontmatter } from "./split-frontmatter.ts";

const { name, description, tools, model, profile } = agentDefinitionShape.keys;

const frontmatterShape: Shape = {
	kind: "object",
	keys: {
		...pick({ name, description, tools, model, profile }),
		// Written by the Claude CLI's own editor of agents; it only colours the name.
		color: { kind: "text" },
	},
};

/**
 * One agent from a Markdown file with frontmatter; the text below is its prompt. Never throws.
 *
 * SECURITY: the file stands in the workspace, which agents write. It can narrow its profile by `tools` and name another
 * `profile` to be met with; keys by which a client would loosen itself are refused (parse-agent-definition.test.ts).
 */
export function parseAgentMarkdown(text: string | Uint8Array, place: DocumentPlace): Parsed<AgentDefinition> {
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

function pick(shapes: Readonly<Record<string, Shape | undefined>>): Readonly<Record<string, Shape>> {
	return Object.fromEntries(Object.entries(shapes).flatMap(([key, shape]) => (shape ? [[key, shape]] : [])));
}
