/** One form of the language: how it is written, what it means, and whether `sh` and `dash` read it alike. */
export interface Form {
	readonly section: "Names" | "Words" | "Commands" | "Built-ins" | "Redirections" | "Launchers";
	/** As a person writes it. */
	readonly form: string;
	readonly meaning: string;
	readonly example: string;
	/** `sh -c` may hold it too. */
	readonly sh: boolean;
}

function row(section: Form["section"], form: string, meaning: string, example: string, sh = false): Form {
	return { section, form, meaning, example, sh };
}

/**
 * The language that writ understands: a text is judged only if each of its parts is one of these forms. Adding a row
 * needs a proof in the differential run (bench/differential).
 */
export const FORMS = {
	"plain-assignment": row(
		"Names",
		"`NAME=word`",
		"sets a variable that no program reads; what it holds is not believed",
		"x=$(date)",
		true,
	),
	"known-name": row(
		"Names",
		'`NAME=literal`, then `"$NAME"`',
		"a name that the text binds once, at the top, stands for its literal",
		'd=src; ls "$d"',
		true,
	),
	"free-prefix": row("Names", "`CI=1 command`", "one of the free names with a plain value, for one command", "CI=1 ls", true),
	"free-export": row("Names", "`export NAME=literal`", "the same for all that follows", "export CI=1; ls"),

	literal: row("Words", "`word`", "itself", "ls src", true),
	"single-quotes": row("Words", "`'…'`", "the text between", "ls 'src'", true),
	"double-quotes": row("Words", '`"…"`', "the text between, with the expansions below", 'ls "src"', true),
	backslash: row("Words", "`\\x`", "the character itself", "ls s\\rc", true),
	"ansi-c-quotes": row("Words", "`$'…'`", "the text between; only `\\n \\t \\\\ \\' \\\"` are understood", "echo $'a\\tb'"),
	tilde: row("Words", "`~`, `~/path`", "the home directory", "ls ~/src", true),
	"brace-list": row("Words", "`{a,b}`", "one word for each alternative", "ls src/{a,b}.ts"),
	"brace-range": row("Words", "`{1..9}`", "one word for each number", "echo {1..3}"),
	glob: row(
		"Words",
		"`*` `?` `[a-z]`",
		"what is on the disk, hidden names and other cases included, or the pattern itself",
		"ls src/*.ts",
		true,
	),
	"dynamic-name": row("Words", '`"$NAME"`, `"${NAME}"`', "one word of any text", 'echo "$x"', true),
	"dynamic-operator": row("Words", '`"${NAME:-literal}"`, `- :+ + # ## % %% ^ ^^ , ,,`', "one word of any text", 'echo "${x:-a}"'),
	"dynamic-length": row("Words", '`"${#NAME}"`', "digits", 'echo "${#x}"'),
	"dynamic-output": row("Words", '`"$(…)"`', "one word of any text; the commands inside are judged", 'echo "$(ls)"', true),
	digits: row("Words", "`$? $$ $#`", "digits", "echo $?"),
	"last-job": row("Words", '`"$!"`, `"${PIPESTATUS[0]}"`', "digits, or nothing", 'wait "$!"'),
	arithmetic: row("Words", "`$((…))`", "digits; only decimal numbers and operators inside", "echo $((1 + 2))"),
	open: row("Words", "`$NAME`, `$(…)` outside quotes", "any number of words of any text", "echo $x"),
	"process-substitution": row("Words", "`<(…)`", "a pipe; the commands inside are judged", "diff <(ls src) <(ls docs)"),

	simple: row("Commands", "`program words`", "runs the program; the program word is literal", "ls", true),
	comment: row("Commands", "`# …`", "nothing", "ls # all", true),
	sequence: row("Commands", "`a; b`, a new line", "one after the other", "ls; ls", true),
	and: row("Commands", "`a && b`", "each is judged as if it ran", "ls && ls", true),
	or: row("Commands", "`a || b`", "each is judged as if it ran", "ls || ls", true),
	background: row("Commands", "`a &`", "judged as if it ran at any time", "ls & wait", true),
	not: row("Commands", "`! a`", "the command is judged", "! ls", true),
	time: row("Commands", "`time a`", "the command is judged", "time ls"),
	pipeline: row("Commands", "`a | b`", "each is judged", "ls | sort", true),
	"pipeline-both": row("Commands", "`a |& b`", "each is judged", "ls |& sort"),
	subshell: row("Commands", "`( … )`", "each command is judged; a `cd` inside ends there", "(cd src && ls)", true),
	group: row("Commands", "`{ …; }`", "each command is judged", "{ ls; ls; }", true),
	if: row("Commands", "`if … then … elif … else … fi`", "every branch is judged", "if ls; then ls; fi", true),
	while: row("Commands", "`while …; do …; done`, `until`", "condition and body are judged once", "until ls; do sleep 1; done", true),
	case: row("Commands", "`case word in pattern) … ;; esac`", "every branch is judged", 'case "$x" in a) ls ;; esac', true),
	for: row("Commands", "`for NAME in words; do …; done`", "the body is judged for each word", 'for f in a b; do cat "$f"; done', true),
	"while-read": row(
		"Commands",
		"`while read -r NAME; do …; done`",
		"NAME is one word of any text",
		'ls | while IFS= read -r f; do echo "$f"; done',
		true,
	),
	"arithmetic-command": row("Commands", "`((…))`", "only decimal numbers and operators inside", "((1 < 2)) && ls"),
	"redirections-only": row("Commands", "`> file`", "the redirections are judged", "> out/x", true),
	cd: row("Commands", "`cd literal`", "what follows is judged there and, where the `cd` may have failed, here", "cd src && ls", true),

	echo: row("Built-ins", "`true` `false` `:` `echo words`", "nothing happens", "echo hello", true),
	exit: row(
		"Built-ins",
		"`exit` `break` `continue`, perhaps a number",
		"not believed: what follows is judged all the same",
		"ls || exit 1",
		true,
	),
	pwd: row("Built-ins", "`pwd`, `-L`, `-P`", "prints the directory", "pwd", true),
	wait: row("Built-ins", '`wait`, numbers, `"$!"`', "waits", "ls & wait", true),
	printf: row("Built-ins", "`printf format words`", "prints; the format is literal and holds no `%n`", "printf '%s\\n' a", true),
	lookup: row("Built-ins", "`command -v W`, `type W`", "tells where a program is", "command -v node", true),
	"shell-state": row("Built-ins", "`jobs`, `umask`, `ulimit -a`", "tells the state of the shell", "umask", true),
	set: row("Built-ins", "`set -e -u -x`, `-o pipefail`, and back", "not believed", "set -e; ls", true),
	test: row(
		"Built-ins",
		"`[ … ]`, `test`",
		"one condition of at most three words, perhaps with `!`; tested paths are read",
		'[ -f "src" ] && ls',
		true,
	),
	"double-test": row("Built-ins", "`[[ … ]]`", "the same, and patterns", "[[ a == b* ]] || ls"),
	command: row("Built-ins", "`command program words`", "the same as without `command`", "command ls"),
	activate: row("Built-ins", "`source DIR/bin/activate`", "runs code: only in a sandbox", "source .venv/bin/activate"),

	"write-file": row("Redirections", "`> file`, `>> file`, `>| file`", "the file is written", "ls > out/x", true),
	"write-both": row("Redirections", "`&> file`, `&>> file`, `>& file`", "the file is written", "ls &> out/x"),
	"read-file": row("Redirections", "`< file`", "the file is read", "sort < a.txt", true),
	"read-write": row("Redirections", "`<> file`", "the file is read and written", "cat <> out/x"),
	duplicate: row("Redirections", "`2>&1`, `>&2`", "nothing is opened", "ls 2>&1", true),
	close: row("Redirections", "`2>&-`", "nothing is opened", "ls 2>&-"),
	"here-string": row("Redirections", "`<<< word`", "the word is the input", "cat <<< hello"),
	"here-document": row(
		"Redirections",
		"`<<END`",
		"the lines are the input; expansions inside are forms of this language",
		"cat <<END\nhello\nEND",
		true,
	),
	"here-document-quoted": row("Redirections", "`<<'END'`", "the lines are the input as they stand", "cat <<'END'\n$hello\nEND", true),

	"bash-text": row("Launchers", "`bash -c 'text'`", "the text is judged by itself", "bash -c 'ls'"),
	"sh-text": row("Launchers", "`sh -c 'text'`", "the text is judged by itself, with the forms that `sh` shares", "sh -c 'ls'"),
	launcher: row("Launchers", "`env`, `nice`, `timeout 5`, … `program words`", "the program that it starts is judged", "timeout 5 ls", true),
	"find-exec": row(
		"Launchers",
		"`find DIR -type f … -exec P {} +`",
		"P is judged with every path below DIR",
		"find src -type f -name '*.ts' -exec cat {} +",
		true,
	),
	"find-xargs": row(
		"Launchers",
		"`find DIR -type f … -print0 | xargs -0 P`",
		"P is judged with every path below DIR",
		"find src -type f -print0 | xargs -0 cat",
		true,
	),
	"git-xargs": row(
		"Launchers",
		"`git ls-files -z | xargs -0 P --`",
		"P is judged with every path below the directory",
		"git ls-files -z | xargs -0 cat --",
		true,
	),
} as const satisfies Readonly<Record<string, Form>>;

