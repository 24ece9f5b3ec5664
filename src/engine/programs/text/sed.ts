import { type AnalyserFinding, access, distinct, hazard, undecided } from "../analyser.ts";
import { loads, plain } from "../option-rows.ts";
import type { OptionRow, ProgramTable } from "../program-table.ts";
import { has, readArguments, valuesOf } from "../read-arguments.ts";

/** The options of sed, which its analyser reads too. */
const SED_OPTIONS: readonly OptionRow[] = [
	{ names: ["-e", "--expression"], value: "required", is: "sed-script", replacesFirst: true },
	{ ...loads("-f --file <script>", "runs the script in this file"), is: "read", replacesFirst: true },
	// SECURITY: a suffix with `/` or `*` puts the copy elsewhere.
	{
		names: ["-i", "--in-place"],
		value: "optional",
		operandsBecome: "write",
		hazard: "changes",
		unless: "[\\w.~+-]*",
		why: "changes the files in place",
	},
	...plain(
		"-l --line-length <number>",
		"--follow-symlinks",
		"--posix",
		"--debug",
		"--sandbox",
		"--separate",
		"--silent",
		"--quiet",
		"--null-data",
		"--unbuffered",
	),
];

/** sed: the script can write files and run programs, so it is read; `-i` writes the operands. */
export const sed: ProgramTable = {
	names: ["sed", "gsed"],
	operands: ["sed-script", "read"],
	analyser: sedBackups,
	analysesWords: true,
	options: SED_OPTIONS,
};

/** Reads the words of sed for the backups that `-i` with a suffix makes: `sed -i.json p .mcp` writes `.mcp.json`. */
export function sedBackups(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	if (!words.some((word) => word === null || /^-(?:[^-]*i.|-i)/.test(word))) return [];
	const read = readArguments(words, SED_OPTIONS);
	const suffixes = valuesOf(read, "-i");
	if (suffixes.includes(null)) return [undecided("", "the name of the backup is only known when the shell runs")];
	const files = has(read, "-e", "-f") ? read.operands : read.operands.slice(1);
	return suffixes.flatMap((suffix) =>
		files.flatMap((file) => (file === null || suffix === null || suffix === "" ? [] : [access("write", `${file}${suffix}`)])),
	);
}

/**
 * Reads one sed script (GNU, BSD and busybox) command by command: `e` and the flag `e` run programs, `w` and `W` write
 * files, `r` and `R` read them. What is not a sed script is asked.
 */
export function sedScript(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const script = words[0];
	if (words.length !== 1 || typeof script !== "string") return [undecided("", "the script is only known when the shell runs")];
	// SECURITY: GNU sed up to 4.8 ends a regular expression at a delimiter inside brackets (`s/[/]/x/`), others do not.
	// Both readings are judged; what either of them would do counts.
	const readings = script.includes("[") ? [readScript(script, true), readScript(script, false)] : [readScript(script, true)];
	const findings = readings.flatMap((reading) => reading.findings);
	if (readings.some((reading) => reading.complete)) return distinct(findings);
	return distinct([...findings, undecided("", "this is not a sed script that can be judged")]);
}

interface Reading {
	readonly findings: readonly AnalyserFinding[];
	/** The whole text was understood. */
	readonly complete: boolean;
}

interface Cursor {
	readonly text: string;
	readonly brackets: boolean;
	readonly findings: AnalyserFinding[];
	at: number;
}

const STANDARD_STREAMS = new Set(["/dev/stdin", "/dev/stdout", "/dev/stderr"]);

function readScript(text: string, brackets: boolean): Reading {
	const cursor: Cursor = { text, brackets, findings: [], at: 0 };
	while (cursor.at < text.length) {
		skip(cursor, " \t\n;");
		if (cursor.at >= text.length) break;
		if (!readAddresses(cursor) || !readCommand(cursor)) return { findings: cursor.findings, complete: false };
	}
	return { findings: cursor.findings, complete: true };
}

function readAddresses(cursor: Cursor): boolean {
	if (!readAddress(cursor, false)) return false;
	skip(cursor, " \t");
	if (peek(cursor) === ",") {
		cursor.at++;
		skip(cursor, " \t");
		if (!readAddress(cursor, true)) return false;
	}
	skip(cursor, " \t!");
	return true;
}

/** One address, or nothing; false when it is broken. */
function readAddress(cursor: Cursor, second: boolean): boolean {
	const start = peek(cursor);
	if (start === "$") {
		cursor.at++;
		return true;
	}
	if (second && (start === "+" || start === "~")) cursor.at++;
	if (digits(cursor)) {
		if (peek(cursor) !== "~") return true;
		cursor.at++;
		return digits(cursor);
	}
	if (start === "\\") cursor.at++;
	if (start !== "/" && start !== "\\") return !second;
	if (!readDelimited(cursor, 1)) return false;
	skip(cursor, "IM");
	return true;
}

/** Commands without an argument, with an optional number, and with a label. */
const PLAIN = "}=dDgGhHnNpPxzF";
const NUMBERED = "lLqQ";
const LABELLED = ":btTv";

