/** One text that nobody writes in good faith. */
export interface HostileText {
	readonly name: string;
	readonly text: string;
}

const LIMIT = 64 * 1024;

/** Pieces of bash: what opens, closes, joins, redirects, expands and matches. */
const OPERATORS = ["&&", "||", ";", "&", "|", "|&", ";;", ";&", ";;&", "!", "\n", "\\\n", "\\"];
const QUOTES = ["'", '"', "`", "$'", '$"', "\\'", '\\"'];
const BRACKETS = ["(", ")", "{", "}", "[", "]", "((", "))", "[[", "]]", "{ ", "; }", "()", "{}", "[]"];
const EXPANSIONS = [
	"$",
	"$$",
	"$(",
	"$((",
	"${",
	"$[",
	"$a",
	"${a}",
	"${a",
	"${a:-",
	"${a[",
	"${!a",
	"${#",
	"$(a)",
	"$((1",
	"$((1))",
	"$@",
	"$*",
	"$1",
	'"$(',
	'"${a:-',
	"$'\\x",
	"`a`",
	"\\`",
	"<(",
	">(",
	"<(a)",
	"~",
	"~a",
	"~/",
];
const REDIRECTIONS = [">", ">>", ">|", "<", "<>", ">&", "<&", "&>", "&>>", "2>", "2>&1", "<<<", "{a}>", "9>", ">a", "<a", ">/dev/null"];
const HERE_DOCUMENTS = ["<<", "<<-", "<<A", "<<A\n", "<<'A'\n", '<<"', "<<\\", "<<-A\n\t", "<<A <<B\n", "$(<<A\n"];
const KEYWORDS = [
	"if",
	"then",
	"elif",
	"else",
	"fi",
	"for",
	"for a in",
	"in",
	"do",
	"done",
	"while",
	"until",
	"case",
	"case a in",
	"esac",
	"select",
	"function",
	"function a",
	"a()",
	"time",
	"coproc",
	"if a; then",
	"while a; do",
	"for a in b; do",
	"case a in b)",
	"for ((",
	"[[ a",
	"[[ a &&",
	"[[ (",
	"[[ !",
	"[[ a =~",
	"eval",
	"exec",
	"declare",
	"read",
	"set",
];
const GLOBS = [
	"*",
	"?",
	"**",
	"*/",
	"**/",
	"[a]",
	"[!a]",
	"[a-z]",
	"[[:alpha:]]",
	"?(",
	"*(",
	"+(",
	"@(",
	"!(",
	"!(a|",
	".*",
	"*.",
	"[",
	"[^",
	"a*",
];
const BRACES = ["{a,b}", "{a,", "{,", "{1..9}", "{a..z}", "{1..", "{{a,b},c}", "{,}", ",", "..", "{a}", "}{", "{a,b", "-{a,b}"];
const OTHERS = [
	"#",
	" # ",
	"=",
	"a=",
	"a=b ",
	"a+=b ",
	"a[0]=",
	"a=(",
	"PATH=a ",
	"-",
	"--",
	"-a",
	"%",
	"^",
	"!!",
	"@",
	"\t",
	" ",
	"\u00A0",
	"中\\",
	"é",
	"𝔘",
	"/",
	"../",
	"./",
];

const PIECES = [
	...OPERATORS,
	...QUOTES,
	...BRACKETS,
	...EXPANSIONS,
	...REDIRECTIONS,
	...HERE_DOCUMENTS,
	...KEYWORDS,
	...GLOBS,
	...BRACES,
	...OTHERS,
];

const CLOSERS: Readonly<Record<string, string>> = {
	"(": ")",
	"((": "))",
	"{ ": "; }",
	"{": "}",
	"[": "]",
	"[[ ": " ]]",
	"[[ (": ") ]]",
	"$(": ")",
	'"$(': ')"',
	"$((": "))",
	"${a:-": "}",
	'"${a:-': '}"',
	"${": "}",
	"$[": "]",
	"<(": ")",
	">(": ")",
	"`": "`",
	"\\`": "\\`",
	'"': '"',
	"if a; then ": "; fi",
	"while a; do ": "; done",
	"until a; do ": "; done",
	"for a in b c; do ": "; done",
	"case a in b) ": ";; esac",
	"{a,": ",b}",
	"!(": ")",
	"@(a|": ")",
	"a() { ": "; }",
	"cat <<A\n$(": "\nA\n)",
	"! ": "",
	"time ": "",
	"coproc ": "",
};

