import type { Agent } from "../agents/index.ts";
import { findSections, SECTION_BEGIN, SECTION_END } from "./inject-section.ts";

/** The agents that one may write to, as people and models read it. */
export function permittedAgentsText(agents: readonly Agent[]): string {
	if (agents.length === 0) return `${OPENING}no other agent.\n`;
	const rows = agents.map(
		({ id, type, status, description }) => `| ${oneLine(id)} | ${oneLine(type ?? "")} | ${status} | ${oneLine(description ?? "")} |\n`,
	);
	return `${OPENING}these agents, and to no others.\n\n| name | type | status | description |\n|-|-|-|-|\n${rows.join("")}`;
}

/** What an agent's CLAUDE.md says of it, between the two marks. */
export function injectedSection(agents: readonly Agent[], file: string): string {
	const names = agents.map(({ id }) => oneLine(id)).join(", ");
	const whom = agents.length === 0 ? "You may write to no other agent." : `You may write to these agents, and to no others: ${names}.`;
	return `${SECTION_BEGIN}\n## Permitted agents\n\n${whom}\nWhat they are is in ${file}.\n${SECTION_END}`;
}

/** The folder that a section of ours names in a text, when it is not the one that is used now. */
export function formerFolder(text: string, folder: string): string | null {
	for (const { from, to } of findSections(text)) {
		const named = WHERE.exec(text.slice(from, to))?.[1];
		// SECURITY: the agent can write this text: what it names is one step down, and never up (injection.test.ts).
		if (named !== undefined && named !== folder && named !== "." && named !== "..") return named;
	}
	return null;
}

/** Whether a text is one that `permittedAgentsText` makes. */
export function isPermittedAgentsText(text: string): boolean {
	return text.startsWith(OPENING);
}

const WHERE = /^What they are is in ([^/\\\p{Cc}]+)\/PERMITTED_AGENTS\.md\.\r?$/mu;
const OPENING = "# Permitted agents\n\nYou may write to ";
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
