import { any, bashRow, chance, type Form, innerPen, newPen, out, type Pen, row, several, write } from "./pen.ts";
import type { Outside, Row } from "./rows.ts";
import { bind, goTo, piece, program, redirection, simple, stateful, test, writeTextsWith } from "./simple.ts";
import { FILES, FOLDERS, ORDINARY, SECRETS } from "./stock.ts";
import { story } from "./story.ts";
import { fileWord, sharpWords, spelled, word, writeCommandsWith, writeCompoundsWith } from "./words.ts";

/** A text, and what of the language and of the rest of bash it uses. */
export interface Text {
	readonly text: string;
	readonly rows: readonly Row[];
	readonly outside: readonly Outside[];
}

/** How texts are written: about everything at once, about what names mean, about where the shell stands, or about one command's words. */
export const THEMES = { general, state, place, words, pieces, flows } as const satisfies Readonly<Record<string, (pen: Pen) => string>>;
type Theme = keyof typeof THEMES;

/** A text from the grammar; `wild` is how often it leaves the language, 0 never. */
export function writeText(random: () => number, wild: number, theme?: Theme): Text {
	const pen = newPen(random, wild);
	const made = THEMES[theme ?? any(pen, ["general", "general", "state", "place", "words", "words", "pieces", "flows"] as const)](pen);
	return { text: made, rows: [...pen.rows], outside: [...pen.outside] };
}

function general(pen: Pen): string {
	return list(pen, 2);
}

const SEPARATORS: readonly Form[] = [
	row("list.semicolon", () => "; ", 5),
	row("list.newline", () => "\n", 3),
	row("list.and", () => " && ", 4),
	row("list.or", () => " || ", 3),
	row("list.background", () => " & ", 1),
];

function list(pen: Pen, depth: number, make: (pen: Pen, depth: number) => string = part): string {
	let text = make(pen, depth);
	while (chance(pen, 0.4)) text += write(pen, SEPARATORS) + make(pen, depth);
	return text;
}

function part(pen: Pen, depth: number): string {
	if (depth <= 0 || chance(pen, 0.6)) return chance(pen, 0.12) && depth === 2 && !pen.dash ? `${bind(pen)}; ${simple(pen)}` : simple(pen);
	return compound(pen, depth, (inner) => list(inner, depth - 1));
}

/** A group, loop or branch around what `inside` makes. */
function compound(pen: Pen, depth: number, inside: (pen: Pen) => string): string {
	return write(pen, compounds(inside, depth));
}

