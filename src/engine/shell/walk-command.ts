import type { Assignment, Command, Redirection, Word } from "unbash";
import {
	type Argument,
	ask,
	deny,
	dynamicArgument,
	exportedName,
	isBindable,
	judgeForbiddenWords,
	judgeSimple,
	MOST_PARTS,
	MOST_WORDS,
	MOST_WORDS_IN_ALL,
	mayRead,
} from "../commands/index.ts";
import { isFreeName, isFreePair } from "../rules/index.ts";
import { changeDirectory, isBuiltIn, isLookup, judgeBuiltIn } from "./built-ins.ts";
import { judgeRedirections } from "./redirections.ts";
import { inside, outside, type Place, textOf, type Walk } from "./walk.ts";
import { expandWord, readValue } from "./words.ts";

/** Judges one simple command, and says where the shell stands when it has succeeded. */
export function walkCommand(walk: Walk, node: Command, place: Place): readonly string[] {
	const segment = textOf(walk, node);
	if (isSettled(walk, segment)) return place.directories;
	if (++walk.count.parts > MOST_PARTS) {
		if (walk.count.parts === MOST_PARTS + 1)
			walk.findings.push(deny("command-unparsable", segment, "The command has more than 1,000 parts"));
		return place.directories;
	}
	if (!isWhole(walk, node)) {
		outside(walk, "word", segment);
		return place.directories;
	}
	const assignments = node.prefix.filter((part): part is Assignment => part.type === "Assignment");
	if (assignments.length > MOST_WORDS) {
		walk.findings.push(deny("command-unparsable", segment.slice(0, 80), "The command has more than 1,000 words"));
		return place.directories;
	}
	const redirections: readonly Redirection[] = node.redirects;
	judgeRedirections(walk, redirections, place);
	if (node.name === undefined) {
		if (assignments.length === 0 && redirections.length > 0) inside(walk, "redirections-only", segment);
		for (const assignment of assignments) judgeAssignment(walk, assignment, place);
		return place.directories;
	}
	const values = assignments.flatMap((assignment) => {
		const value = judgePrefix(walk, assignment, place);
		return typeof value === "string" ? [[assignment.name, value] as const] : [];
	});
	const words = readWords(walk, node, place, segment);
	// SECURITY: `find … -print0 | xargs -0 cat <<< key` reads something other than the list (test/corpus/differential).
	const fed: Place = place.input !== "none" && redirections.some(givesInput) ? { ...place, input: "pipe" } : place;
	const set = values.length === 0 ? fed : { ...fed, set: new Map(values) };
	return words === null ? place.directories : runWords(walk, words, set, segment);
}

/** More than anybody reads. */
const MOST_FINDINGS = 100;

/** There are more reasons against it than anybody reads: nothing that follows changes the answer, which is no. */
function isSettled({ findings, count }: Walk, segment: string): boolean {
	// That was denied when it was counted.
	if (count.words > MOST_WORDS_IN_ALL) return true;
	if (findings.length <= MOST_FINDINGS) return false;
	if (!findings.some(({ effect }) => effect === "deny"))
		findings.push(deny("command-unparsable", segment.slice(0, 80), "More than 100 parts of the command would have to be asked about"));
	return true;
}

/** The words of a command, or `null` when one is outside the language. */
function readWords(walk: Walk, node: Command, place: Place, segment: string): readonly Argument[] | null {
	const words: Argument[] = [];
	let understood = true;
	const add = (list: readonly Argument[] | null): void => {
		if (list === null) understood = false;
		else words.push(...list);
	};
	if (node.name !== undefined && !isLiteral(node.name)) {
		outside(walk, "program", segment);
		understood = false;
	} else if (node.name !== undefined) add(expandWord(walk, node.name, place));
	for (const part of node.suffix) {
		if (words.length > MOST_WORDS) break;
		if (part.type === "Word") add(expandWord(walk, part, place));
		else if (part.type === "Assignment") add(expandAssignmentWord(walk, part, place));
	}
	// SECURITY: the words behind were not looked at.
	if (words.length > MOST_WORDS) {
		walk.findings.push(deny("command-unparsable", segment.slice(0, 80), "The command has more than 1,000 words"));
		return null;
	}
	// A word `{,x}` may come to nothing.
	return understood ? words.filter(({ found }) => found === null || found.length > 0) : null;
}

function givesInput(redirection: Redirection): boolean {
	const { type, descriptor } = redirection;
	if (descriptor !== undefined) return descriptor.type !== "FileDescriptor" || descriptor.value === 0;
	return type === "HereDoc" || type === "HereString" || redirection.operator.startsWith("<");
}

/**
 * Whether nothing but blanks stands between the parts of a command, and something that ends it behind them. SECURITY: where our
 * parser sees two words and bash one (`a<(ls)`), or passes over what bash refuses (`ls (`), nothing is believed.
 */
function isWhole({ source }: Walk, node: Command): boolean {
	const parts = [...node.prefix, ...(node.name === undefined ? [] : [node.name]), ...node.suffix, ...node.redirects];
	let last = node.pos;
	for (const part of parts.toSorted((one, other) => one.pos - other.pos)) {
		const gap = source.slice(last, part.pos);
		const joins =
			part.pos <= last && last !== node.pos && part.type !== "Redirect" && part.type !== "HereDoc" && part.type !== "HereString";
		// SECURITY: a line that goes on without a blank joins what it parts: `2\⏎>x` is `2>x`, `ls\⏎#x` one word (test/corpus/differential).
		const continues = part.pos === last && last !== node.pos && source.endsWith("\\\n", last);
		if (joins || continues || !/^(?:[ \t]|\\\n)*$/.test(gap) || (gap !== "" && !/[ \t]/.test(gap))) return false;
		last = Math.max(last, part.end);
	}
	BEHIND.lastIndex = last;
	return BEHIND.test(source);
}