/** Which part of what multiplies is tried: every eighth, or all with WRIT_HOSTILE=all. */
export const SHARE = process.env.WRIT_HOSTILE === "all" ? 1 : 8;

/** The table: every piece in every shape, and a share of what programs, lists and paths make of them. */
export function hostileTexts(): readonly HostileText[] {
	const multiplying = [...lists(), ...paths(), ...languages()];
	return [
		...repeated(),
		...nested(),
		...characters(),
		...multiplied(),
		...launchers(),
		...junk(),
		...multiplying.filter((_, at) => at % SHARE === 0),
	];
}

/** Texts that no shell can read, or that show a person something else: these are never allowed, whatever the rules. */
export function garbage(): readonly HostileText[] {
	const open = [
		"'",
		'"',
		"`",
		"$(",
		"$((",
		"${",
		"(",
		"((",
		"[[ a",
		"{ ",
		"<(",
		"$'",
		"if",
		"if a; then",
		"while a; do",
		"for a in b; do",
		"case a in",
		"&&",
		"||",
		"|",
		"!(",
		";;",
		")",
		">",
		"<",
		"<<A",
		"<<",
		"<<<",
		"&>",
		"2>",
		"\\",
	];
	return [
		...open.flatMap((piece) => [
			{ name: `an open ${piece}`, text: `cat a; ${piece}` },
			{ name: `an open ${piece} after ls`, text: `ls ${piece}` },
			{ name: `${piece} under 64 KiB`, text: under(`${piece} `) },
			{ name: `${piece} over 64 KiB`, text: over(`${piece} `) },
		]),
		...[...characters()],
		{ name: "words over 64 KiB", text: `echo ${"a ".repeat(40_000)}` },
		{ name: "2,000 words", text: `echo ${"a ".repeat(2_000)}` },
		{ name: "2,000 commands", text: "ls; ".repeat(2_000) },
		{ name: "2,000 redirections", text: `ls ${"2>&1 ".repeat(2_000)}` },
	].filter(({ text }) => !HARMLESS.has(text));
}

/** Of the open pieces, what a shell can read after all. */
const HARMLESS: ReadonlySet<string> = new Set(["ls if", "ls while a; do", "ls [[ a", "ls { ", "ls case a in", "ls !("]);

/** A piece again and again, as many bytes as asked for. */
function fill(piece: string, bytes: number): string {
	return piece.repeat(Math.ceil(bytes / Buffer.byteLength(piece))).slice(0, bytes);
}

function under(piece: string, before = "", after = ""): string {
	const room = LIMIT - 1 - Buffer.byteLength(before + after);
	return before + piece.repeat(Math.floor(room / Buffer.byteLength(piece))) + after;
}

function over(piece: string): string {
	return fill(piece, LIMIT + Buffer.byteLength(piece) * 2);
}

/** Every piece up to just under the limit and just over it, alone, between words, as words of a program and left open. */
function* repeated(): Generator<HostileText> {
	for (const piece of PIECES) {
		const name = JSON.stringify(piece);
		yield { name: `${name} under 64 KiB`, text: under(piece) };
		yield { name: `${name} over 64 KiB`, text: over(piece) };
		yield { name: `words and ${name}`, text: under(`ls a ${piece} `) };
		yield { name: `words joined by ${name}`, text: under(`a${piece}`) };
		yield { name: `cat and ${name}`, text: under(`${piece} `, "cat ") };
		yield { name: `cat and joined ${name}`, text: under(piece, "cat ") };
		yield { name: `cat and 900 of ${name}`, text: `cat ${`${piece} `.repeat(900)}` };
		yield { name: `cat and 190 joined ${name}`, text: `cat x${piece.repeat(190)}` };
		yield { name: `an open ${name} before 60 KiB`, text: `cat ${piece}${fill("a b\n", 60_000)}` };
		yield { name: `900 lines of ls ${name}`, text: `ls ${piece}\n`.repeat(900) };
	}
}