function readCommand(cursor: Cursor): boolean {
	const command = peek(cursor);
	const start = cursor.at++;
	if (command === "" || command === "\n") return false;
	if (command === "{") return true;
	if (PLAIN.includes(command)) return readEnd(cursor);
	if (NUMBERED.includes(command)) {
		skip(cursor, " \t");
		digits(cursor);
		return readEnd(cursor);
	}
	if (LABELLED.includes(command)) {
		readLabel(cursor);
		return readEnd(cursor);
	}
	switch (command) {
		case "#":
			restOfLine(cursor);
			return true;
		case "a":
		case "i":
		case "c":
			return readText(cursor);
		case "r":
		case "R":
			return readFile(cursor, "read");
		case "w":
		case "W":
			return readFile(cursor, "write");
		case "e":
			restOfLine(cursor);
			cursor.findings.push(hazard("runs", cursor.text.slice(start, cursor.at), "sed's command 'e' runs a program"));
			return true;
		case "s":
			return readDelimited(cursor, 2) && readFlags(cursor, start);
		case "y":
			return readDelimited(cursor, 2, false) && readEnd(cursor);
		default:
			return false;
	}
}

/** The flags of `s`; blanks between them are passed over, as some seds do. */
function readFlags(cursor: Cursor, start: number): boolean {
	for (;;) {
		skip(cursor, " \t");
		const flag = peek(cursor);
		if (flag === "w") {
			cursor.at++;
			return readFile(cursor, "write");
		}
		if (flag === "e") {
			cursor.findings.push(hazard("runs", cursor.text.slice(start, cursor.at + 1), "the flag 'e' runs the result as a command"));
		} else if (flag === "" || !"gpiImM0123456789".includes(flag)) {
			return readEnd(cursor);
		}
		cursor.at++;
	}
}

/** After a command: blanks, then the end, `;`, a newline, a comment or a closing brace. */
function readEnd(cursor: Cursor): boolean {
	skip(cursor, " \t");
	const next = peek(cursor);
	if (next === ";" || next === "\n") cursor.at++;
	return next === "" || ";\n#}".includes(next);
}

/** The text of `a`, `i` and `c`: to the first line end without a backslash before it. */
function readText(cursor: Cursor): boolean {
	skip(cursor, " \t");
	const next = peek(cursor);
	if (next === "" || next === "\n") return false;
	while (cursor.at < cursor.text.length && peek(cursor) !== "\n") cursor.at += peek(cursor) === "\\" ? 2 : 1;
	return true;
}

/** A label ends at a blank, `;` or `}` in some sed or other: what follows is always read as commands. */
function readLabel(cursor: Cursor): void {
	skip(cursor, " \t");
	while (cursor.at < cursor.text.length && !" \t\n;}".includes(peek(cursor))) cursor.at++;
}

function readFile(cursor: Cursor, kind: "read" | "write"): boolean {
	skip(cursor, " \t");
	const path = restOfLine(cursor);
	if (path === "") return false;
	if (STANDARD_STREAMS.has(path)) return true;
	cursor.findings.push(access(kind, path));
	// Some seds end the name at `;` or `}`: the rest would be commands that this reading takes for a name.
	return !/[;}]/.test(path);
}

/** As many parts as the command has, each up to the delimiter that stands at the cursor. */
function readDelimited(cursor: Cursor, parts: 1 | 2, regularExpression = true): boolean {
	const delimiter = peek(cursor);
	if (delimiter === "" || delimiter === "\n" || delimiter === "\\" || delimiter === "[" || delimiter === "]") return false;
	cursor.at++;
	for (let part = 0; part < parts; part++) {
		const brackets = cursor.brackets && regularExpression && part === 0;
		if (!readPart(cursor, delimiter, brackets)) return false;
	}
	return true;
}

function readPart(cursor: Cursor, delimiter: string, brackets: boolean): boolean {
	while (cursor.at < cursor.text.length) {
		const character = peek(cursor);
		if (character === delimiter) {
			cursor.at++;
			return true;
		}
		if (character === "\n") return false;
		if (character === "[" && brackets) {
			if (!readBracket(cursor)) return false;
		} else {
			cursor.at += character === "\\" ? 2 : 1;
		}
	}
	return false;
}

/** A bracket expression, with its classes (`[[:alpha:]/]`); a backslash is an ordinary character in it. */
function readBracket(cursor: Cursor): boolean {
	const { text } = cursor;
	cursor.at++;
	if (peek(cursor) === "^") cursor.at++;
	if (peek(cursor) === "]") cursor.at++;
	while (cursor.at < text.length) {
		const character = peek(cursor);
		const next = text[cursor.at + 1] ?? "";
		if (character === "\n") return false;
		if (character === "[" && next !== "" && ":.=".includes(next)) {
			const end = text.indexOf(`${next}]`, cursor.at + 2);
			if (end < 0 || text.slice(cursor.at, end).includes("\n")) return false;
			cursor.at = end + 2;
			continue;
		}
		cursor.at++;
		if (character === "]") return true;
	}
	return false;
}

function digits(cursor: Cursor): boolean {
	const start = cursor.at;
	skip(cursor, "0123456789");
	return cursor.at > start;
}

function restOfLine(cursor: Cursor): string {
	const end = cursor.text.indexOf("\n", cursor.at);
	const line = cursor.text.slice(cursor.at, end < 0 ? cursor.text.length : end);
	cursor.at += line.length;
	return line;
}

function skip(cursor: Cursor, characters: string): void {
	while (cursor.at < cursor.text.length && characters.includes(peek(cursor))) cursor.at++;
}

function peek(cursor: Cursor): string {
	return cursor.text[cursor.at] ?? "";
}
