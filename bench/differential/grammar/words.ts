import { any, bashRow, chance, type Form, innerPen, out, type Pen, row, several, write } from "./pen.ts";
import { DANGEROUS, DATA, FILES, FOLDERS, OPTIONS, ORDINARY, SECRETS, SHARP } from "./stock.ts";

/** Any word where a program takes one. */
export function word(pen: Pen): string {
	return write(pen, WORDS);
}

/** A word that names a file, or is one of the others. */
export function fileWord(pen: Pen): string {
	return chance(pen, 0.55) ? spelled(pen, any(pen, chance(pen, 0.15 + pen.wild / 4) ? SECRETS : FILES)) : word(pen);
}

export function folderWord(pen: Pen): string {
	return chance(pen, 0.85) ? any(pen, FOLDERS) : word(pen);
}

/** A literal text in one of its spellings. */
export function spelled(pen: Pen, text: string): string {
	return write(pen, spellings(text));
}

const KNOWN_SPELLINGS = new Map<string, readonly Form[]>();

function spellings(text: string): readonly Form[] {
	const known = KNOWN_SPELLINGS.get(text);
	if (known !== undefined) return known;
	const plain = /^[A-Za-z0-9_./:@%+,-]+$/.test(text);
	const middle = Math.ceil(text.length / 2);
	const forms = [
		...(plain ? [row("word.literal", () => text, 12)] : []),
		row("word.single", () => `'${text}'`, 3),
		...(/[$`]/.test(text) ? [] : [row("word.double", () => `"${text}"`, 3)]),
		...(plain && text.length > 1
			? [
					row(["word.literal", "word.double"], () => `${text.slice(0, middle)}"${text.slice(middle)}"`),
					row("word.backslash", () => text.replace(/[A-Za-z.]/, "\\$&")),
					out("ansi-escape", (pen) => ansi(pen, text)),
				]
			: []),
	];
	KNOWN_SPELLINGS.set(text, forms);
	return forms;
}

/** A text with one of its characters as an escape of `$'…'`. */
function ansi(pen: Pen, text: string): string {
	const at = Math.floor(pen.random() * text.length);
	const code = text.charCodeAt(at);
	const hex = code.toString(16).padStart(2, "0");
	const escaped = any(pen, [
		`\\x${hex}`,
		`\\x{${hex}}`,
		`\\${code.toString(8).padStart(3, "0")}`,
		`\\u00${hex}`,
		`\\U000000${hex}`,
		`${text[at]}\\0`,
		`\\c${text[at]}`,
		`\\x${hex}\\x`,
	]);
	return `$'${text.slice(0, at)}${escaped}${text.slice(at + 1)}'`;
}

const name = (pen: Pen): string => any(pen, pen.wild > 0 && chance(pen, 0.15) ? DANGEROUS : ORDINARY);
const knownName = (pen: Pen): string => (pen.known.size > 0 && chance(pen, 0.8) ? any(pen, [...pen.known]) : any(pen, ORDINARY));
const literal = (pen: Pen): string => any(pen, any(pen, [DATA, FILES, FOLDERS, DATA]));

let command: (pen: Pen) => string = () => "ls";
/** How a word writes the commands inside a substitution; the commands are written with words, so one of the two has to be told. */
export function writeCommandsWith(make: (pen: Pen) => string): void {
	command = make;
}
const inner = (pen: Pen): string => command(innerPen({ ...pen, wild: pen.wild }, pen.dash));

let compound: (pen: Pen) => string = () => "{ ls; }";
/** How a word writes a branch, a loop or a group inside a substitution. */
export function writeCompoundsWith(make: (pen: Pen) => string): void {
	compound = make;
}

/** A here-document in a substitution: alone, as people write it, or with commands around it. */
function hereInside(pen: Pen): string {
	const mark = any(pen, ["E", "'E'", '"E"', "\\E"]);
	const body = any(pen, ["", "x\n", "x\n", "a; b\n", "key\n"]);
	const document = `${any(pen, ["cat", "cat", "sort", "grep S", ":", ""])} <<${mark}`;
	return any(pen, [
		() => `${document}\n${body}E\n`,
		() => `${document}\n${body}E\n`,
		() => `${document}\n${body}E\n${inner(pen)}`,
		() => `${document}\n${body}E\n${inner(pen)}${any(pen, ["; ", "\n", " && ", " & "])}${inner(pen)}`,
		() => `${document}; ${inner(pen)}; ${inner(pen)}\n${body}E\n`,
		() => `${document} | ${inner(pen)}\n${body}E\n`,
		() => `${inner(pen)}; ${document}\n${body}E\n`,
		() => `if ${document}\n${body}E\nthen ${inner(pen)}; ${inner(pen)}; fi`,
	])();
}

const GLOBS = [
	"*.txt",
	"a*",
	"*",
	"sub/*",
	"?.txt",
	"[ab]*",
	"[!k]*",
	"*v",
	"*env",
	"sub/*.txt",
	"[ak]*",
	"src/*",
	"b*",
	"k?y",
	"-*",
	"[a-c]*",
	"*/a.txt",
	"out/*",
];
const VARIABLES = ["y", "x", "n", "HOME", "PWD", "USER"];
const variable = (pen: Pen): string => any(pen, VARIABLES);

const dynamicForms: readonly Form[] = [
	row("word.dynamic", (pen) => `"$${variable(pen)}"`, 3),
	row("word.dynamic", (pen) => `"\${${variable(pen)}}"`, 2),
	row("word.substitution", (pen) => `"$(${inner(pen)})"`, 3),
	// bash 5.2 reads these commands, writes them out again and reads that.
	bashRow("word.substitution-compound", (pen) => `"$(${compound(innerPen(pen))})"`, 3),
	bashRow("word.substitution-here", (pen) => `"$(${hereInside(innerPen(pen))})"`, 3),
	bashRow("word.default", (pen) => `"\${${variable(pen)}${any(pen, [":-", "-", ":+", "+"])}${literal(pen)}}"`, 2),
	bashRow("word.trim", (pen) => `"\${${variable(pen)}${any(pen, ["#", "##", "%", "%%"])}${any(pen, ["*.", "a", ".txt", "?", "*/"])}}"`, 2),
	bashRow("word.case", (pen) => `"\${${variable(pen)}${any(pen, ["^", "^^", ",", ",,"])}}"`, 2),
	bashRow("word.length", (pen) => `"\${#${variable(pen)}}"`, 3),
	row("word.prefixed", (pen) => `${any(pen, ["./", "sub/", "a", "/outside/", "--x="])}"$${variable(pen)}"`, 2),
];

const openForms: readonly Form[] = [
	bashRow("word.open", (pen) => `$${variable(pen)}`, 2),
	bashRow("word.open", (pen) => `$(${inner(pen)})`, 3),
	bashRow("word.open", (pen) => `\${${variable(pen)}}`),
];

/** Words whose text is only known when they are expanded. */
export function dynamicWord(pen: Pen): string {
	return write(pen, dynamicForms);
}

const wildWords: readonly Form[] = [
	out(
		"tilde",
		(pen) => `${any(pen, ["~root", "~0", "~+", "~-", "~+0", "~-0", "~dev", "~1"])}${any(pen, ["", "/x", "/key", "/a.txt", "/sub/key"])}`,
		3,
	),
	out("tilde", (pen) => `${any(pen, ["x", "of", "--f"])}=~/${any(pen, ["x", "n"])}`),
	out("ansi-escape", (pen) => ansi(pen, any(pen, [...SECRETS, ...FILES]).slice(0, 12)), 2),
	out("backquote", (pen) => `\`${inner(pen).replaceAll(/[`\\]/g, "")}\``),
	out("positional", (pen) => any(pen, ['"$@"', "$@", '"$*"', "$1", '"$1"', '"$2"', "$#", '"${@:1}"', "${@:2}"]), 4),
	out("array", (pen) => any(pen, ['"${a[@]}"', "${a[@]}", '"${a[*]}"', "${a[1]}", '"${a[0]}"', "${#a[@]}", '"${!a[@]}"', "$a"]), 4),
	out(
		"expansion",
		(pen) =>
			any(pen, [
				"${!x}",
				"${x@P}",
				"${x@U}",
				"${x@L}",
				"${x@u}",
				"${x@K}",
				"${x@k}",
				"${x:-$(id)}",
				'"${x:-`id`}"',
				"${x:+$y}",
				'"${x//a/$(id)}"',
				"${x/#a/b}",
				"${x/%a/b}",
				"${x:1}",
				"${x: -1}",
				"${x:$((0)):1}",
				"${x~}",
				"${x~~}",
				"${x^^[a-k]}",
				'${x#"$y"}',
				"${x%%$(id)}",
				"${#x[@]}",
				"${x[-1]}",
				"${x[$(id)]}",
				"${x:?$(id)}",
				"${#}",
				"${-}",
				"${_}",
				"$-",
				"$_",
				"$0",
				"${LINENO}",
				"${RANDOM}",
				"${SECONDS}",
				"${FUNCNAME[0]}",
				"${BASH_SOURCE[0]}",
				"${BASH_VERSINFO[0]}",
				"${DIRSTACK[0]}",
				"${!#}",
				"${@@P}",
				"${*%a}",
				"$(( ${x} ))",
				"$(<a.txt)",
				"${ id; }",
				"${| id; }",
				"${x@Q}",
				'"${x/a/b}"',
				"${x:0:2}",
				"${x:=ls}",
				'"${x:=key}"',
				"${x:?no}",
				"${!x*}",
				'"${!x@}"',
				"${x@A}",
				"${x@E}",
				"${x@a}",
			]).replaceAll("x", name(pen)),
		3,
	),
	out("arithmetic", (pen) => `$((${expression(pen, 2)}))`, 3),
	out("arithmetic", (pen) => `$[${expression(pen, 1)}]`),
	out("translation", () => '$"hello"'),
	// Quotes inside quotes, and what stands glued to them.
	out(
		"quoting",
		(pen) =>
			any(pen, [
				`"a'b'c"`,
				`"$(echo "$(id)")"`,
				`"$(echo 'a)b')"`,
				`$(echo ")")`,
				`"$(id)"`,
				`"\\$(id)"`,
				`'a'''b'`,
				`a b`,
				`$x`,
				`"a"`,
				`"a\\\nb"`.replace("\\n", "\n"),
				`$''`,
				`$'a'"b"c`,
				`"$'a'"`,
				`$''"$x"`,
				`""''`,
				`"$"`,
				`$`,
				`a$`,
				`"a$"b`,
				`#a`,
				`a#b`,
				`"${"`"}id${"`"}"`,
				`~`,
				`~/x`,
				`!`,
				`"!"`,
				`a=b`,
				`=`,
				`a{`,
				`}`,
				`%1`,
				`***`,
				`[a`,
				`"["a]*`,
				`a*`,
				`<(ls)a`,
				`a<(ls)`,
				`<(ls)<(ls)`,
				`"<(ls)"`,
			]),
		3,
	),
	out(
		"braces",
		(pen) =>
			any(pen, [
				"{a..c}.txt",
				"{Z..a}",
				"{1..5..2}",
				"{~,b}/a.txt",
				"$x{a,b}",
				"{a,b",
				"a,b}",
				"{a}",
				"{}",
				'{a,"b c"}',
				"{key,a.txt}",
				"{'a,b'}",
			]),
		2,
	),
	out("glob", (pen) => any(pen, ["@(a|b)*", "!(key)", "**/key", ".*", ".e*", "+(k)ey", "[[:alpha:]]ey", "[^k]*", "{a,k}*"]), 2),
	out("process", (pen) => `${any(pen, ["<", ">"])}(${inner(pen)})`),
	out("program-word", (pen) => any(pen, ["$(<c)", '"$(<key)"', "$(< a.txt)"])),
	out("redirection", (pen) => any(pen, ["3>&1", "{x}>out/x", "{PATH}>/dev/null", "<&0", "3<key", "2>&-", ">&2x", "9<>out/x"])),
	out("assignment", (pen) => `${name(pen)}=${any(pen, [".", "./bin", "ls", "id"])}`),
];