function compounds(inside: (pen: Pen) => string, depth: number): readonly Form[] {
	const condition = (pen: Pen): string => (chance(pen, 0.5) ? test(pen) : chance(pen, 0.5) ? simple(pen) : inside(pen));
	return [
		row(
			"list.pipe",
			(pen) =>
				`${inside(pen)} | ${chance(pen, 0.7) ? any(pen, ["cat", "head -n 1", "sort", "wc -l", "grep S", "uniq", "cut -c 1"]) : inside(pen)}`,
			3,
		),
		bashRow("list.pipe-both", (pen) => `${inside(pen)} |& ${simple(pen)}`),
		row("list.not", (pen) => `! ${chance(pen, 0.6) ? simple(pen) : inside(pen)}`, 2),
		bashRow("list.time", (pen) => `time ${any(pen, ["", "-p ", "-- "])}${simple(pen)}`),
		row("list.subshell", (pen) => `(${inside(pen)})`, 4),
		row("list.group", (pen) => `{ ${inside(pen)}; }${chance(pen, 0.2) ? ` ${redirection(pen)}` : ""}`, 3),
		row("flow.if", (pen) => `if ${condition(pen)}; then ${inside(pen)}; fi`, 3),
		row("flow.else", (pen) => `if ${condition(pen)}; then ${inside(pen)}; else ${inside(pen)}; fi`, 2),
		row(
			"flow.while",
			(pen) =>
				`while ${any(pen, ["false", ":", "true", condition(pen)])}; do ${inside(pen)}; ${any(pen, ["break", "break", inside(pen), "exit"])}; done`,
			2,
		),
		row("flow.until", (pen) => `until ${any(pen, ["true", condition(pen)])}; do ${inside(pen)}; break; done`),
		row(
			"flow.case",
			(pen) =>
				`case ${chance(pen, 0.5) ? any(pen, ["a", "x", "a.txt"]) : word(pen)} in ${any(pen, ["a", "*.txt", "x|a", "*"])}) ${inside(pen)};; ${any(pen, ["*) ls;; ", ""])}esac`,
			2,
		),
		bashRow(
			"flow.case-through",
			(pen) => `case ${any(pen, ["a", "b"])} in a) ${inside(pen)}${any(pen, [";&", ";;&"])} b|*) ${inside(pen)};; esac`,
		),
		row(["flow.for", "name.loop"], (pen) => loop(pen, several(pen, 1, 3, (each) => spelled(each, any(each, FILES))).join(" "), inside), 3),
		row("flow.for-glob", (pen) => loop(pen, any(pen, ["*.txt", "sub/*", "*", "[ab]*", "-*", "src/*"]), inside), 2),
		bashRow("flow.for-dynamic", (pen) => `for x in ${word(pen)} ${word(pen)}; do ${inside(pen)}; done`),
		row(
			"flow.while-read",
			(pen) =>
				`${any(pen, ["ls", "cat a.txt", "echo x"])} | while ${any(pen, ["IFS= ", ""])}read -r ${any(pen, ORDINARY)}; do ${inside(pen)}; done`,
		),
		bashRow("here.plain", (pen) => `${any(pen, ["cat", "grep S", "sort"])} <<E\ntext\nE\n${depth > 0 ? simple(pen) : ":"}`),
		bashRow("here.quoted", (pen) => `${program(pen)} <<'E'\n$(id) \`id\` $x\nE\n${simple(pen)}`),
		bashRow("here.tabs", (pen) => `cat <<-E\n\ttext\n\tE\n${simple(pen)}`),
		bashRow(
			"here.expanding",
			(pen) => `cat <<E\n${any(pen, ["$x", "${x}", "$(ls)", "${x:-a}", "$HOME", "$((1+2))", "$?"])}\nE\n${simple(pen)}`,
		),
		out("function", (pen) => `${functionName(pen)}(){ ${inside(pen)}; }; ${inside(pen)}`, 2),
		out("function", (pen) => `f(){ ${inside(pen)}; ${any(pen, ["return", "return 1", ":"])}; ${inside(pen)}; }; f ${sharpWords(pen)}`, 3),
		out(
			"select",
			(pen) => `for ${any(pen, ["PATH", "IFS", "x", "HOME"])} in ${any(pen, ["./bin", ".", "ls id", "a key"])}; do ${inside(pen)}; done`,
		),
		out("arithmetic", (pen) => `for ((x=0; x<2; x++)); do ${inside(pen)}; done`),
		out("function", (pen) => `function ${functionName(pen)} { ${inside(pen)}; }; ${inside(pen)}`),
		out("function", (pen) => `${functionName(pen)}() (${inside(pen)}); ${inside(pen)}`),
		out("select", (pen) => `select x in a b; do ${inside(pen)}; break; done <<< 1`),
		out("select", (pen) => `for x do ${inside(pen)}; done`),
		out("process", (pen) => `coproc ${any(pen, ["", "f "])}{ ${inside(pen)}; }; wait`),
		out(
			"keyword",
			(pen) =>
				`${any(pen, ["if", "while", "until"])} ${inside(pen)}\n${any(pen, ["then", "do"])}\n${inside(pen)}\n${any(pen, ["fi", "done"])}`,
		),
		out("keyword", (pen) => keywords(pen, inside), 3),
		out("here", (pen) => documentBeyond(pen, inside), 3),
	];
}

