import { any, bashRow, chance, type Form, innerPen, out, type Pen, row, several, write } from "./pen.ts";
import { DANGEROUS, FILES, FOLDERS, FORBIDDEN, FREE, GIT, GLUED, MAKING, ORDINARY, READING, SHARP, TARGETS, WRITING } from "./stock.ts";
import { dynamicWord, expression, fileWord, folderWord, numbers, sharpWords, spelled, value, word } from "./words.ts";

/** One simple command, with its prefixes and redirections. */
export function simple(pen: Pen): string {
	return write(pen, SIMPLE);
}

/** A program with words, without prefix or redirection: what a launcher takes. */
export function program(pen: Pen): string {
	return write(pen, PROGRAMS);
}

const filled = (pen: Pen, template: string): string =>
	template.replaceAll(/\b[FWDT]\b/g, (mark) =>
		mark === "F" ? fileWord(pen) : mark === "D" ? folderWord(pen) : mark === "T" ? target(pen) : word(pen),
	);
const target = (pen: Pen): string => spelled(pen, any(pen, chance(pen, 0.7) ? TARGETS.slice(0, 5) : TARGETS));
const name = (pen: Pen): string => any(pen, chance(pen, 0.25) ? DANGEROUS : ORDINARY);

const PROGRAMS: readonly Form[] = [
	row("program.reads", (pen) => filled(pen, any(pen, READING)), 20),
	row("program.writes", (pen) => filled(pen, any(pen, WRITING)), 4),
	row("program.git", (pen) => filled(pen, any(pen, GIT)), 4),
	row("command.quoted-program", (pen) => `${any(pen, ["\\ls", "'ls'", '"cat"', "c\\at", "l's'", "\\cat"])} ${fileWord(pen)}`),
	bashRow("command.continued", (pen) => `ls \\\n ${word(pen)}`),
	row("made.entries", (pen) => any(pen, MAKING), 1.6),
	out("glued-option", (pen) => `${any(pen, GLUED)}${dynamicWord(pen)} ${fileWord(pen)}`, 3),
	out("program", (pen) => any(pen, FORBIDDEN), 4),
	out(
		"program-word",
		(pen) =>
			`${any(pen, ["$x", '"$x"', "$y", "$file", "${x}", "$(echo ls)", "$1", "l?", "./ls", "{ls,a.txt}", "~/x", "''"])} ${chance(pen, 0.3) ? word(pen) : ""}`,
		4,
	),
];

/** The list of texts that `sh -c` and `bash -c` take; the commands are written with simple ones, so they have to be told. */
let text: (pen: Pen) => string = () => "ls";
export function writeTextsWith(make: (pen: Pen) => string): void {
	text = make;
}

const quoted = (inner: string): string => (inner.includes("'") ? `"${inner.replaceAll(/[\\"$`]/g, "\\$&")}"` : `'${inner}'`);

const BASHISMS = [
	"ls &>/dev/null id",
	"[[ a > OUT ]]",
	"((1 > 2))",
	"echo $'a\\'; id; #'",
	"cat <<< key",
	"a=(1 2); ls",
	"function ls { id; }; ls",
	"cat {key,b}",
	"ls |& cat",
	"cat [^k]*",
	"echo a &>>out/x",
	"ls >&out/x",
	"x=$'ls'; ls",
	'echo $"x"',
	"source ./c",
	"cat ~+/key",
	"echo $((x++))",
	"let x=1",
	"ls &>out/y",
	"[ a == b ]",
];

