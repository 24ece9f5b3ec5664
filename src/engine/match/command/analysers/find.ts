import type { Analyser, AnalyserFinding } from "../analyser.ts";
import { access, hazard, undecided } from "./findings.ts";

/**
 * Reads the expression of find: starting points are read, `-exec` and its kin run a command on what is found, `-delete`
 * deletes, `-fprint` and its kin write, and every test keeps its own value (`-name '*-exec*'` is a name).
 */
export const find: Analyser = (words) => {
	const unknown = words.indexOf(null);
	if (unknown >= 0) {
		const certain = find(words.slice(0, unknown)).filter((finding) => finding.kind !== "ask");
		return [...certain, undecided("", "a word of the expression is only known when the shell runs: it may be an action")];
	}
	const text = words.filter((word) => word !== null);
	const start = skipLeadingOptions(text);
	const expression = text.findIndex((word, index) => index >= start && startsExpression(word));
	const end = expression < 0 ? text.length : expression;
	const points = text.slice(start, end);
	const findings = (points.length === 0 ? ["."] : points).map((point) => access("read", point));
	return [...findings, ...readExpression(text, end)];
};

const WITHOUT_VALUE = new Set(
	`( ) ! , -not -a -and -o -or -daystart -depth -d -follow -help --help -ignore_readdir_race -noignore_readdir_race -mount -noleaf
	-nowarn -warn -version --version -xdev -x -X -s -E -empty -executable -readable -writable -false -true -nogroup -nouser -print -print0
	-ls -prune -quit`.split(/\s+/),
);

const WITH_VALUE = new Set(
	`-maxdepth -mindepth -regextype -amin -atime -cmin -ctime -fstype -gid -group -ilname -iname -inum -ipath -iregex -iwholename -links
	-lname -mmin -mtime -name -path -perm -regex -size -type -uid -used -user -wholename -xtype -context -printf -Bmin -Btime -flags`.split(
		/\s+/,
	),
);

/** Tests whose value is a file that is looked at. */
const WITH_FILE = new Set(["-newer", "-anewer", "-cnewer", "-bnewer", "-mnewer", "-samefile", "-files0-from", "-f"]);
const WRITES = new Set(["-fprint", "-fprint0", "-fls", "-fprintf"]);
const RUNS = new Set(["-exec", "-execdir", "-ok", "-okdir"]);
const STREAMS = new Set(["/dev/stdout", "/dev/stderr", "/dev/null"]);

function skipLeadingOptions(words: readonly string[]): number {
	let at = 0;
	while (at < words.length) {
		const word = words[at] ?? "";
		if (word === "-D") at += 2;
		else if (/^-[HLPEXdsx]+$|^-O\d*$/.test(word) && !WITH_VALUE.has(word)) at++;
		else if (word === "--") return at + 1;
		else break;
	}
	return Math.min(at, words.length);
}

function startsExpression(word: string): boolean {
	return (word.startsWith("-") && word.length > 1) || word === "(" || word === ")" || word === "!" || word === ",";
}

function readExpression(words: readonly string[], start: number): readonly AnalyserFinding[] {
	const findings: AnalyserFinding[] = [];
	let at = start;
	while (at < words.length) {
		const word = words[at] ?? "";
		const value = words[at + 1];
		if (WITHOUT_VALUE.has(word)) {
			at++;
		} else if (word === "-delete") {
			findings.push(hazard("changes", word, "-delete removes what is found", at));
			at++;
		} else if (RUNS.has(word)) {
			const command = readCommand(words, at + 1);
			if (command === null || command.length === 0) return [...findings, undecided("", `the command of ${word} has no end`)];
			findings.push({ kind: "command", words: command.map((part) => (part.includes("{}") ? null : part)), appends: true });
			at += command.length + 2;
		} else if (value === undefined) {
			return [...findings, undecided("", `'${word}' is no expression of find that can be judged`)];
		} else if (WITH_VALUE.has(word)) {
			at += 2;
		} else if (WRITES.has(word)) {
			if (!STREAMS.has(value)) findings.push(access("write", value));
			at += word === "-fprintf" ? 3 : 2;
		} else if (WITH_FILE.has(word)) {
			if (value !== "-") findings.push(access("read", value));
			at += 2;
		} else if (/^-newer[aBcm][aBcmt]$/.test(word)) {
			if (!word.endsWith("t")) findings.push(access("read", value));
			at += 2;
		} else {
			return [...findings, undecided("", `'${word}' is no expression of find that can be judged`)];
		}
	}
	return findings;
}

/** The words of the command, without its end: `;`, or `+` after `{}`. */
function readCommand(words: readonly string[], start: number): readonly string[] | null {
	for (let at = start; at < words.length; at++) {
		if (words[at] === ";" || (words[at] === "+" && words[at - 1] === "{}" && at > start)) return words.slice(start, at);
	}
	return null;
}
