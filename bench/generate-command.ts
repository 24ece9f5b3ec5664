import { pick } from "./random.ts";

/**
 * A shell text over harmless names (`aa`, `bb`, `cc`, `dd`), using as much of the shell's syntax as it can: what is
 * generated here may be run in an empty directory with nothing but recording stubs on the PATH.
 */
export function generateCommand(random: () => number): string {
	return list(random, 3);
}

const PROGRAMS = ["aa", "aa", "aa", "bb", "bb", "cc", "dd"];
const PLAIN = ["x", "y", "one", "two", "a.b", "-v", "--long", "--key=value", "-n5", "./f", "%", "+", "@", "=", "a=b", "--"];
const QUOTED = [
	"'x'",
	'"x"',
	"'a b'",
	'"a b"',
	"x\\ y",
	"'a;b'",
	'"a|b"',
	"$'x\\ty'",
	'"$(:)"',
	"''",
	'""',
	"x''y",
	"'&&'",
	"\\;",
	"\\&",
	"'#'",
	"a#b",
	"$'\\x61'",
];
const SPECIAL = [
	"{p,q}",
	"a{1..3}b",
	"$v",
	'"$v"',
	"\u0024{v}",
	"\u0024{v:-z}",
	"*",
	"f?",
	"[ab]",
	"~",
	"$((1+2))",
	"$(aa z)",
	"`aa z`",
	"<(aa z)",
	"$#",
	"!",
];
const SEPARATORS = ["; ", " && ", " || ", "\n", " | ", " & ", " |& ", ";\n", "\n\n"];
const REDIRECTIONS = [
	" >/dev/null",
	" 2>/dev/null",
	" >out",
	" 2>&1",
	" </dev/null",
	" &>/dev/null",
	" 3>/dev/null",
	" <<<word",
	" >>out",
	" >|out",
];

type Random = () => number;

function list(random: Random, depth: number): string {
	let text = part(random, depth);
	while (random() < 0.35) text += pick(SEPARATORS, random) + part(random, depth);
	if (random() < 0.06) text += pick([" # dd x", " &", ";", "\n", " \\\n", "\t"], random);
	return text;
}

function part(random: Random, depth: number): string {
	if (depth === 0 || random() < 0.72) return simple(random);
	const inner = () => list(random, depth - 1);
	const forms = [
		() => `(${inner()})`,
		() => `{ ${inner()}; }`,
		() => `if ${simple(random)}; then ${inner()}; else ${inner()}; fi`,
		() => `for v in ${word(random)} ${word(random)}; do ${inner()}; done`,
		() => `while false; do ${inner()}; done`,
		() => `case ${word(random)} in x) ${inner()};; *) ${inner()};; esac`,
		() => `! ${simple(random)}`,
		() => `[[ ${word(random)} == x ]] && ${inner()}`,
		() => `[ ${word(random)} = x ] || ${inner()}`,
		() => `f() { ${inner()}; }; f ${word(random)}`,
		() => `eval ${pick(["'", '"', ""], random)}aa x${pick(["'", '"', ""], random)}`,
		() => `eval 'aa x; ${pick(["aa", "bb", "dd"], random)} y'`,
		() => `command ${simple(random)}`,
		() => `bash -c '${pick(["aa x", "bb x", "dd", "aa x; dd", 'aa "$0"'], random)}'`,
		() => `env ${pick(["", "-u X ", "A=b "], random)}${simple(random)}`,
		() => `aa <<E\n${pick(["text", "$(aa x)", "$(dd x)", "`dd`"], random)}\nE`,
		() => `aa <<'E'\n$(dd x)\nE`,
		() => `v=${word(random)}; ${inner()}`,
		() => `v=${word(random)} ${simple(random)}`,
		() => `trap ${pick(["'aa x'", "'dd x'", "''"], random)} EXIT`,
		() => `alias aa=dd; ${inner()}`,
		() => `time ${simple(random)}`,
		() => `exec ${simple(random)}`,
		() => `coproc ${simple(random)}`,
		() => `set -- ${word(random)}; aa "$1"`,
		() => `cd sub && ${inner()}`,
		() => `((${pick(["1", "v=1", "a[$(dd)]"], random)})) && ${inner()}`,
	];
	return pick(forms, random)();
}

function simple(random: Random): string {
	let text = program(random);
	const words = Math.floor(random() * 4);
	for (let index = 0; index < words; index++) text += pick([" ", " ", "  ", "\t", " \\\n"], random) + word(random);
	if (random() < 0.15) text += pick(REDIRECTIONS, random);
	if (random() < 0.04) text = pick(["LANG=C ", "CI=1 ", "PATH=. ", "X=1 ", "IFS=x "], random) + text;
	return text;
}

/** The name of a program in one of its many spellings. */
function program(random: Random): string {
	const name = pick(PROGRAMS, random);
	if (random() < 0.75) return name === "bb" && random() < 0.6 ? "bb x" : name === "cc" && random() < 0.6 ? "cc one two" : name;
	const [first, ...rest] = name;
	const spellings = [
		`\\${name}`,
		`"${name}"`,
		`'${name}'`,
		`${first}''${rest.join("")}`,
		`${first}"${rest.join("")}"`,
		`${first}\\${rest.join("")}`,
		`$'${name}'`,
		`./${name}`,
		`{${name},x}`,
		`$v${name}`,
		`${name.toUpperCase()}`,
	];
	return pick(spellings, random);
}

function word(random: Random): string {
	const roll = random();
	if (roll < 0.55) return pick(PLAIN, random);
	return pick(roll < 0.85 ? QUOTED : SPECIAL, random);
}