const LAUNCHED: readonly Form[] = [
	row("launch.env", (pen) => `env ${program(pen)}`, 2),
	row("name.env", (pen) => `env ${any(pen, FREE)} ${program(pen)}`, 2),
	row("launch.plain", (pen) => `${any(pen, ["nice", "nice -n 5", "timeout 5", "nohup", "stdbuf -oL"])} ${program(pen)}`, 4),
	row("launch.command", (pen) => `command ${program(pen)}`, 2),
	row(
		"launch.find",
		(pen) =>
			`find ${any(pen, ["sub", "src", ".", "build"])} -type f ${any(pen, ["", "-name '*.txt' ", "-maxdepth 1 ", "! -name key "])}-exec ${any(pen, ["cat", "grep S", "head", "wc -l", "ls", "rm"])} {} ${any(pen, ["\\;", "+", "';'"])}`,
		2,
	),
	row(
		"launch.find-xargs",
		(pen) => `find ${any(pen, ["sub", "src", "build"])} -type f -print0 | xargs -0 ${any(pen, ["cat", "grep S", "head", "rm", "sort"])}`,
		2,
	),
	row(
		"launch.git-xargs",
		(pen) =>
			`git ls-files -z${any(pen, ["", "", " -- sub", " -- a.txt src"])} | xargs -0 ${any(pen, ["", "-r ", "-n 1 "])}${any(pen, ["cat", "grep S", "head", "ls", "sort"])} --`,
		1.5,
	),
	bashRow(
		"launch.activate",
		(pen) =>
			`${any(pen, ["source venv/bin/activate", ". venv/bin/activate", "source ./venv/bin/activate"])}${any(pen, ["", " && ls", "; cat a.txt", "\necho a", " && ls | sort"])}`,
		1.5,
	),
	bashRow("shell.bash", (pen) => `bash -c ${quoted(text(innerPen(pen)))}`, 3),
	bashRow(
		"shell.bash-options",
		(pen) => `bash ${any(pen, ["-e", "-u", "-x", "-eu", "-euo pipefail", "-o pipefail"])} -c ${quoted(text(innerPen(pen)))}`,
		2,
	),
	bashRow("shell.sh", (pen) => `${any(pen, ["sh", "sh", "dash"])} -c ${quoted(text({ ...innerPen(pen, true), wild: 0 }))}`, 4),
	bashRow("launch.process-substitution", (pen) => `${any(pen, ["cat", "head", "sort", "wc -l"])} <(${program(innerPen(pen))})`, 2),
	out(
		"not-dash",
		(pen) => `${any(pen, ["sh", "dash"])} -c ${quoted(chance(pen, 0.6) ? any(pen, BASHISMS) : text(innerPen({ ...pen, wild: 0.3 })))}`,
		5,
	),
	out(
		"shell-option",
		(pen) =>
			`bash ${any(pen, ["-O dotglob", "-O lastpipe", "-O nocaseglob", "-O nullglob", "-O extglob", "-k", "-o keyword", "-o posix", "+O sourcepath", "-a", "-f", "-s", "-l", "-i", "-O expand_aliases", "-o history -H"])} -c ${quoted(chance(pen, 0.5) ? any(pen, ["ls PATH=.", "cat *v", "cat *env", "echo id | read x; $x", "x=ls; echo id | read x; $x", "x=ls; echo id | x=id; $x", "cat KEY*", "cat ?env", "cat K?Y"]) : text(innerPen(pen)))}`,
		4,
	),
	out(
		"launcher",
		(pen) =>
			`${any(pen, ["env -i", "env -u x", "env PATH=.", "env -C sub", "env -S", "xargs -I {}", "xargs", "command -p", "exec -a id", "exec -a git-init", "exec -l", "exec -c", "exec", "builtin", "time -o OUT", "find . -execdir", "nice -n W", "timeout W", "busybox", "sudo", "coproc", "eval"]).replace("W", () => word(pen))} ${program(pen)}`,
		5,
	),
	out("launcher", (pen) => `${any(pen, ["nice -n", "timeout", "xargs -n", "env -u", "timeout -s"])} ${word(pen)} ${program(pen)}`, 4),
];

const set = (pen: Pen): string => any(pen, ["-e", "-u", "-x", "-ex", "-eu", "-eux", "+e", "+x", "-o pipefail", "-euo pipefail"]);