const WORDS: readonly Form[] = [
	row("word.literal", literal, 10),
	row("word.literal", (pen) => any(pen, OPTIONS), 4),
	{ make: (pen) => spelled(pen, literal(pen)), weight: 4 },
	{ make: (pen) => spelled(pen, any(pen, SHARP)), weight: 2 },
	row("word.single", (pen) => any(pen, ["'a b'", "'é'", "'中 $x'"])),
	// In a locale whose characters may end in a backslash these strings end elsewhere.
	row("word.double", (pen) => any(pen, ['"é"', '"中\\"; id; echo \\"中"', '"中\\" id"', '"a\\"b"'])),
	row("word.empty", (pen) => any(pen, ["''", '""'])),
	bashRow("word.ansi", (pen) => any(pen, ["$'a\\tb'", "$'a\\nb'", "$'it\\'s'", "$'a\\\\b'", `$'\\"'`])),
	row(
		"word.tilde",
		(pen) => any(pen, ["~", "~/", "~/notes.txt", '~/"notes.txt"', "~/n/a.txt", "~/'secret'", "~/*", "~/n/*", '~"/x"', "~/$y"]),
		3,
	),
	bashRow("word.braces", (pen) => any(pen, ["{a,b}.txt", "sub/{a.txt,b}", "{,x}", "a{.txt,x}", "{a,b}{c,d}", "{sub,src}", "x{,y,z}"]), 2),
	bashRow("word.braces-nested", (pen) => any(pen, ["{a,{b,c}}", "{a,b{1,2}}.txt"])),
	bashRow("word.range", (pen) => any(pen, ["{1..3}", "a{0..2}", "{3..1}", "x{9..11}y"])),
	row("word.glob", (pen) => any(pen, GLOBS), 4),
	bashRow(["name.known"], (pen) => `"$${knownName(pen)}"`, 5),
	bashRow(["name.known-bare"], (pen) => `$${knownName(pen)}`, 3),
	{ make: dynamicWord, weight: 5 },
	{ make: (pen) => write(pen, pen.dash ? dynamicForms : openForms), weight: 3 },
	bashRow("word.digits", (pen) => any(pen, ["$?", "$$", "$#", '"$?"', '"$$"']), 1.5),
	bashRow("word.last-job", () => '"$!"'),
	bashRow("word.pipe-status", () => '"${PIPESTATUS[0]}"'),
	bashRow("word.arithmetic", (pen) => `$((${numbers(pen, 2)}))`, 1.5),
	...wildWords,
];

