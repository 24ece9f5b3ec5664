import type { Row } from "./rows.ts";
import type { Text } from "./text.ts";

/** A token of the language and the row it stands for. */
type Atom = readonly [text: string, row: Row];

const PROGRAMS: readonly Atom[] = [
	["cat", "program.reads"],
	["ls", "program.reads"],
	["echo", "neutral.echo"],
	["sort", "program.reads"],
	["grep S", "program.reads"],
	["head -n", "program.reads"],
	["rm -f", "program.writes"],
	["printf '%s'", "neutral.printf"],
	["git log", "program.git"],
	["cd", "place.cd"],
];

/** At least one token for every row about words and redirections. */
const WORDS: readonly Atom[] = [
	["a.txt", "word.literal"],
	["key", "word.literal"],
	["sub", "word.literal"],
	["-v", "word.literal"],
	["5", "word.literal"],
	["--", "word.literal"],
	["-oOUT", "word.literal"],
	["/outside/secret", "word.literal"],
	["lnk/secret", "word.literal"],
	["..", "word.literal"],
	["'a b'", "word.single"],
	["''", "word.empty"],
	['"key"', "word.double"],
	['k"e"y', "word.double"],
	["\\key", "word.backslash"],
	["$'a\\tb'", "word.ansi"],
	["~", "word.tilde"],
	["~/secret", "word.tilde"],
	['~/"secret"', "word.tilde"],
	["~/*", "word.tilde"],
	["'~'", "word.single"],
	["{a,b}.txt", "word.braces"],
	["{a,{b,key}}", "word.braces-nested"],
	["{1..3}", "word.range"],
	["*", "word.glob"],
	["*.txt", "word.glob"],
	["[ak]*", "word.glob"],
	["-*", "word.glob"],
	["*v", "word.glob"],
	["sub/*", "word.glob"],
	['"$y"', "word.dynamic"],
	['"${y}"', "word.dynamic"],
	['"$(cat c)"', "word.substitution"],
	['"${y:-key}"', "word.default"],
	['"${HOME%dev}"', "word.trim"],
	['"${USER^^}"', "word.case"],
	['"${#y}"', "word.length"],
	["$?", "word.digits"],
	['"$!"', "word.last-job"],
	['"${PIPESTATUS[0]}"', "word.pipe-status"],
	["$((1+2))", "word.arithmetic"],
	["$y", "word.open"],
	["$(cat c)", "word.open"],
	['./"$y"', "word.prefixed"],
	["<(ls)", "launch.process-substitution"],
	["# key", "command.comment"],
	["> out/x", "redirect.out"],
	["> OUT", "redirect.out"],
	[">> out/x", "redirect.append"],
	[">| out/x", "redirect.clobber"],
	["&> out/x", "redirect.both"],
	[">& out/x", "redirect.word"],
	["< key", "redirect.in"],
	["< a.txt", "redirect.in"],
	["<> out/x", "redirect.in-out"],
	["2>&1", "redirect.duplicate"],
	["> /dev/null", "redirect.null"],
	["2>&-", "redirect.close"],
	["<<< key", "redirect.here-string"],
];

const STATEMENTS: readonly Atom[] = [
	["cd sub", "place.cd"],
	["cd nope", "place.cd"],
	["cat key", "program.reads"],
	["ls", "program.reads"],
	["x=key", "name.assign"],
	['cat "$x"', "name.known"],
	["true", "neutral.status"],
	["false", "neutral.status"],
	["break", "neutral.leave"],
	["cd ..", "place.cd"],
	["cd l", "place.cd"],
	["cat $x", "name.known-bare"],
	["rm -f a.txt", "program.writes"],
	["set -e", "neutral.set"],
	["exit", "neutral.leave"],
	["cp -r dd out/m", "made.entries"],
	["cat out/m/l/secret", "program.reads"],
	["[ -f key ]", "test.bracket"],
	["export CI=1", "name.export"],
];
/** Statements for the rows that are left: alone, inside forms, and beside a short one. */
const OTHERS: readonly Atom[] = [
	["CI=1 ls", "name.free-prefix"],
	["LC_ALL=C sort a.txt", "name.locale"],
	["TZ=UTC ls", "name.time-zone"],
	["GIT_PAGER=cat git log", "name.fixed-pair"],
	["env CI=1 ls", "name.env"],
	["x=1 y=2", "name.assign-several"],
	['for x in a.txt key; do cat "$x"; done', "name.loop"],
	["ls \\\n a.txt", "command.continued"],
	["> out/x", "command.redirections-only"],
	["\\cat key", "command.quoted-program"],
	["((1 < 2))", "command.arithmetic"],
	["ls |& sort", "list.pipe-both"],
	["for x in $(cat c); do echo $x; done", "flow.for-dynamic"],
	["pwd -P", "neutral.pwd"],
	["wait", "neutral.wait"],
	["command -v ls", "neutral.which"],
	["umask", "neutral.shell"],
	["[ 1 -eq 1 ]", "test.bracket-binary"],
	["[[ -f key ]]", "test.double"],
	["[[ a == a* ]]", "test.double-binary"],
	["cd sub && cat key", "place.cd-and"],
	["(cd sub; cat key)", "place.cd-subshell"],
	["if cd sub; then ls; fi", "place.cd-branch"],
	["cat <<E\nkey\nE\n", "here.plain"],
	["cat <<'E'\n$(id)\nE\n", "here.quoted"],
	["cat <<-E\n\tkey\n\tE\n", "here.tabs"],
	["bash -eu -c ls", "shell.bash-options"],
	["env ls", "launch.env"],
	["nice cat key", "launch.plain"],
	["command cat key", "launch.command"],
	["find sub -type f -exec cat {} +", "launch.find"],
	["find src -type f -print0 | xargs -0 cat", "launch.find-xargs"],
	["git ls-files -z | xargs -0 cat --", "launch.git-xargs"],
	["source venv/bin/activate", "launch.activate"],
];
/** How many of the statements stand in sequences of three. */
const SHORT = 9;