/** Keywords where they are plain words, and forms that hardly anybody writes. */
function keywords(pen: Pen, inside: (pen: Pen) => string): string {
	return any(pen, [
		() => `! ! ${inside(pen)}`,
		() => `! time ${inside(pen)}`,
		() => `time ! ${inside(pen)}`,
		() => `time { ${inside(pen)}; }`,
		() => `time -p -- ${inside(pen)}`,
		() => `time`,
		() => `!`,
		() => `if ${inside(pen)}; then ${inside(pen)}; elif ${inside(pen)}; then ${inside(pen)}; else ${inside(pen)}; fi > out/x`,
		() => `case a in (a) ${inside(pen)};; (b|c) ${inside(pen)};; esac`,
		() => `case a in esac`,
		() => `case $x in "a"*) ${inside(pen)};; *) ;; esac`,
		() => `case a in a) ${inside(pen)}\nesac`,
		() => `case esac in esac) ${inside(pen)};; esac`,
		() => `while ${inside(pen)} && false; do ${inside(pen)}; done < a.txt`,
		() => `{ ${inside(pen)}; } | { ${inside(pen)}; }`,
		() => `(${inside(pen)}) > out/x 2>&1`,
		() => `( (${inside(pen)}); ${inside(pen)})`,
		() => `((${inside(pen)}))`,
		() => `for x in a; { ${inside(pen)}; }`,
		() => `for if in a; do ${inside(pen)}; done`,
		() => `if=1; ${inside(pen)}`,
		() => `echo if then; ${inside(pen)}`,
		() => `'if' ${inside(pen)}`,
		() => `i\\f; ${inside(pen)}`,
		() => `{ ${inside(pen)} }`,
		() => `{${inside(pen)};}`,
		() => `}; ${inside(pen)}`,
		() => `${inside(pen)};; ${inside(pen)}`,
		() => `${inside(pen)} &&\n\n${inside(pen)}`,
		() => `${inside(pen)} |\n# a\n${inside(pen)}`,
		() => `${inside(pen)} &; ${inside(pen)}`,
		() => `; ${inside(pen)}`,
		() => `[[ a && b || ! c ]] && ${inside(pen)}`,
		() => `[[ ( a == a ) ]] && ${inside(pen)}`,
		() => `[[ a < b ]] && ${inside(pen)}`,
		() => `[[ a =~ ^(a|b)$ ]] && ${inside(pen)}`,
		() => `coproc ${inside(pen)}`,
	])();
}

/** Here-documents that the language leaves out, or that end where one does not expect it. */
function documentBeyond(pen: Pen, inside: (pen: Pen) => string): string {
	return any(pen, [
		() => `cat <<E\n\\$x\nE\n${inside(pen)}`,
		() => `cat <<E\n\`id\`\nE\n${inside(pen)}`,
		() => `cat <<E\na\\\nE\nE\n${inside(pen)}`,
		() => `cat <<E\n\${x:-$(id)}\nE\n${inside(pen)}`,
		() => `cat <<E F\nx\nE\n${inside(pen)}`,
		() => `cat <<A <<B\n1\nA\n2\nB\n${inside(pen)}`,
		() => `cat <<-'E'\n\t$(id)\n\tE\n${inside(pen)}`,
		() => `cat <<"E"X\n$(id)\nEX\n${inside(pen)}`,
		() => `cat <<\\E\n$(id)\nE\n${inside(pen)}`,
		() => `cat <<$'E'\n$(id)\nE\n${inside(pen)}`,
		() => `cat <<E\nx\nE \n${inside(pen)}\nE\n${inside(pen)}`,
		() => `cat <<E && ${inside(pen)}\nx\nE\n${inside(pen)}`,
		() => `cat <<E | ${inside(pen)}\nx\nE\n${inside(pen)}`,
		() => `cat <<E; ${inside(pen)}\n$(${inside(innerPen(pen))})\nE\n`,
		() => `(cat <<E\nx\nE\n${inside(pen)})`,
		() => `cat <<E\nx`,
		() => `cat <<''\nx\n\n${inside(pen)}`,
		() => `cat <<E\n"$(cat <<F\ny\nF\n${inside(innerPen(pen))})"\nE\n${inside(pen)}`,
	])();
}