const NEUTRAL: readonly Form[] = [
	row("neutral.echo", (pen) => `echo ${several(pen, 0, 3, word).join(" ")}`, 6),
	row("neutral.status", (pen) => any(pen, ["true", "false", ":", `: ${word(pen)}`]), 4),
	row("neutral.leave", (pen) => any(pen, ["break", "continue", "exit", "exit 0", "exit 3", "break 2"]), 3),
	bashRow("neutral.pwd", (pen) => any(pen, ["pwd", "pwd -P", "pwd -L"])),
	bashRow("neutral.wait", (pen) => any(pen, ["wait", 'wait "$!"'])),
	row(
		"neutral.printf",
		(pen) => `printf ${any(pen, ["'%s'", "'%s\\n'", "'%d %s'", "%s", "'%5s|%x'", "'%b'"])} ${several(pen, 1, 2, word).join(" ")}`,
		2,
	),
	bashRow("neutral.which", (pen) => any(pen, ["command -v ls", "type ls", "command -V cat"]), 1.8),
	bashRow("neutral.shell", (pen) => any(pen, ["jobs", "umask", "ulimit -a"])),
	bashRow("neutral.set", (pen) => `set ${set(pen)}`, 2),
	bashRow("name.export", (pen) => `export ${any(pen, FREE)}`),
	bashRow("command.arithmetic", (pen) => `((${numbers(pen, 2)}))`),
];

/** One operand of a test. */
const operand = (pen: Pen): string => (chance(pen, 0.6) ? spelled(pen, any(pen, [...FILES, "S", "1", "a"])) : dynamicWord(pen));
const tests: readonly Form[] = [
	row(
		"test.bracket",
		(pen) => `[ ${any(pen, ["", "! "])}${any(pen, ["-n", "-z", "-e", "-f", "-d", "-r", "-s", "-L"])} ${operand(pen)} ]`,
		2,
	),
	row(
		"test.bracket-binary",
		(pen) => `${any(pen, ["[", "["])} ${operand(pen)} ${any(pen, ["=", "!=", "-nt", "-ef"])} ${operand(pen)} ]`,
		2,
	),
	row("test.bracket-binary", (pen) => `test ${any(pen, ["1", "2"])} ${any(pen, ["-eq", "-lt", "-ge"])} ${any(pen, ["1", "2"])}`),
	bashRow("test.double", (pen) => `[[ ${any(pen, ["", "! "])}${any(pen, ["-n", "-z", "-e", "-f", "-d"])} ${operand(pen)} ]]`, 2),
	bashRow(
		"test.double-binary",
		(pen) => `[[ ${operand(pen)} ${any(pen, ["==", "!=", "="])} ${any(pen, ["a*", '"a"', "*.txt", "x"])} ]]`,
		2,
	),
	out("test", (pen) => `[ ${several(pen, 1, 3, word).join(" ")} ]`, 2),
	out("test", (pen) => `${any(pen, ["[ -v", "[ -R", "[ -o", "test -v", "[ -t"])} ${word(pen)}${" ]"}`),
	out("test", (pen) => `[[ ${any(pen, ["-v", "-o"])} ${spelled(pen, any(pen, SHARP))} ]]`),
	out(
		"test",
		(pen) =>
			`[[ ${any(pen, ["$x", "'a[$(id)]'", "x", '"$x"'])} ${any(pen, ["-eq", "-lt", "=~", "=="])} ${any(pen, ["0", "x", "$y", "x*"])} ]]`,
		2,
	),
];