const JOINS: readonly Atom[] = [
	["; ", "list.semicolon"],
	["\n", "list.newline"],
	[" && ", "list.and"],
	[" || ", "list.or"],
	[" & ", "list.background"],
	[" | ", "list.pipe"],
];

/** Forms around a text; `@` is its place. */
const AROUND: readonly Atom[] = [
	["(@)", "list.subshell"],
	["{ @; }", "list.group"],
	["! @", "list.not"],
	["time @", "list.time"],
	["if @; then cat key; fi", "flow.if"],
	["if true; then @; else ls; fi", "flow.else"],
	["while @; do break; done", "flow.while"],
	["until @; do @; break; done", "flow.until"],
	["for x in a.txt; do @; done", "flow.for"],
	["for x in *; do @; done", "flow.for-glob"],
	["case a in a) @;; esac", "flow.case"],
	["case a in a) @;& *) cat key;; esac", "flow.case-through"],
	["ls | while read -r x; do @; done", "flow.while-read"],
	['echo "$(@)"', "word.substitution"],
	["y=$(@)", "name.assign-dynamic"],
	["y=$(if true; then @; fi)", "word.substitution-compound"],
	["y=$(cat <<E\nx\nE\n@)", "word.substitution-here"],
	["bash -c '@'", "shell.bash"],
	["sh -c '@'", "shell.sh"],
	["cat <<E\n$(@)\nE\n", "here.expanding"],
];

/** Every text of up to three tokens, once: a program with up to two words, and up to three statements and forms around them. */
export function* enumerate(): Generator<Text> {
	const seen = new Set<string>();
	for (const text of everyTree()) {
		if (seen.has(text.text)) continue;
		seen.add(text.text);
		yield text;
	}
}

/** Two trees may be written the same: `! a; b` is one of `a; b` and one of `a`. */
function* everyTree(): Generator<Text> {
	for (const program of PROGRAMS) {
		yield made([program], " ");
		for (const first of WORDS) {
			yield made([program, first], " ");
			for (const second of WORDS) yield made([program, first, second], " ");
		}
	}
	for (const statement of STATEMENTS) {
		yield made([statement], "");
		for (const form of AROUND) {
			yield around(form, made([statement], ""));
			for (const outer of AROUND) yield around(outer, around(form, made([statement], "")));
		}
	}
	for (const first of STATEMENTS)
		for (const join of JOINS)
			for (const second of STATEMENTS) {
				yield made([first, join, second], "");
				for (const form of AROUND) {
					yield around(form, made([first, join, second], ""));
					yield joined(around(form, made([first], "")), join, second);
					yield joined(made([first], ""), join, around(form, made([second], "")));
				}
			}
	const short = STATEMENTS.slice(0, SHORT);
	for (const other of OTHERS) {
		yield made([other], "");
		for (const form of AROUND) {
			yield around(form, made([other], ""));
			for (const outer of AROUND) yield around(outer, around(form, made([other], "")));
		}
		for (const join of JOINS)
			for (const statement of short) {
				yield made([other, join, statement], "");
				yield made([statement, join, other], "");
			}
	}
	for (const first of short)
		for (const join of JOINS)
			for (const second of short) for (const next of JOINS) for (const third of short) yield made([first, join, second, next, third], "");
}

function made(atoms: readonly Atom[], between: string): Text {
	return { text: atoms.map(([text]) => text).join(between), rows: [...new Set(atoms.map(([, row]) => row))], outside: [] };
}

function around([form, row]: Atom, { text, rows }: Text): Text {
	return { text: form.replaceAll("@", () => text), rows: [...new Set([...rows, row])], outside: [] };
}

function joined(first: Text, [join, row]: Atom, second: Text | Atom): Text {
	const after = "text" in second ? second : made([second], "");
	return { text: first.text + join + after.text, rows: [...new Set([...first.rows, row, ...after.rows])], outside: [] };
}