function* nested(): Generator<HostileText> {
	for (const [open, close] of Object.entries(CLOSERS)) {
		for (const depth of [10, 30, 100, 10_000]) {
			const deep = Math.min(depth, Math.floor((LIMIT - 10) / (open.length + close.length)));
			yield { name: `${JSON.stringify(open)} nested ${depth} deep`, text: `${open.repeat(deep)}a${close.repeat(deep)}` };
			yield { name: `echo ${JSON.stringify(open)} nested ${depth} deep`, text: `echo ${open.repeat(deep)}a${close.repeat(deep)}` };
			yield { name: `${JSON.stringify(open)} open ${depth} times`, text: `echo ${open.repeat(deep)}` };
		}
		const one = `${open.repeat(9)}a${close.repeat(9)} ; `;
		yield { name: `many nests of ${JSON.stringify(open)}`, text: under(one) };
		const wide = `${open.repeat(30)}${fill("a ", 40_000)}${close.repeat(30)}`;
		yield { name: `40 KiB inside 30 of ${JSON.stringify(open)}`, text: wide };
	}
	for (const [one, other] of [
		["$(", '"'],
		["(", "{ "],
		["${a:-", "$("],
		["<(", "("],
		["$((", "$("],
		["`", "$("],
		['"', "${a:-"],
	] as const) {
		for (const depth of [10, 19, 100, 10_000])
			yield { name: `${one} and ${other} in turn ${depth} deep`, text: `echo ${(one + other).repeat(Math.min(depth, 9_000))}` };
	}
}

/** Control, invisible and bidirectional characters, alone, in a word and filling the text. */
function* characters(): Generator<HostileText> {
	const codes = [
		...Array.from({ length: 32 }, (_, at) => at),
		...Array.from({ length: 33 }, (_, at) => 0x7f + at),
		0xad,
		0x34f,
		0x61c,
		0x115f,
		0x1160,
		0x17b4,
		0x180e,
		0x2028,
		0x2029,
		0x2060,
		0x3164,
		0xfeff,
		0xffa0,
		0xfff9,
		0xfffa,
		0xfffb,

		0xffff,
		0xd800,
		0xdfff,
		...Array.from({ length: 5 }, (_, at) => 0x200b + at),
		...Array.from({ length: 5 }, (_, at) => 0x202a + at),
		...Array.from({ length: 10 }, (_, at) => 0x2061 + at),
		0xe0001,
		0xe0041,
		0xe007f,
		0xfe00,
		0xfe0f,
		0x1d173,
	];
	for (const code of codes) {
		if (code === 9 || code === 10) continue;
		const character = String.fromCodePoint(code);
		const name = `U+${code.toString(16).padStart(4, "0").toUpperCase()}`;
		yield { name: `${name} alone`, text: character };
		yield { name: `${name} in a word`, text: `cat a${character}b` };
		yield { name: `${name} as the program`, text: `${character}ls` };
		yield { name: `${name} filling the text`, text: under(character) };
		yield { name: `${name} between words`, text: under(`a${character} `, "cat ") };
	}
	yield { name: "every control character", text: String.fromCharCode(...Array.from({ length: 32 }, (_, at) => at)) };
}

