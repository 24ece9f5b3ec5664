import type { Agent } from "../agents/index.ts";

/** The file that says whom an agent may write to. */
export const PERMITTED_AGENTS = "PERMITTED_AGENTS.md";
const SECTION_BEGIN = "<!-- writ:begin -->";
const SECTION_END = "<!-- writ:end -->";

/** The agents that one may write to, as people and models read it. */
export function permittedAgentsText(agents: readonly Agent[]): string {
	if (agents.length === 0) return "# Permitted agents\n\nYou may write to no other agent.\n";
	const rows = agents.map(
		({ id, type, status, description }) => `| ${oneLine(id)} | ${oneLine(type ?? "")} | ${status} | ${oneLine(description ?? "")} |\n`,
	);
	return `# Permitted agents\n\nYou may write to these agents, and to no others.\n\n| name | type | status | description |\n|-|-|-|-|\n${rows.join("")}`;
}

/** What an agent's CLAUDE.md says of it, between the two marks. */
export function injectedSection(agents: readonly Agent[], file: string): string {
	const names = agents.map(({ id }) => oneLine(id)).join(", ");
	const whom = agents.length === 0 ? "You may write to no other agent." : `You may write to these agents, and to no others: ${names}.`;
	return `${SECTION_BEGIN}\n## Permitted agents\n\n${whom}\nWhat they are is in ${file}.\n${SECTION_END}`;
}

/** A text with exactly one section; everything around it stays as it is. */
export function withSection(text: string, section: string): string {
	let isThere = false;
	const replaced = text.replaceAll(SECTION, () => {
		if (isThere) return "";
		isThere = true;
		return section;
	});
	if (isThere) return replaced;
	const gap = text === "" ? "" : text.endsWith("\n") ? "\n" : "\n\n";
	return `${text}${gap}${section}\n`;
}

/** From a first mark to the next second one; a first mark that nothing closes is a person's text. */
const SECTION = /<!-- writ:begin -->(?:(?!<!-- writ:begin -->)[\s\S])*?<!-- writ:end -->/g;
const LONGEST = 500;

/**
 * SECURITY: whoever describes an agent writes into what others read as instructions: a value stays one line, one cell, and plain text,
 * and cannot close the section.
 */
function oneLine(value: string): string {
	const plain = value.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim();
	const short = plain.length > LONGEST ? `${plain.slice(0, LONGEST)}…` : plain;
	return short
		.replaceAll(/[\\`*[\]#|~!]/g, "\\$&")
		.replaceAll("&", "&amp;")
		.replaceAll("<", "&lt;")
		.replaceAll(">", "&gt;");
}
