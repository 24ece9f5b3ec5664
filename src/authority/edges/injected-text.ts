import type { Agent } from "../../state/agents/index.ts";

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
 * SECURITY: the description of an agent ends up in what others read as instructions: a value stays one line, one cell, and plain text,
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

/** The marks that a section stands between. */
const SECTION_BEGIN = "<!-- writ:begin -->";
const SECTION_END = "<!-- writ:end -->";

/** A text with exactly one section; everything around it stays as it is. */
export function withSection(text: string, section: string): string {
	const [first, ...others] = findSections(text);
	if (first === undefined) {
		const gap = text === "" ? "" : text.endsWith("\n") ? "\n" : "\n\n";
		return `${text}${gap}${section}\n`;
	}
	let replaced = `${text.slice(0, first.from)}${section}`;
	let kept = first.to;
	for (const { from, next } of others) {
		replaced += text.slice(kept, from);
		kept = next;
	}
	return `${replaced}${text.slice(kept)}`;
}

/** Where a section stands: its own characters, and where the line after it begins. */
interface Section {
	readonly from: number;
	readonly to: number;
	readonly next: number;
}

/**
 * Every section of a text: from a first mark to the next second one. A mark is a whole line outside of code that is fenced; any other is a
 * person's text, and so is a first mark that nothing closes.
 */
function findSections(text: string): readonly Section[] {
	const found: Section[] = [];
	let from: number | null = null;
	for (const { words, start, next } of linesOutsideFences(linesOf(text))) {
		if (words === SECTION_BEGIN) from = start;
		else if (words === SECTION_END && from !== null) {
			found.push({ from, to: start + words.length, next });
			from = null;
		}
	}
	return found;
}

/** One line without what ends it. */
interface Line {
	readonly words: string;
	readonly start: number;
	readonly next: number;
}

function linesOf(text: string): readonly Line[] {
	const lines: Line[] = [];
	// The mark that some editors put before everything else belongs to no line.
	for (let start = text.startsWith("\uFEFF") ? 1 : 0; start < text.length; ) {
		const end = text.indexOf("\n", start);
		const next = end === -1 ? text.length : end + 1;
		lines.push({ words: text.slice(start, next).trimEnd(), start, next });
		start = next;
	}
	return lines;
}

/** A fence may stand in a list; what follows it on its line names a language, so that it closes nothing. */
const FENCE = /^[ \t]*((?:[-+*]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})(.*)$/;

/**
 * A fence that nothing closes hides nothing: otherwise a section that is added below it would not be found again, and be added once more at
 * each change.
 */
function linesOutsideFences(lines: readonly Line[]): readonly Line[] {
	const fences = lines.map(({ words }) => readFence(words));
	const closers = longestClosers(fences);
	const outside: Line[] = [];
	let open: Fence | null = null;
	for (const [index, line] of lines.entries()) {
		const fence = fences[index] ?? null;
		if (open !== null) {
			if (fence?.closes === true && fence.sign === open.sign && fence.length >= open.length) open = null;
		} else if (fence !== null && fence.length <= (closers[fence.sign][index + 1] ?? 0)) open = fence;
		else outside.push(line);
	}
	return outside;
}

interface Fence {
	readonly sign: "`" | "~";
	readonly length: number;
	/** Whether it can end one that is open. */
	readonly closes: boolean;
}

function readFence(words: string): Fence | null {
	const [, list, marks, rest = ""] = FENCE.exec(words) ?? [];
	if (marks === undefined) return null;
	const sign = marks.startsWith("~") ? "~" : "`";
	// Three signs and a fourth later on the same line are code within a sentence.
	if (sign === "`" && rest.includes("`")) return null;
	return { sign, length: marks.length, closes: list === undefined && rest === "" };
}

/** For each line the length of the longest fence at or below it that can close one: so that a long text is gone through once. */
function longestClosers(fences: readonly (Fence | null)[]): Readonly<Record<Fence["sign"], readonly number[]>> {
	const longest = { "`": new Array<number>(fences.length + 1).fill(0), "~": new Array<number>(fences.length + 1).fill(0) };
	for (let index = fences.length - 1; index >= 0; index--) {
		const fence = fences[index] ?? null;
		for (const sign of ["`", "~"] as const) {
			const here = fence?.closes === true && fence.sign === sign ? fence.length : 0;
			longest[sign][index] = Math.max(here, longest[sign][index + 1] ?? 0);
		}
	}
	return longest;
}