export type FormId = keyof typeof FORMS;

/** What is outside the language: in words, how the same thing is written inside it, and a text that holds it. */
export const OUTSIDE = {
	arithmetic: ["arithmetic with names", "work the number out in a program, or write it", "echo $((x + 1))"],
	array: ["an array", "write its words out", "x=(a b)"],
	assignment: ["an assignment with '+=' or a subscript", "write the whole value: NAME='value'", "x+=a"],
	backquotes: ["a command in backquotes", "write $(…)", "echo `ls`"],
	blank: ["a letter that another locale reads as a blank, or together with the next one", "quote it with '…'", "ls a\u00A0b"],
	braces: ["these braces", "write the words out, or quote the braces", "echo {a..z}"],
	"built-in": ["this built-in of the shell", "do it with a program, or leave it out", "eval ls"],
	cd: [
		"a 'cd' like this",
		"write 'cd DIR && command', outside loops and pipelines, with a literal directory that no link leads to",
		"cd -",
	],
	condition: [
		"a condition like this",
		'write one condition at a time, as in [ -n "$x" ], with quotes around what expands and the operator as a plain word',
		'[ -n "$x" -a -n "$y" ]',
	],
	coproc: ["a coprocess", "use a pipeline", "coproc ls"],
	descriptor: ["this descriptor", "use 0, 1 or 2", "ls 3> out/x"],
	escape: ["this escape", "write the character itself in quotes", "echo $'\\x41'"],
	export: [
		"a variable that is exported like this",
		"write: export NAME=literal, with a name that docs/concepts/commands.md lists as free",
		"export x=1",
	],
	"extended-glob": ["an extended pattern", "write plain patterns: * ? [a-z]", "ls ?(a)"],
	expansion: ["this expansion", 'write "$NAME", or the value itself', 'echo "${!x}"'],
	for: ["a loop of this kind", "write: for NAME in words; do …; done", "for ((i = 0; i < 3; i++)); do ls; done"],
	format: ["a format like this", "write a literal format with %s and %d", "printf '%n' x"],
	function: ["a function", "write its commands out where it is called", "f() { ls; }"],
	glob: ["a pattern here", "write the name out", "x=*.ts"],
	"here-document": ["a here-document like this", "quote the delimiter (<<'END') and end it with a line of its own", "cat <<END\n\\$x\nEND"],
	home: ["a tilde where no home directory is given", "write the directory itself, or tell the home with the request", "ls ~"],
	option: ["these words of a shell built-in", "leave them out", "set -o posix"],
	position: ["a parameter of the script", "write the words out", 'echo "$1"'],
	program: ["a program that is not written out", "write its name as a plain word", '"$x"'],
	read: ["reading a line like this", "write: while IFS= read -r NAME; do …; done", "read x"],
	redirection: ["this redirection", "write: > file, 2>&1 or < file, with a literal file", 'ls > "$x"'],
	select: ["a menu", "write the choice out", "select x in a b; do ls; done"],
	shell: [
		"this in 'sh', which every shell reads in its own way",
		"write it in a form that all shells share, or use bash -c",
		"sh -c 'ls &> out/x'",
	],
	substitution: ["a substitution here", "write <(…) as a word of its own, for a program that reads it", "ls > >(cat)"],
	tilde: ["this tilde", "write ~/ at the start of a word, or the directory itself", "ls ~root"],
	translation: ["a translated string", 'write "…"', 'echo $"hello"'],
	word: ["what stands between these words", "write a blank before and behind each word, <(…) included, and nothing else", "cat a<(ls)"],
} as const satisfies Readonly<Record<string, readonly [what: string, instead: string, example: string]>>;

export type OutsideId = keyof typeof OUTSIDE;