/** Arithmetic over numbers alone. */
export function numbers(pen: Pen, depth: number): string {
	if (depth === 0 || chance(pen, 0.3)) return any(pen, ["1", "2", "0", "42", "7"]);
	const left = numbers(pen, depth - 1);
	const right = numbers(pen, depth - 1);
	return any(pen, [
		`${left} + ${right}`,
		`${left}*${right}`,
		`${left} - ${right}`,
		`${left} / 3`,
		`${left} % 5`,
		`(${left})`,
		`${left} < ${right}`,
		`${left} ? ${right} : 1`,
		`!${left}`,
		`${left} && ${right}`,
		`~${left}`,
		`${left} == ${right}`,
	]);
}

/** Arithmetic with names, assignments, and everything that evaluates text. */
export function expression(pen: Pen, depth: number): string {
	if (depth === 0 || chance(pen, 0.3))
		return any(pen, ["x", "x", "$x", "1", "0", "$1", "y", "a[0]", "08", "1/0", '"$x"', "x=1", "x++", "a[x]", "${a[0]}", "$#"]);
	const left = expression(pen, depth - 1);
	const right = expression(pen, depth - 1);
	return any(pen, [
		`${left} + ${right}`,
		`0 ? (x=1) : ${right}`,
		`${left} ? ${right} : x`,
		`${left} && (x=1)`,
		`0 && (x=1), ${right}`,
		`1 || (x=2)`,
		`(${left})`,
		`x = ${right}`,
		`x += ${right}`,
		`${left}, ${right}`,
		`x = 1, ${right}`,
	]);
}