const REDIRECTIONS: readonly Form[] = [
	row("redirect.null", (pen) => any(pen, [">/dev/null", "2>/dev/null", "</dev/null", ">/dev/null 2>&1"]), 4),
	row("redirect.out", (pen) => `> ${target(pen)}`, 3),
	row("redirect.append", (pen) => `>> ${target(pen)}`, 2),
	row("redirect.clobber", (pen) => `>| ${target(pen)}`, 1.8),
	bashRow("redirect.both", (pen) => `${any(pen, ["&>", "&>>"])} ${target(pen)}`, 2),
	bashRow("redirect.word", (pen) => `>& ${target(pen)}`, 1.8),
	row("redirect.in", (pen) => `< ${any(pen, FILES)}`, 3),
	bashRow("redirect.in-out", (pen) => `<> ${target(pen)}`, 1.5),
	row("redirect.duplicate", (pen) => any(pen, ["2>&1", "1>&2", ">&2"]), 2),
	bashRow("redirect.close", (pen) => any(pen, ["2>&-", ">&-", "1>&-"]), 1.8),
	bashRow("redirect.here-string", (pen) => `<<< ${word(pen)}`, 2),
	out("redirection", (pen) => `${any(pen, ["3>", "{x}>", "{PATH}>", "<", ">", "2>>", "<>", ">&", "<&", "&>"])} ${word(pen)}`, 3),
	out(
		"redirection",
		(pen) =>
			any(pen, [
				"0<key",
				"0<&-",
				"<&-",
				"0>out/x",
				"1<key",
				"2<>out/x",
				"1<>key",
				"2>|out/x",
				"2&>out/x",
				"&>|out/x",
				"3>&1 1>&2 2>&3",
				"3<&0",
				"1>&3-",
				"<&0-",
				">&key",
				"1>&key",
				">&1x",
				">&-x",
				"2>&1>out/x",
				">out/x>key",
				"<a.txt<key",
				"10>out/x",
				"{fd}<key",
				"{IFS}<a.txt",
				">/dev/stdout",
				">/dev/stderr",
				"</dev/stdin",
				"</dev/fd/0",
				">/dev/fd/1",
				"</dev/tcp/127.0.0.1/1",
				">/dev/udp/127.0.0.1/1",
				"< <(id)",
				"> >(cat)",
				"<<<'$(id)'",
				'<<<"$(id)"',
				"<<<`id`",
				"<<<{a,b}",
				"<<<*",
				"<<<~",
				"< ~/key",
				"> ~/x",
				"< {key,}",
				"< k*",
				"> $x",
				'> "$x"',
				">''",
				"> nope/x",
			]),
		3,
	),
];

export function redirection(pen: Pen): string {
	return write(pen, REDIRECTIONS);
}

const free = (pen: Pen): string => write(pen, FREE_PREFIXES);
const FREE_PREFIXES: readonly Form[] = [
	row("name.free-prefix", (pen) => any(pen, FREE), 3),
	row("name.locale", (pen) => any(pen, ["LC_ALL=C", "LANG=C.UTF-8", "LC_ALL=POSIX", "LANG=de_DE.UTF-8"])),
	row("name.time-zone", (pen) => any(pen, ["TZ=UTC", "TZ=Europe/Berlin", "TZ=UTC+3"])),
	row("name.fixed-pair", (pen) => any(pen, ["GIT_PAGER=cat", "PAGER=cat"])),
	out("assignment", (pen) => `${name(pen)}=${value(pen)}`, 3),
	out(
		"assignment",
		(pen) =>
			`${any(pen, ["PATH", "HOME", "IFS", "LC_ALL", "LANG", "TZ", "CI", "NODE_ENV", "BASH_ENV", "ENV", "LD_PRELOAD", "GREP_OPTIONS", "PYTHONPATH", "PAGER"])}=${any(pen, ["", ".", "./bin", "/ws/bin", "C", "zh_CN.GBK", "$x", "$(id)", "~", "1", "*", "a b".replace(" ", "\\ ")])}`,
		2,
	),
];

