import { type AgentDefinition, agentDefinitionShape } from "../../engine/index.ts";
import type { Parsed } from "../parse-definition.ts";
import { type DocumentPlace, placeProblems } from "../place-problems.ts";
import { readYaml } from "../yaml/index.ts";
import { agentFromDocument } from "./agent-document.ts";
import { parseAgentMarkdown } from "./parse-agent-markdown.ts";

/** One agent definition: Markdown with frontmatter when the file ends in `.md`, else YAML. Never throws. */
export function parseAgentDefinition(text: string | Uint8Array, place: DocumentPlace): Parsed<AgentDefinition> {
	if (place.file?.toLowerCase().endsWith(".md")) return parseAgentMarkdown(text, place);
	const { document, faults } = readYaml(text);
	if (!document) return { ok: false, problems: placeProblems(faults, place) };
	return agentFromDocument({ value: document.value, where: document, found: faults }, agentDefinitionShape, place);
}
