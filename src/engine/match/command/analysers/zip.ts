import type { Analyser, AnalyserFinding } from "../analyser.ts";
import { access, hazard, readTree, undecided } from "./findings.ts";

/** Options of zip that take a value; the short names have one or two letters. */
const VALUED = new Set(
	"-b -n -P -s -t -tt -O -lf -ds -TT -UN -Z -i -x --temp-path --suffixes --password --split-size --from-date --before-date --output-file --out --logfile-path --dot-size --unzip-command --unicode --compression-method --include --exclude".split(
		" ",
	),
);
const TWO_LETTERS = new Set(
	"-AC -AS -C2 -C5 -db -dc -dd -df -dg -ds -du -dv -DF -FF -FI -FS -h2 -ic -jj -la -lf -li -ll -MM -nw -RE -sb -sc -sd -sf -so -sp -su -sU -sv -tt -TT -UN -VV -ww -ws".split(
		" ",
	),
);
const WRITES = new Set(["-O", "--output-file", "--out", "-lf", "--logfile-path", "-b", "--temp-path"]);

/** Reads the words of zip: the first operand is written, the others are read; `-TT` runs a command, `-m` deletes what was packed. */
export const zip: Analyser = (words) => {
	if (words.includes(null)) return [undecided("", "a word is only known when the shell runs: it may be an option that runs a program")];
	const text = words.filter((word) => word !== null);
	const findings: AnalyserFinding[] = [];
	const given = new Set<string>();
	const operands: string[] = [];
	let options = true;
	for (let at = 0; at < text.length; at++) {
		const word = text[at] ?? "";
		if (!options || !word.startsWith("-") || word === "-") {
			operands.push(word);
			continue;
		}
		if (word === "--") {
			options = false;
			continue;
		}
		const place = at;
		for (const { name, joined } of readWord(word)) {
			given.add(name);
			const value = joined ?? (VALUED.has(name) ? text[++at] : undefined);
			if (name === "-TT" || name === "--unzip-command") findings.push(hazard("runs", word, "runs this command to test the archive", place));
			if (WRITES.has(name) && value !== undefined) findings.push(access("write", value));
		}
	}
	if (given.has("-@") || given.has("--names-stdin")) findings.push(undecided("-@", "the names of the files come from the input"));
	const [archive, ...files] = operands;
	if (archive === undefined) return findings;
	const moves = given.has("-m") || given.has("--move");
	const recursive = given.has("-r") || given.has("--recurse-paths") || given.has("-R") || given.has("--recurse-patterns");
	const sources = given.has("-R") || given.has("--recurse-patterns") ? [...files, "."] : files;
	if (!given.has("-sf") && archive !== "-") findings.push(access("write", archive));
	return [...findings, ...sources.map((file) => (moves ? access("write", file) : recursive ? readTree(file) : access("read", file)))];
};

interface WordOption {
	readonly name: string;
	readonly joined?: string;
}

function readWord(word: string): readonly WordOption[] {
	if (word.startsWith("--")) {
		const equals = word.indexOf("=");
		return [equals < 0 ? { name: longName(word) } : { name: longName(word.slice(0, equals)), joined: word.slice(equals + 1) }];
	}
	const found: WordOption[] = [];
	for (let at = 1; at < word.length; ) {
		const two = `-${word.slice(at, at + 2)}`;
		const name = TWO_LETTERS.has(two) ? two : `-${word[at]}`;
		at += name.length - 1;
		const rest = word.slice(at);
		if (VALUED.has(name)) return [...found, rest === "" ? { name } : { name, joined: rest.replace(/^=/, "") }];
		found.push({ name });
	}
	return found;
}

const LONG =
	"--unzip-command --output-file --out --logfile-path --temp-path --move --recurse-paths --recurse-patterns --names-stdin --suffixes --password --split-size --from-date --before-date --dot-size --unicode --compression-method --include --exclude".split(
		" ",
	);

/** The full name of a long option that may be abbreviated. */
function longName(name: string): string {
	if (LONG.includes(name)) return name;
	return LONG.find((candidate) => name.length > 3 && candidate.startsWith(name)) ?? name;
}