/** The value of an assignment: literal, or with expansions that do not split there. */
export function value(pen: Pen): string {
	return write(pen, VALUES);
}

const VALUES: readonly Form[] = [
	{ make: (pen) => spelled(pen, any(pen, any(pen, [DATA, FILES, SHARP, FOLDERS]))), weight: 8 },
	row("name.assign-dynamic", (pen) => `$(${inner(pen)})`, 2),
	row("name.assign-dynamic", (pen) => `"$${variable(pen)}"`),
	bashRow(["name.assign-dynamic", "word.substitution-compound"], (pen) => `$(${compound(innerPen(pen))})`, 0.7),
	bashRow(["name.assign-dynamic", "word.substitution-here"], (pen) => `$(${hereInside(innerPen(pen))})`, 0.5),
	out("tilde", (pen) => any(pen, ["~", "~/x", "a:~/n"])),
	{ make: (pen) => write(pen, wildWords), outside: "assignment", weight: 2 },
];

/** Words of an array, a list of positional words or the call of a function: often ones that hurt in the wrong place. */
export function sharpWords(pen: Pen): string {
	if (chance(pen, 0.6))
		return any(pen, ["5 id", "1 -o OUT", "-v 'a[$(id)]'", "S key", "5 --output=/tmp/x", "'a[$(id)]'", "id", "ls", "-n 1 key", "5 key"]);
	return several(pen, 1, 3, word).join(" ");
}