const functionName = (pen: Pen): string =>
	any(pen, ["f", "f", "ls", "eval", "set", "export", "cd", "id", "echo", "unset", "trap", "exec", ".", "return"]);

function loop(pen: Pen, over: string, inside: (pen: Pen) => string): string {
	const name = any(pen, ORDINARY);
	const inner = { ...pen, known: new Set([...pen.known, name]) };
	return `for ${name} in ${over}; do ${chance(pen, 0.6) ? `${any(pen, ["cat", "head -n 1", "echo", "sort", "ls", "wc -l"])} "$${name}"` : inside(inner)}; done`;
}

/** Statements about one or two names: bound here, bound again there, used at the end. */
function state(pen: Pen): string {
	if (pen.wild === 0) return `${several(pen, 1, 2, bind).join("; ")}; ${list(pen, 2)}`;
	if (chance(pen, 0.75)) return story(pen);
	const length = 1 + Math.floor(pen.random() * 3);
	return `${Array.from({ length }, () => stateStatement(pen, 2)).join(any(pen, ["; ", "; ", "\n"]))}${any(pen, ["; ", "\n"])}${use(pen)}`;
}

const VALUES = ["ls", "ls", "id", "id", "'a[$(id)]'", "5", "key", "a.txt", "'5 id'", "'S key'", "./bin"];

function stateStatement(pen: Pen, depth: number): string {
	const roll = pen.random();
	if (depth > 0 && roll < 0.35)
		return compound(pen, depth, (inner) => several(inner, 1, 3, (each) => stateStatement(each, depth - 1)).join("; "));
	if (roll < 0.6) return `${any(pen, ["x", "x", "y"])}=${any(pen, VALUES)}`;
	if (roll < 0.68) return any(pen, ["break", "continue", "return", "break", "false", "true", "exit"]);
	if (roll < 0.76) return any(pen, ["f", "f ls", "f id", "f 'a[$(id)]'", `f ${sharpWords(pen)}`, "eval id", "set x", "export x"]);
	return stateful(pen);
}

function use(pen: Pen): string {
	pen.outside.add("program-word");
	return any(pen, [
		"$x",
		"$x",
		'"$x"',
		"$y",
		"ls",
		"ls",
		"f",
		"echo $((x))",
		"echo $x | cat",
		'cat "$x"',
		"head -n $x a.txt",
		'nice -n "${a[@]}" ls',
		'nice -n "$@" ls',
		'sort -k "$@" a.txt',
		'sort -k "${a[@]}" a.txt',
		'grep "$@"',
		'grep "${a[@]}"',
		'[ "$@" ]',
		'[ "${a[@]}" ]',
		'git log -n "${a[@]}"',
		'git log -n "$@"',
		'test "$@"',
		"eval id",
		"ls PATH=.",
		"echo id | read x; $x",
		'[ -n "$x" ] && $x',
		program(pen),
	]);
}

/** Statements about where the shell stands, and files that are one thing here and another there. */
function place(pen: Pen): string {
	const length = 1 + Math.floor(pen.random() * 3);
	const strict = chance(pen, 0.15);
	if (strict) pen.rows.add("neutral.set");
	let text = strict ? `set -e${any(pen, ["", "u"])}; ` : "";
	for (let index = 0; index < length; index++) text += placeStatement(pen, 2) + write(pen, SEPARATORS);
	return text + looking(pen);
}