/** Blanks, however many, and then what ends a command: another part, the end of the text or a comment. */
const BEHIND = /(?:[ \t]|\\\n)*(?:[\n;&|)`]|$)|(?:[ \t]|\\\n)*[ \t](?:\\\n)*#/y;

/** Nothing but plain and quoted text; a leading tilde is not plain text. */
function isLiteral({ parts = [], text }: Word): boolean {
	if (text.startsWith("~")) return false;
	return parts.every(
		(part) =>
			part.type === "Literal" ||
			part.type === "SingleQuoted" ||
			(part.type === "DoubleQuoted" && part.parts.every(({ type }) => type === "Literal")),
	);
}

/** `NAME=value` among the words of a command: one word, as any other. */
function expandAssignmentWord(walk: Walk, part: Assignment, place: Place): readonly Argument[] | null {
	if (part.value.type === "ArrayValue" || part.index !== undefined) {
		outside(walk, "array", part.text);
		return null;
	}
	const value = readValue(walk, part.value, place);
	if (value === null) return null;
	const lead = `${part.name}${part.append === true ? "+=" : "="}`;
	if (value === undefined) return [dynamicArgument(part.text, lead)];
	return [{ ...dynamicArgument(part.text, lead + value), text: lead + value }];
}

function runWords(walk: Walk, words: readonly Argument[], place: Place, segment: string): readonly string[] {
	const [program] = words;
	if (program === undefined || program.text === null || program.text === "") {
		outside(walk, "program", segment);
		return place.directories;
	}
	if (!mayRead(walk, words, segment)) return place.directories;
	// SECURITY: a rule that was made for the program must hold for a built-in of that name too.
	if (isBuiltIn(program.text)) judgeForbiddenWords(walk, words, place, segment);
	switch (program.text) {
		case "cd":
			return changeDirectory(walk, words, place, segment);
		case "command": {
			if (isLookup(words)) {
				inside(walk, "lookup", segment);
				return place.directories;
			}
			const [, first] = words;
			if (first === undefined || first.lead.startsWith("-")) {
				outside(walk, "option", segment);
				return place.directories;
			}
			return inside(walk, "command", segment) ? runWords(walk, words.slice(1), place, segment) : place.directories;
		}
		case "source":
		case ".":
			judgeSource(walk, words, place, segment);
			return place.directories;
	}
	if (!judgeBuiltIn(walk, words, place, segment)) {
		inside(walk, "simple", segment);
		judgeSimple(walk, words, place, segment);
	}
	return place.directories;
}

/** `source .venv/bin/activate`: code of the project, so only in a sandbox and only where a rule names it. */
function judgeSource(walk: Walk, words: readonly Argument[], place: Place, segment: string): void {
	if (words.length !== 2 || !/^(?!-).*\/bin\/activate$/.test(words[1]?.text ?? "")) {
		outside(walk, "built-in", segment);
		return;
	}
	if (!inside(walk, "activate", segment)) return;
	if (!walk.policy.confined)
		walk.findings.push(ask("command-dynamic", segment, "What the script does to the shell cannot be seen: it may run only in a sandbox"));
	judgeSimple(walk, words, place, segment);
}

/** `NAME=word` alone: nobody but this text reads it. */
function judgeAssignment(walk: Walk, { name, value, append, index, text }: Assignment, place: Place): void {
	if (!mayBind(walk, name, text)) return;
	if (value.type === "ArrayValue" || /^[^=]*=\(/.test(text)) {
		outside(walk, "array", text);
		return;
	}
	if (append === true || index !== undefined) {
		outside(walk, "assignment", text);
		return;
	}
	if (!inside(walk, "plain-assignment", text)) return;
	const known = readValue(walk, value, place);
	// A program may have the name already: then it reads the new value.
	if (isFreeName(name) && known !== null && (known === undefined || !isFreePair(name, known)))
		walk.findings.push(
			ask("command-assignment", text, `'${name}' gets a new value, and it is not known what that changes in the programs that follow`),
		);
}

/** `NAME=value command`: what the program gets to see. */
function judgePrefix(walk: Walk, { name, value, append, index, text }: Assignment, place: Place): string | undefined | null {
	const known = value.type === "ArrayValue" || append === true || index !== undefined ? null : readValue(walk, value, place);
	const free = typeof known === "string" && isFreePair(name, known);
	if (free) inside(walk, "free-prefix", text);
	else if (name === "PYTHONPATH") judgeCodePath(walk, known, text);
	else walk.findings.push(exportedName(name, text));
	return known;
}

/** Python would load code from there: as good as running it. */
function judgeCodePath(walk: Walk, value: string | undefined | null, text: string): void {
	const below = typeof value === "string" && value.split(":").every((part) => part !== "" && !/^\/|^~|(?:^|\/)\.\.(?:\/|$)/.test(part));
	if (!((below || /=(?:"\$PWD"|\$\(pwd\)|"\$\(pwd\)")$/.test(text)) && walk.policy.confined))
		walk.findings.push(ask("command-assignment", text, "Python would load code from there: it may do so only in a sandbox"));
}

/** Whether the text may bind the name at all. */
export function mayBind(walk: Walk, name: string, segment: string): boolean {
	if (isFreeName(name) || isBindable(name, walk.policy.environment)) return true;
	walk.findings.push(exportedName(name, segment));
	return false;
}