/** Every built-in of bash with options that do something. */
const BUILT_INS = [
	"alias -p",
	"alias x='id'",
	"unalias -a",
	"bg",
	"fg",
	"bind -x '\"a\": id'",
	"builtin cd sub",
	"builtin -- id",
	"caller 0",
	"compgen -A function",
	"compgen -F id a",
	"compgen -C id a",
	"compgen -W '$(id)' a",
	"complete -C id ls",
	"compopt -o nospace",
	"command -p ls",
	"command -pv ls",
	"command -- ls",
	"command",
	"declare -f",
	"declare -F f",
	"declare -A a=([k]=1)",
	"declare -l x=ID",
	"declare -t x",
	"declare +x PATH",
	"declare -xr PATH=.",
	"dirs -v",
	"dirs +1",
	"disown -a",
	"disown -h %1",
	"echo -e 'a\\tb'",
	"echo -n a",
	"echo -E '\\n'",
	"enable -f ./x.so x",
	"enable -a",
	"enable -n [",
	"exec -cl ls",
	"exec > out/x",
	"exec 3<key",
	"exec 2>&1",
	"exit 256",
	"exit -1",
	"exit a",
	"export -f f",
	"export -p",
	"export PATH",
	"fc -l",
	"fc -e id",
	"getopts :a: x -a id",
	"hash -r",
	"hash -d ls",
	"hash -t ls",
	"hash -l",
	"help ls",
	"history -c",
	"history -r key",
	"history -a out/x",
	"history -s id",
	"history -p '!!'",
	"jobs -l",
	"jobs -p",
	"kill -9 %1",
	"kill -s TERM $$",
	"let 'x=1,y=2'",
	"let x++",
	"local x",
	"mapfile -C id -c 1 a < a.txt",
	"mapfile -u 0 a",
	"popd -n",
	"printf %s%n a x",
	"printf '%(%s)T' 0",
	"printf '%*s' 5 a",
	"printf -- '%s' a",
	"printf -v 'a[$(id)]' x",
	"pushd -1",
	"pwd -P -L",
	"pwd -W",
	"read -a a <<< 'x y'",
	"read -e x",
	"read -t 0 x",
	"read -u 0 x < key",
	"read -N 1 x < a.txt",
	"read -p p -s x",
	"readonly -a a",
	"readonly PATH",
	"return 3",
	"set",
	"set -- a",
	"set -",
	"set +o",
	"set -o",
	"set -e -u",
	"set -T",
	"set -E",
	"set -C",
	"set -b",
	"set -m",
	"set -t",
	"set -v",
	"set +u",
	"shift 0",
	"shopt",
	"shopt -p",
	"shopt -u sourcepath",
	"shopt -o -s posix",
	"shopt -s failglob",
	"shopt -s globasciiranges",
	"shopt -s inherit_errexit",
	"shopt -s compat31",
	"shopt -s localvar_inherit",
	"source -p . c",
	"source c",
	". ./c a b",
	"suspend -f",
	"test a = a -a b = b",
	"test -o posix",
	"times -a",
	"trap -p",
	"trap -l",
	"type -a ls",
	"type -t ls",
	"type -f ls",
	"type -p ls",
	"typeset -n x=PATH",
	"ulimit -f 0",
	"ulimit -c",
	"ulimit -Sv 1",
	"umask -S",
	"umask 777",
	"unset -v x",
	"unset -n x",
	"unset 'a[0]'",
	"wait %1",
	"wait -f",
	"wait -n",
	"wait 1 2",
];