function placeStatement(pen: Pen, depth: number): string {
	const roll = pen.random();
	if (depth > 0 && roll < 0.4) {
		const inside = (inner: Pen): string => list(inner, depth - 1, (each, left) => placeStatement(each, left));
		if (chance(pen, 0.12)) return `x=$(${inside(innerPen(pen))})`;
		const made = compound(pen, depth, inside);
		pen.rows.add(made.startsWith("(") ? "place.cd-subshell" : "place.cd-branch");
		return made;
	}
	if (roll < 0.8) {
		const going = goTo(pen);
		if (chance(pen, 0.4)) return going;
		pen.rows.add("place.cd-and");
		return `${going}${any(pen, [" && ", " && ", "; ", " || ", "\n"])}${looking(pen)}`;
	}
	return chance(pen, 0.3) ? any(pen, ["true", "false", "break", "continue", "f", "return", ":"]) : looking(pen);
}

function looking(pen: Pen): string {
	pen.rows.add("program.reads");
	return any(pen, [
		"cat key",
		"cat key",
		"cat sub/key",
		"cat ../key",
		"cat a.txt",
		"ls",
		"rm -f a.txt",
		"rm -rf key",
		"touch x",
		"echo a > x",
		"cat < key",
		"cat *.txt",
		"ls ..",
		"head -n 1 key",
		"cat .env",
		"touch ../x",
		`cat ${fileWord(pen)}`,
	]);
}

/** One branch, loop or group around short commands. */
function flows(pen: Pen): string {
	const inside = (inner: Pen): string =>
		chance(inner, 0.2)
			? shortMove(inner)
			: chance(inner, 0.5)
				? any(inner, ["ls", "cat a.txt", "echo a", "true", "false"])
				: program(inner);
	const made = compound(pen, 1, inside);
	if (made.startsWith("(") && made.includes("cd ")) pen.rows.add("place.cd-subshell");
	return chance(pen, 0.6) ? made : `${made}${write(pen, SEPARATORS)}${looking(pen)}`;
}

function shortMove(pen: Pen): string {
	pen.rows.add("place.cd-branch").add("place.cd-and");
	return `cd ${any(pen, ["./sub", "sub", "/ws/sub", "./build"])} && ${any(pen, ["ls", "cat a.txt", "cat key"])}`;
}

/** One or two commands that are rare elsewhere. */
function pieces(pen: Pen): string {
	return chance(pen, 0.7) ? piece(pen) : `${piece(pen)}${write(pen, SEPARATORS)}${chance(pen, 0.5) ? piece(pen) : simple(pen)}`;
}

/** One command, or two, with many kinds of words. */
function words(pen: Pen): string {
	const bound = chance(pen, 0.35) ? `${bind(pen)}${any(pen, ["; ", "\n"])}` : "";
	const command = chance(pen, 0.85)
		? program(pen)
		: `${any(pen, ["cat", "head", "grep S", "sort", "rm -f", "ls"])} ${spelled(pen, any(pen, [...SECRETS, ...FOLDERS]))}`;
	return chance(pen, 0.25) ? `${bound}${command} ${redirection(pen)}` : bound + command;
}

writeCommandsWith((pen) =>
	chance(pen, 0.5)
		? any(
				pen,
				pen.wild > 0
					? ["pwd", "echo S key", "echo id", "cat c", "id", "echo 5 id", "ls", "echo a.txt", "curl x", "echo -oOUT"]
					: ["pwd", "ls", "cat c", "echo a.txt", "git log -n 1"],
			)
		: chance(pen, 0.85)
			? simple(pen)
			: list(pen, 0),
);
writeCompoundsWith((pen) =>
	compound(pen, 1, (inner) => (chance(inner, 0.6) ? any(inner, ["ls", "cat a.txt", "echo a", "true", "false", "pwd"]) : simple(inner))),
);
writeTextsWith((pen) => (chance(pen, 0.5) ? list(pen, 1) : chance(pen, 0.5) ? program(pen) : any(pen, [place, words])(pen)));