/** Long lists of every kind. */
function* lists(): Generator<HostileText> {
	for (const count of [1_000, 2_000, 5_000, 20_000]) {
		const many = (piece: string) => piece.repeat(Math.min(count, Math.floor(65_000 / Buffer.byteLength(piece))));
		if (count === 2_000) {
			yield { name: `cat with ${count} words`, text: `cat ${many("a ")}` };
			continue;
		}
		for (const program of [
			"cat",
			"echo",
			"ls",
			"grep -r x",
			"rm",
			"sed -n p",
			"git add",
			"xyz",
			"make",
			"env",
			"find",
			"tar cf a.tar",
			"cp",
			"jq .",
		]) {
			yield { name: `${program} with ${count} words`, text: `${program} ${many("a ")}` };
			yield { name: `${program} with ${count} options`, text: `${program} ${many("-a ")}` };
			yield { name: `${program} with ${count} quoted words`, text: `${program} ${many("'a' ")}` };
			yield { name: `${program} with ${count} names`, text: `${program} ${many('"$a" ')}` };
			yield {
				name: `${program} with ${count} different words`,
				text: `${program} ${Array.from({ length: Math.min(count, 9_000) }, (_, at) => `f${at}`).join(" ")}`,
			};
		}
		for (const joint of [" && ", " || ", "; ", " | ", " |& ", " & ", "\n", " ;; ", " && ! "]) {
			for (const command of [
				"ls",
				"a",
				"cat b",
				"cd a",
				"cd ..",
				"a=b",
				"git status",
				"rg x",
				"ls *",
				"> b",
				"echo {a,b}",
				"(a)",
				"cp -r a b",
				"cat $x",
			])
				yield { name: `${count} of ${command} joined by ${JSON.stringify(joint)}`, text: `${many(command + joint)}true` };
		}
		yield { name: `${count} assignments`, text: many("a=b ") };
		yield { name: `${count} assignments before ls`, text: `${many("CI=1 ")}ls` };
		yield {
			name: `${count} different assignments`,
			text: Array.from({ length: Math.min(count, 6_000) }, (_, at) => `a${at}=b`).join("\n"),
		};
		yield {
			name: `${count} different assignments and uses`,
			text: Array.from({ length: Math.min(count, 3_000) }, (_, at) => `a${at}=b; cat $a${at}`).join("\n"),
		};
		for (const redirection of ["> a ", "< a ", ">> a ", "2>&1 ", "<<< a ", "&> a ", "<> a ", "> /dev/null ", "> $a ", "> * "])
			yield { name: `${count} of ${redirection}`, text: `cat ${many(redirection)}` };
		yield {
			name: `${count} different files written`,
			text: `cat ${Array.from({ length: Math.min(count, 6_000) }, (_, at) => `>f${at}`).join(" ")}`,
		};
		yield { name: `for over ${count} words`, text: `for a in ${many("b ")}; do cat $a; done` };
		yield {
			name: `for over ${count} different words`,
			text: `for a in ${Array.from({ length: Math.min(count, 9_000) }, (_, at) => `f${at}`).join(" ")}; do cat $a; done`,
		};
		yield { name: `a here-document of ${count} lines`, text: `cat <<A\n${many("a\n")}A\n` };
		yield { name: `a quoted here-document of ${count} lines`, text: `cat <<'A'\n${many("$a\n")}A\n` };
		yield { name: `a here-document with ${count} names`, text: `cat <<A\n${many("$a\n")}A\n` };
		yield { name: `a here-document with ${count} near ends`, text: `cat <<A\n${many("AA\n")}` };
		yield { name: `${count} here-documents`, text: many("cat <<A\nA\n") };
		yield { name: `${count} open here-documents`, text: `cat ${many("<<A ")}` };
		yield { name: `${count} branches of case`, text: `case a in ${many("b) ls;; ")}esac` };
		yield { name: `${count} patterns of case`, text: `case a in ${many("b|")}c) ls;; esac` };
		yield { name: `${count} branches of if`, text: `if a; then b; ${many("elif a; then b; ")}fi` };
		yield { name: `${count} conditions`, text: `[[ a ${many("&& a ")}]]` };
		yield { name: `${count} comments`, text: `ls ${many("# a\n")}` };
		yield { name: `${count} line continuations`, text: `ls ${many("\\\n")}` };
		yield { name: `${count} brace words`, text: `cat ${many("{a,b} ")}` };
		yield { name: `${count} patterns`, text: `cat ${many("* ")}` };
		yield { name: `${count} patterns of names`, text: `ls ${many("f*1 ")}` };
		yield { name: `${count} deep patterns`, text: `ls ${many("*/* ")}` };
		yield { name: `${count} substitutions`, text: `echo ${many("$(a) ")}` };
		yield { name: `${count} process substitutions`, text: `cat ${many("<(a) ")}` };
		yield { name: `${count} sums`, text: `echo ${many("$((1+1)) ")}` };
		yield { name: `a sum of ${count}`, text: `echo $((${many("1+")}1))` };
		yield { name: `a sum with ${count} parentheses`, text: `echo $((${many("(")}1${many(")")}))` };
		yield { name: `${count} escapes`, text: `echo ${many("\\a")}` };
		yield { name: `${count} quotes in a word`, text: `echo ${many("'a'")}` };
		yield { name: `${count} names in quotes`, text: `echo "${many("$a ")}"` };
		yield { name: `${count} functions`, text: many("a() { b; }; ") };
		yield { name: `${count} trees`, text: `ls ${many("-R . ")}` };
	}
	for (const program of ["cat", "rg x", "grep -r x", "ls -R", "cp -r", "rm -r", "git add", "tar cf a.tar", "wc", "diff -r", "find"]) {
		yield {
			name: `${program} over 900 directories`,
			text: `${program} ${Array.from({ length: 900 }, (_, at) => `d${at % 40}`).join(" ")}`,
		};
		yield { name: `${program} over 900 patterns`, text: `${program} ${Array.from({ length: 900 }, (_, at) => `d${at % 40}/*`).join(" ")}` };
		yield { name: `900 of ${program} .`, text: `${program} .; `.repeat(900) };
		yield { name: `900 of ${program} *`, text: `${program} *; `.repeat(900) };
		yield { name: `900 of ${program} ./x/y/..`, text: `${program} ./d1/../d2/./d3/..; `.repeat(900) };
		yield { name: `900 different patterns of ${program}`, text: Array.from({ length: 900 }, (_, at) => `${program} *${at}*`).join("; ") };
		yield {
			name: `900 different directories of ${program}`,
			text: Array.from({ length: 900 }, (_, at) => `${program} d${at % 40}/f${at}`).join("; "),
		};
	}
}

/** Loops in loops, braces beside braces, places and patterns: what multiplies. */
function* multiplied(): Generator<HostileText> {
	for (const words of [2, 10, 100]) {
		for (const depth of [2, 3, 5, 10, 30]) {
			const list = Array.from({ length: words }, (_, at) => `w${at}`).join(" ");
			const loops = (body: string) =>
				Array.from({ length: depth }, (_, at) => `for x${at} in ${list}; do `).join("") + body + "; done".repeat(depth);
			for (const body of [
				"ls",
				"cat $x0",
				"rg x $x1",
				"cat *",
				":",
				"a=b",
				"cat > $x0",
				"echo {1..100}",
				"echo *",
				"[ -e $x0 ]",
				"echo > $x0",
				"case $x0 in *) ;; esac",
				"cat <<< $x0",
				"(a)",
				"( : )",
				"{ :; }",
				"if :; then :; fi",
			])
				yield { name: `loops ${depth} deep over ${words} words: ${body}`, text: loops(body).slice(0, 65_000) };
			const braced = Array.from({ length: depth }, (_, at) => `for x${at} in {1..${words}}; do `).join("");
			yield { name: `braced loops ${depth} deep over ${words}`, text: `${braced}cat $x0${"; done".repeat(depth)}` };
		}
	}
	for (const pattern of ["*", "*/*", "d*/f*", "**/*", "[a-z]*", "?*"]) {
		yield { name: `a loop over ${pattern}`, text: `for f in ${pattern}; do cat "$f"; done` };
		yield { name: `a loop in a loop over ${pattern}`, text: `for f in ${pattern}; do for g in ${pattern}; do cat "$f" "$g"; done; done` };
		yield { name: `100 loops over ${pattern}`, text: `for f in ${pattern}; do cat "$f"; done; `.repeat(100) };
		yield { name: `echo ${pattern} 900 times`, text: `echo ${`${pattern} `.repeat(900)}` };
		yield { name: `900 times echo ${pattern}`, text: `echo ${pattern}; `.repeat(900) };
		yield { name: `900 times cat ${pattern}`, text: `cat ${pattern}; `.repeat(900) };
	}
	for (const count of [2, 7, 12, 100, 1_000, 5_000]) {
		for (const braces of ["{a,b}", "{1..9}", "{a,b,c,d,e,f,g,h}", "{{a,b},{c,d}}", "{,a}"])
			yield { name: `${count} of ${braces} in a word`, text: `echo ${braces.repeat(Math.min(count, Math.floor(65_000 / braces.length)))}` };
	}
	for (const places of [2, 8, 9, 100]) {
		const moves = Array.from({ length: places }, (_, at) => `cd d${at % 40}; `).join("");
		yield { name: `${places} places and 500 reads`, text: moves + "cat f; ".repeat(500) };
		yield { name: `${places} places and 500 patterns`, text: moves + "cat *; ".repeat(500) };
		yield { name: `${places} places and a word of 500 patterns`, text: `${moves}cat ${"f* ".repeat(500)}` };
		yield { name: `${places} places and 200 trees`, text: moves + "rg x .; ".repeat(200) };
	}
	yield { name: "makers and paths in one pipeline", text: under("cp -r a b | cat c | ") };
	yield { name: "900 makers and paths in one loop", text: `while a; do ${"cat c; cp -r a b; ".repeat(450)}done` };
	yield { name: "paths and then makers", text: "cat c; ".repeat(450) + "cp -r a b; ".repeat(450) };
	yield { name: "paths in the background and makers", text: "cat c & ".repeat(450) + "cp -r a b & ".repeat(450) };
	yield {
		name: "paths in deep loops and makers",
		text: `${"while a; do ".repeat(30)}${"cat c; ".repeat(450)}${"cp -r a b; ".repeat(450)}${"done; ".repeat(30)}`,
	};
}

function* launchers(): Generator<HostileText> {
	for (const launcher of [
		"env",
		"timeout 1",
		"nice",
		"nohup",
		"time",
		"command",
		"xargs",
		"sudo",
		"stdbuf -o0",
		"env A=b",
		"exec",
		"builtin",
		"setsid",
		"npx",
		"find . -exec",
		"watch",
		"busybox",
		"bash",
		"sh",
	]) {
		for (const depth of [5, 10, 100, 300, 900, 10_000])
			yield {
				name: `${launcher} ${depth} deep`,
				text: `${`${launcher} `.repeat(Math.min(depth, Math.floor(65_000 / (launcher.length + 1))))}ls`,
			};
		yield {
			name: `900 times ${launcher} in ${launcher}`,
			text: `${launcher} ${launcher} ${launcher} ${launcher} ls; `.repeat(900).slice(0, 65_000),
		};
		yield { name: `${launcher} and 900 words`, text: `${`${launcher} `.repeat(8)}ls ${"a ".repeat(900)}` };
	}
	for (const shell of ["bash -c", "sh -c", "dash -c", "eval", "watch", "env -S", "bash -lc"]) {
		for (const depth of [1, 2, 4, 8, 9, 12]) yield { name: `${shell} quoted ${depth} deep`, text: quotedText(shell, depth, "ls") };
		yield { name: `${shell} with 60 KiB`, text: `${shell} '${fill("ls; ", 60_000)}'` };
		yield { name: `${shell} three deep with 60 KiB`, text: `${shell} "${shell} '${fill("ls a; ", 60_000)}'"` };
		yield { name: `${shell} 900 times`, text: `${shell} 'ls; ls; ls'; `.repeat(900) };
		yield { name: `${shell} 90 times with 90`, text: `${shell} '${"ls; ".repeat(150)}'; `.repeat(90).slice(0, 65_000) };
		for (const piece of ["(", "$(", "|", ";", ">", "{", "a=b;", "*", "<<A", "`", "if "]) {
			yield { name: `${shell} with 60 KiB of ${piece}`, text: `${shell} '${fill(piece, 60_000)}'` };
			yield { name: `${shell} 20 times 3 KiB of ${piece}`, text: `${shell} '${fill(piece, 3_000)}'; `.repeat(20) };
		}
	}
}

function quotedText(shell: string, depth: number, command: string): string {
	let text = command;
	for (let at = 0; at < depth && text.length < 30_000; at++) text = `${shell} '${text.replaceAll("'", "'\\''")}'`;
	return text;
}

function* paths(): Generator<HostileText> {
	for (const program of [
		"cat",
		"ls",
		"rm",
		"cd",
		"cp a",
		"git add",
		"./",
		"rg x",
		"[ -e",
		"echo >",
		"tar xf",
		"git -C",
		"make -C",
		"source",
		"find",
		"tee",
	]) {
		for (const piece of ["a/", "../", "./", "/", "a/../", "*/", "?", "[a]/", "*a", "é/", "~/", "..", "...", "a:", "a=", "@", "f*/"]) {
			yield { name: `${program} and a path of 60 KiB of ${piece}`, text: `${program} ${fill(piece, 60_000)}` };
			yield { name: `${program} and a path of 4,000 bytes of ${piece}`, text: `${program} ${fill(piece, 4_000)}` };
			yield { name: `${program} and 15 paths of 4,000 bytes of ${piece}`, text: `${program} ${`${fill(piece, 4_000)} `.repeat(15)}` };
			yield { name: `${program} and 200 paths of 250 bytes of ${piece}`, text: `${program} ${`${fill(piece, 250)} `.repeat(200)}` };
			yield { name: `200 times ${program} and a path of 250 bytes of ${piece}`, text: `${program} ${fill(piece, 250)}; `.repeat(200) };
		}
	}
	for (const piece of ["*/", "[[[[", "{a,b}", "[a-z]*", "*a*", "?*", "d*/", "[!a]", "*?"]) {
		for (const count of [5, 20, 60, 100, 500, 1_000, 10_000]) {
			const word = piece.repeat(Math.min(count, Math.floor(65_000 / piece.length)));
			yield { name: `cat ${piece} ${count} times`, text: `cat ${word}` };
			yield { name: `git add '${piece}' ${count} times`, text: `git add '${word}'` };
			yield { name: `rg -g '${piece}' ${count} times`, text: `rg -g '${word}' x .` };
			yield { name: `find -name '${piece}' ${count} times`, text: `find . -name '${word}'` };
			yield { name: `grep --include='${piece}' ${count} times`, text: `grep -r --include='${word}' x .` };
		}
	}
	for (const program of ["git add", "git log --", "git show", "git grep x --", "rg -g", "git ls-files"])
		yield {
			name: `${program} with 200 patterns`,
			text: `${program} ${Array.from({ length: 200 }, (_, at) => `'*${at}*a*b*c*d/*${at}'`).join(" ")}`,
		};
}

/** Programs with a language of their own, and 60 KiB of it. */
const ANALYSED: readonly (readonly [string, ...string[]])[] = [
	[
		"sed -n '",
		"p;",
		"{",
		"}",
		"s/a/b/;",
		"s/a/b/e;",
		"s/",
		"/",
		"1,2p;",
		"a\\\n",
		"y/a/b/;",
		"\\",
		"[",
		"w a\n",
		":a;b a;",
		"1!{",
		"#\n",
		"/a/",
		"\\(",
		"r a\n",
	],
	["sed -i '", "s/a/b/;", "{", "s/[/]/b/;"],
	[
		"awk '",
		"{",
		"}",
		"{print}",
		"/a/",
		"/",
		"(",
		'"',
		"$1",
		"system(",
		"print > ",
		"getline ",
		"|",
		"a=b;",
		"[",
		"function a() {",
		"#\n",
		"\\",
		"/[/",
		"a/b/c ",
	],
	[
		"jq '",
		".",
		".a|",
		"[",
		"{",
		"(",
		'"',
		"\\(",
		'"\\(',
		"input|",
		"def a: ",
		"if . then ",
		"env.",
		"$__loc__",
		"#",
		"import ",
		"..",
		".[]",
		"reduce . as $a (",
	],
	["yq '", ".", "load(", "(", "[", '"'],
	[
		"find . ",
		"( ",
		"! ",
		"-name a ",
		"-o ",
		"-a ",
		", ",
		"-exec ls {} ; ",
		"-exec ls {} \\; ",
		"\\( ",
		"-not ",
		"-path '*' ",
		"-newer a ",
		"-exec ",
	],
	["tar cf a.tar ", "-C a ", "--exclude=a ", "a ", "-T a ", "-", "--checkpoint-action=exec=a "],
	["tar -", "x", "c", "v", "f"],
	["git log ", "-- ", ":(top) ", ":(glob)** ", ":! ", "a..b ", "--format=%H ", "^a ", "@{u} ", "a~1 ", "HEAD:a ", "'*' "],
	["git add ", ":(exclude)* ", "':(glob)**/a' ", "'*.js' ", ":/ "],
	["git config ", "a.b ", "--get "],
	["git ", "-c a=b ", "-C . ", "--git-dir=a "],
	["sqlite3 a.db '", "select ", ".", ".shell a\n", "(", '"', "--\n", "/*", ";", "attach ", ".read a\n"],
	["psql -c '", "select ", "\\", "\\! a\n", "(", '"', "$$", "/*", "--\n", ";", "copy a from "],
	["mysql -e '", "select ", "\\! ", "(", ";", "/*"],
	["redis-cli ", "get ", "eval a "],
	["grep ", "-e a ", "'(' ", "-f a ", "--include=a "],
	["rg ", "-g a ", "-e a ", "--pre=a ", "'(' "],
	["curl ", "http://a ", "-H a ", "-o a ", "http://{a,b} ", "'http://[' ", "@a ", "-d @a "],
	["curl http://", ":", "a.", "@", "[", "%61"],
	["wget ", "http://a ", "-O a "],
	["ssh a ", "ls ", "'ls;' ", "\\; "],
	["rsync ", "a:b ", "-e a ", "--exclude=a "],
	["docker run ", "-v a:b ", "-e A=b ", "--mount=type=bind,source=a,target=b "],
	["kubectl ", "get ", "-f a ", "exec "],
	["npm ", "run ", "exec ", "-- ", "--a=b "],
	["npx ", "a ", "-p a ", "-c a "],
	["make ", "a ", "A=b ", "-C . ", "-f a "],
	["xargs ", "-I {} ", "-n 1 ", "ls ", "-0 "],
	["python -c '", "a;", "(", '"'],
	["python ", "-m a ", "-c a "],
	["node -e '", "a;", "("],
	["perl -e '", "a;", "("],
	["printf '", "%s", "%", "\\n", "%5", "%%", "%-", "%0", "0", "% ", "%.5"],
	["sort ", "-k1 ", "-o a ", "+1 "],
	["dd ", "if=a ", "of=a "],
	["chmod ", "+x ", "a,"],
	["diff ", "a ", "-r "],
	["tr ", "a ", "'[:a:]' "],
	["expr ", "1 + ", "( "],
	["test ", "-e a -a ", "! ", "( "],
	["[ ", "-e a -a ", "! ", "a = "],
	["[[ ", "a && ", "! ", "( ", "a =~ ", "-e a || "],
	["cp ", "a ", "-t a ", "-"],
	["ln -s ", "a "],
	["env ", "A=b ", "-u A "],
	["export ", "A=b ", "CI=1 ", "LC_ALL=C "],
	["export ", "A", "="],
	["wait ", "1 "],
	["type ", "a "],
	["cd ", "a "],
	["source ", "a/", "a/bin/activate "],
	["TZ=", "a", "/", "a/"],
	["LANG=", "a", "C"],
	["PYTHONPATH=", "a:", "a/", ":"],
	["terraform ", "-var a=b ", "-chdir=a "],
	["aws ", "s3 ", "--a=b ", "file://a "],
	["gh ", "api ", "-f a=b ", "pr "],
	["go ", "build ", "-ldflags=a ", "./... "],
	["cargo ", "build ", "--a ", "+a "],
	["gcc ", "-o a ", "-Wl,a ", "-I a ", "@a "],
	["unzip ", "a ", "-d a "],
	["zip ", "a ", "-T "],
	["patch ", "-p1 ", "-i a "],
	["column ", "-t "],
	["vim ", "+a ", "-c a "],
	["less ", "+a "],
	["bat ", "a ", "--a=b "],
	["ps ", "-o a ", "a"],
	["kill ", "-9 ", "1 "],
	["crontab ", "a ", "-e "],
	["pip ", "install ", "-r a "],
	["pytest ", "a::b ", "-k a ", "-o a=b "],
	["eslint ", "--rule a ", "a "],
	["tsc ", "-p a ", "a "],
	["ruby ", "-e a "],
	["java ", "-jar a ", "-D"],
	["xyzzy ", "a ", "-a ", "--a=b "],
];

function* languages(): Generator<HostileText> {
	for (const [start, ...pieces] of ANALYSED) {
		const quote = start.endsWith("'") ? "'" : "";
		for (const piece of pieces) {
			yield { name: `${start}${piece}… 60 KiB`, text: `${start}${fill(piece, 60_000)}${quote}` };
			yield { name: `${start}${piece}… 8 KiB`, text: `${start}${fill(piece, 8_000)}${quote}` };
			yield { name: `60 times ${start}${piece}… 1,000 bytes`, text: `${start}${fill(piece, 1_000)}${quote}; `.repeat(60) };
			yield { name: `${start}${piece}… 900 times`, text: `${start}${piece.repeat(900)}${quote}` };
			yield { name: `900 times ${start}${piece}`, text: `${start}${piece}${quote}; `.repeat(900) };
			yield { name: `${start}${piece} and a word of 60 KiB`, text: `${start}${piece}${fill("x", 60_000)}${quote}` };
		}
		if (quote === "'") {
			for (const [at, one] of pieces.entries()) {
				const other = pieces[(at + 1) % pieces.length] ?? "";
				yield { name: `${start}${one} and ${other} in turn, 60 KiB`, text: `${start}${fill(one + other, 60_000)}${quote}` };
			}
		}
	}
}

/** Pieces drawn at random, always the same ones. */
function* junk(): Generator<HostileText> {
	let seed = 20_260_711;
	const next = (below: number): number => {
		seed = (Math.imul(seed, 1_664_525) + 1_013_904_223) >>> 0;
		return Math.floor((seed / 2 ** 32) * below);
	};
	for (let round = 0; round < 200; round++) {
		const few = Array.from({ length: 2 + next(4) }, () => PIECES[next(PIECES.length)] ?? "");
		const size = [500, 3_000, 20_000, 65_000][round % 4] ?? 500;
		let text = "";
		while (text.length < size) text += few[next(few.length)] + (next(3) === 0 ? "a " : "");
		yield { name: `junk ${round} of ${JSON.stringify(few)}`, text: text.slice(0, size) };
	}
	for (let round = 0; round < 40; round++) {
		const bytes = Buffer.from(Array.from({ length: [100, 5_000, 60_000][round % 3] ?? 100 }, () => next(256)));
		yield { name: `bytes ${round}`, text: bytes.toString(round % 2 === 0 ? "latin1" : "utf8") };
	}
}