/** Built-ins that change what later text means. */
const STATEFUL: readonly Form[] = [
	out(
		"read",
		(pen) =>
			`${chance(pen, 0.4) ? `${any(pen, ["IFS", "IFS", "x", "LC_ALL"])}=${value(pen)} ` : ""}read ${chance(pen, 0.5) ? `-${several(pen, 1, 3, (p) => any(p, [..."rspnedatu"])).join("")} ` : ""}${name(pen)} <<< ${word(pen)}`,
		4,
	),
	out(
		"declaration",
		(pen) =>
			`${any(pen, ["declare", "local", "typeset", "export", "readonly", "declare -g", "declare -p", "export -x", "export -n", "declare -i", "local -n", "readonly -p", "declare -x", "declare -a", "declare -n", "declare -r", "declare -u", "export -p"])} ${name(pen)}${chance(pen, 0.85) ? `=${value(pen)}` : ""}`,
		5,
	),
	out("assignment", (pen) => `${name(pen)}${any(pen, ["=", "=", "+=", "[0]=", "[$x]="])}${value(pen)}`, 3),
	out("array", (pen) => `a=(${sharpWords(pen)})`, 5),
	out("positional", (pen) => `set -- ${sharpWords(pen)}`, 4),
	out("positional", (pen) => any(pen, ["shift", "shift 2", "getopts ab x", "set a b"])),
	out(
		"options",
		(pen) =>
			`set ${any(pen, ["-o posix", "-k", "-oe keyword", "-eo keyword", "-o keyword", "-a", "-f", "-o history -H", "-H", "+o posix", "-B", "+B", "-o noglob", "-p", "-o allexport", "-ko pipefail", "-ou keyword pipefail", "-n", "-h", "-P"])}`,
		4,
	),
	out(
		"options",
		(pen) =>
			`shopt -s ${any(pen, ["dotglob", "lastpipe", "nocaseglob", "extglob", "expand_aliases", "nullglob", "globstar", "xpg_echo", "cdable_vars", "autocd"])}`,
		2,
	),
	out(
		"trap",
		(pen) =>
			`trap ${any(pen, ["f", "'x=id'", "id", "'cd sub'", "ls", '""', "-"])} ${any(pen, ["INT", "EXIT", "USR1", "DEBUG", "ERR", "RETURN", "0"])}`,
		2,
	),
	out("trap", (pen) => any(pen, ["kill -INT $$", "kill -USR1 $$", 'kill -INT "$$"', "kill -s INT $$", "kill 0", "kill -l"]), 2),
	out(
		"eval",
		(pen) =>
			`${any(pen, ["eval", "builtin", "exec", "command", "exec -a git-init", "exec -a id", "builtin eval", "command eval", "."])} ${any(pen, ["id", "ls", "git status", '"$x"', "$x", "'x=id'", "x=id", "./c", word(pen)])}`,
		3,
	),
	out(
		"built-in",
		(pen) =>
			any(pen, [
				"unset x",
				"unset -f f",
				"hash -p ./ls ls",
				"enable -n echo",
				"alias ls=id",
				"printf -v x id",
				"printf 'abcdefghij%n' PATH",
				"mapfile -t a <<< id",
				"readarray a < a.txt",
				"let x=1",
				"let x=08",
				"let 'x=x'",
				"umask 0",
				"wait -n -p x",
				"type -P ls",
				"bind x",
				"caller",
				"disown",
				"suspend",
				"times",
				"ulimit -n 5",
				"logout",
				"fc -s",
				"history",
				"compgen -c",
				"dirs",
				"jobs -x id",
				"unset PATH",
				"unset HOME",
				"test -v x",
				...BUILT_INS,
			]),
		5,
	),
	out(
		"stack",
		(pen) =>
			`${any(pen, ["pushd", "pushd", "popd", "cd -P", "cd -L", "cd --", "cd -e", "pushd -n", "command cd", "builtin cd", "CDPATH=sub cd"])} ${any(pen, [...FOLDERS, "+1", "-0", "+0", "-1", "-", "", '"$x"', "~0", "*", "+2"])}`,
		5,
	),
	out("arithmetic", (pen) => `((${expression(pen, 2)}))`, 3),
	out(
		"history",
		(pen) =>
			any(pen, [
				"set -o history -H\necho ls\n!!:s/ls/id/",
				"set -o history -H\n echo ls\n!!:s/echo/id/\n",
				"set -o history; set -H\nls\n!!:s/ls/id/\n",
				"!!",
				"!ls",
				"^ls^id",
			]),
		0.7,
	),
	out(
		"translation",
		(pen) =>
			`${any(pen, ["TEXTDOMAIN=m", "TEXTDOMAIN=m; TEXTDOMAINDIR=.", "TEXTDOMAIN=m TEXTDOMAINDIR=/ws", "export TEXTDOMAIN=m TEXTDOMAINDIR=."])}\necho $"hello"`,
		0.7,
	),
	out("select", (pen) => any(pen, ["select x in a b; do ls; done", "for x; do ls $x; done", "for ((i=0;i<2;i++)); do ls; done"]), 0.5),
	out("process", (pen) => any(pen, ["coproc ls", "coproc f { id; }", "ls > >(cat)", "cat < <(id)"]), 0.5),
];

