import fc from "fast-check";
import { type AndOr, type Command, type PipelineNode, parse } from "unbash";
import { describe, expect, it } from "vitest";
import { EVERYTHING, policyOf, rules } from "../../../../test/decide/sample-policy.ts";
import type { CommandPolicy } from "./command-policy.ts";
import { judgeCommand } from "./judge-command.ts";
import { readPlainText } from "./read-plain-text.ts";

/** A simple command as either reader sees it. */
interface Seen {
	readonly text: string;
	readonly words: readonly (string | null)[];
	readonly piped: boolean;
	readonly redirected: boolean;
}

const PIECES = [
	..."aa|bb|git|log|head|-n|20|-la|--grep=x|src/a.ts|2|1|x=y|=|echo|'a b'|\"a b\"|'a;b'|''|--m='p && q'|a'b'\"c\"|'(('|'é'".split("|"),
	...[
		"|",
		"||",
		"&&",
		";",
		"&",
		"|&",
		";;",
		" ",
		"  ",
		"\n",
		"\t",
		">",
		">>",
		"<",
		"2>",
		"2>&1",
		">/dev/null",
		"2>/dev/null",
		"> /dev/null",
	],
	...["$x", '"$x"', "`x`", "\\", "#", "*", "?", "[", "]", "{", "}", "(", ")", "~", "!", "'", '"', "if", "then", "fi", "for", "do", "done"],
	...["time", "cd", "export", "true", "test", "coproc", "function", "in", "A=b", ">&2", "1>&2", "1>/dev/null", ">&", "/dev/null"],
];
const texts = fc.array(fc.tuple(fc.constantFrom(...PIECES), fc.constantFrom("", " ", " ", " ")), { minLength: 1, maxLength: 12 });
const text = texts.map((list) => list.map(([piece, gap]) => piece + gap).join(""));

describe("readPlainText", () => {
	it("[command-fast-path-equal] takes plain commands apart, each with its words as the program gets them", () => {
		expect(readOwn(`git log --grep='a && b' -5 2>/dev/null | head -n 20; ls || echo "x y"`)).toEqual([
			{ text: "git log --grep='a && b' -5 2>/dev/null", words: ["git", "log", "--grep=a && b", "-5"], piped: false, redirected: true },
			{ text: "head -n 20", words: ["head", "-n", "20"], piped: true, redirected: false },
			{ text: "ls", words: ["ls"], piped: false, redirected: false },
			{ text: 'echo "x y"', words: ["echo", "x y"], piped: false, redirected: false },
		]);
	});
	it("[command-fast-path-equal] leaves everything else to the parser", () => {
		for (const one of [
			"a $x",
			'a "$x"',
			"a \\b",
			"a #b",
			"a & b",
			"a |& b",
			"a;; b",
			"a >b",
			"a <b",
			"A=b c",
			"if a",
			"cd x",
			"a\nb",
			"a 'b",
			"",
		])
			expect(readPlainText(one), one).toBeNull();
	});
	it("[command-fast-path-equal] says what the parser says of every text that it takes, also when it has met it before", () => {
		let taken = 0;
		fc.assert(
			fc.property(text, (one) => {
				for (let time = 0; time < 3; time++) {
					const own = readOwn(one);
					if (own === null) return;
					taken++;
					expect(own).toEqual(readParsed(one));
				}
			}),
			{ numRuns: 8_000 },
		);
		expect(taken).toBeGreaterThan(200);
	});
	it("[command-fast-path-equal] changes nothing about any judgement", () => {
		fc.assert(
			fc.property(text, fc.constantFrom(...POLICIES), (one, policy) => {
				expect(judgeCommand(one, "/w", policy)).toEqual(judgeCommand(one, "/w", policy, { fast: false }));
			}),
			{ numRuns: 1_500 },
		);
	});
});

function readOwn(one: string): readonly Seen[] | null {
	const plain = readPlainText(one);
	if (plain === null) return null;
	return plain.parts.map(({ command, piped }) => ({
		text: command.text,
		words: command.words.map((word) => word.text),
		piped,
		redirected: command.redirected,
	}));
}

/** The same from the parser; anything that is more than a list of simple commands is no answer. */
function readParsed(one: string): readonly Seen[] | string {
	const script = parse(one);
	if (script.errors !== undefined && script.errors.length > 0) return "not readable";
	const found: (Seen | string)[] = script.commands.flatMap((statement) =>
		statement.background === true ? ["background"] : seenIn(statement.command, one),
	);
	return found.every((part) => typeof part === "object") ? found : `more than plain: ${JSON.stringify(found)}`;
}

function seenIn(node: PipelineNode | AndOr, one: string): readonly (Seen | string)[] {
	if (node.type === "AndOr") return node.commands.flatMap((child) => seenIn(child, one));
	if (node.type === "Pipeline") {
		if (node.prefixes.length > 0 || node.operators.includes("|&")) return ["special pipe"];
		return node.commands.map((child, index) => (child.type === "Command" ? seen(child, one, index > 0) : child.type));
	}
	return [node.type === "Command" ? seen(node, one, false) : node.type];
}

function seen(node: Command, one: string, piped: boolean): Seen | string {
	if (node.name === undefined || node.prefix.length > 0) return "prefix";
	const words = [node.name.value];
	for (const part of node.suffix) {
		if (part.type === "Word") words.push(part.value);
		else if (part.type !== "Redirect" || !/^(?:\/dev\/null|1|2)$/.test(part.target?.value ?? "")) return part.type;
	}
	return { text: one.slice(node.pos, node.end), words, piped, redirected: node.redirects.length > 0 };
}

const OPEN = policyOf(rules("aa:*", "git log:*", "head:*", "echo:*"));
const POLICIES: readonly CommandPolicy[] = [
	OPEN,
	{ ...OPEN, allowed: [EVERYTHING], disallowed: rules("git log:*", "bb:*"), ask: rules("head -n:*") },
];