/** A statement that binds, declares, or changes how the rest is read. */
export function stateful(pen: Pen): string {
	return write(pen, STATEFUL);
}

/** A plain assignment of the language, which makes the name known. */
export function bind(pen: Pen): string {
	const bound = any(pen, ORDINARY);
	pen.known.add(bound);
	pen.rows.add("name.assign");
	return `${bound}=${value(pen)}`;
}

/** Going somewhere, as the language has it. */
export function goTo(pen: Pen): string {
	return write(pen, PLACES);
}

const PLACES: readonly Form[] = [
	row("place.cd", (pen) => `cd ${any(pen, FOLDERS)}`, 8),
	{ make: (pen) => `cd ${any(pen, ["~", "~/n", "'sub'", '"sub"', "nope", "sub/sub/..", "l", "lnk"])}`, row: "place.cd", weight: 3 },
	out("stack", (pen) => `cd ${any(pen, ["", "-", "-P", '"$x"', "$x", "*", "''", "-- sub", "s*", "+1", "~0", "~+"])}`, 3),
	...STATEFUL.filter(({ outside }) => outside === "stack"),
];

/** A test. */
export function test(pen: Pen): string {
	return write(pen, tests);
}

/** One built-in, launcher or prefix by itself: what is rare in longer texts. */
export function piece(pen: Pen): string {
	return write(pen, PIECES);
}

const PIECES: readonly Form[] = [
	{ make: (pen) => write(pen, NEUTRAL), weight: 2 },
	{ make: (pen) => write(pen, LAUNCHED), weight: 3 },
	{ make: (pen) => `${free(pen)} ${program(pen)}` },
	row(
		"name.fixed-pair",
		(pen) => `${any(pen, ["GIT_PAGER=cat", "PAGER=cat"])} ${any(pen, ["git log", "git status", "git log -n 5"])}`,
		0.3,
	),
	{ make: (pen) => `${program(pen)} ${redirection(pen)}` },
	out("built-in", stateful),
];

const SIMPLE: readonly Form[] = [
	{ make: program, weight: 20 },
	{ make: (pen) => `${program(pen)} ${redirection(pen)}`, weight: 6 },
	{ make: (pen) => `${free(pen)} ${program(pen)}`, weight: 3 },
	{ make: (pen) => write(pen, pen.dash ? NEUTRAL : LAUNCHED), weight: 6 },
	{ make: (pen) => write(pen, NEUTRAL), weight: 8 },
	{ make: (pen) => `${write(pen, NEUTRAL)} ${redirection(pen)}`, weight: 2 },
	{ make: test, weight: 3 },
	{ make: goTo, weight: 3 },
	row("name.assign", (pen) => `${any(pen, ORDINARY)}=${value(pen)}`, 2),
	row("name.assign-several", (pen) => any(pen, ["x=1 y=2", "d=a file=b", "N=5 x=key"]), 0.8),
	row("command.redirections-only", (pen) => redirection(pen), 1),
	bashRow("command.comment", (pen) => `${program(pen)} # id; ls`, 1.2),
	{ make: stateful, weight: 10, outside: "built-in" },
];
