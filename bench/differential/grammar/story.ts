import { any, chance, type Form, out, type Pen, several, write } from "./pen.ts";
import { expression, sharpWords } from "./words.ts";

/**
 * A short text about one name: it is bound, something may or may not change it, and it is used. Every way to bind meets every way around
 * it and every use, which a longer text by chance would seldom do.
 */
export function story(pen: Pen): string {
	return write(pen, STORIES);
}

const STORIES: readonly Form[] = [
	out("program-word", programStory, 4),
	out("assignment", pathStory, 2),
	out("arithmetic", numberStory, 3),
	out("array", wordsStory, 3),
	out("options", optionStory, 2),
	out("function", functionStory, 1.5),
	out("assignment", prefixStory, 1.5),
	out("history", historyStory, 0.7),
	out("translation", translationStory, 0.7),
	out("stack", stackStory, 2),
];

const between = (pen: Pen): string => any(pen, ["; ", "; ", "\n"]);

/** What is bound to a name, one way or another. */
function binding(pen: Pen, name: string, value: string): string {
	if (chance(pen, 0.5)) return `${name}=${value}`;
	return any(pen, [
		`${any(pen, ["declare", "local", "typeset", "export", "readonly"])} ${any(pen, ["", "", "-g ", "-p ", "-x ", "-n ", "-i ", "-r ", "-f ", "-a ", "-u "])}${name}=${value}`,
		`${any(pen, ["declare", "local", "typeset", "export", "readonly"])} ${any(pen, ["", "", "-g ", "-p ", "-x ", "-n ", "-i ", "-r ", "-f ", "-a ", "-u "])}${name}=${value}`,
		`read ${name} <<< ${value}`,
		`read -${several(pen, 1, 2, (each) => any(each, [..."rspnedtu"])).join("")} ${name} <<< ${value}`,
		`read -${several(pen, 1, 2, (each) => any(each, [..."rspn"])).join("")} ${any(pen, ["1", "y", "x"])} ${name} <<< ${value}`,
		`printf -v ${name} ${value}`,
		`mapfile -t ${name} <<< ${value}`,
		`for ${name} in ${value}; do :; done`,
		`: \${${name}:=${value}}`,
		`echo ${value} | read ${name}`,
		`eval ${name}=${value}`,
		`unset ${name}`,
		`: {${name}}>/dev/null`,
		`getopts a ${name}`,
	]);
}

/** A list of statements that is not run from its first to its last one, or not here. */
function around(pen: Pen, first: string, second: string): string {
	const leave = any(pen, ["break", "break", "continue", "return", "return", "exit", "false", "break 2", "return 1"]);
	const signal = any(pen, ["INT", "USR1"]);
	if (chance(pen, 0.4))
		return any(pen, [
			`while :; do ${first}; ${leave}; ${second}; done`,
			`for i in 1 2; do ${first}; ${leave}; ${second}; done`,
			`until false; do ${first}; ${leave}; ${second}; done`,
			`while ${first}; ${leave}; do ${second}; done`,
			`f(){ ${first}; ${leave}; ${second}; }; f`,
			`f(){ if true; then ${first}; ${leave}; fi; ${second}; }; f`,
		]);
	return any(pen, [
		`${first}; ${second}`,
		`${first}; ${second}`,
		`f(){ ${first}; }; f; ${second}`,
		`f(){ ${second}; }; ${first}`,
		`f(){ ${second}; }; ${first}; f`,
		`(${second}); ${first}`,
		`${first}; (${second})`,
		`${first}; ${second} &`,
		`${first}; ${second} | :`,
		`${first}; false && ${second}`,
		`${first}; true || ${second}`,
		`if ${leave}; then ${first}; else ${second}; fi`,
		`case a in a) ${first};; *) ${second};; esac`,
		`${first}; ! ${second}`,
		`f(){ ${first}; }; trap f ${chance(pen, 0.7) ? signal : any(pen, ["EXIT", "DEBUG", "ERR", "RETURN"])}; ${second}; kill -${signal} $$`,
		`trap '${first.replaceAll("'", "")}' ${chance(pen, 0.7) ? signal : "DEBUG"}; ${second}; kill -${signal} $$`,
		`eval '${first.replaceAll("'", "")}'; ${second}`,
	]);
}

/** The name becomes the program. */
function programStory(pen: Pen): string {
	const values = chance(pen, 0.7) ? ["id", "ls"] : ["ls", "id"];
	const [first = "", second = ""] = values;
	const start = chance(pen, 0.6) ? `x=${any(pen, ["ls", "ls", "id"])}${between(pen)}` : "";
	return `${start}${around(pen, binding(pen, "x", first), binding(pen, "x", second))}${between(pen)}${any(pen, ["$x", "$x", '"$x"', "$x a.txt", "command $x", "nice $x"])}`;
}

/** The name is where programs, files or words are looked for. */
function pathStory(pen: Pen): string {
	const name = any(pen, ["PATH", "PATH", "HOME", "IFS", "CDPATH", "PWD", "GLOBIGNORE", "BASH_ENV", "LC_ALL", "OLDPWD"]);
	const value = any(pen, ["./bin", ".", "0", "10", "sub", "/ws/bin", "/outside"]);
	const bound = chance(pen, 0.6) ? binding(pen, name, value) : around(pen, binding(pen, name, value), ":");
	return `${bound}${between(pen)}${any(pen, ["ls", "ls", "cd sub; cat key", "cat ~/key", "cd; cat key", "cat $PWD/key", "bash -c ls", "cat *"])}`;
}

/** The name is a number, or the text of an expression. */
function numberStory(pen: Pen): string {
	const poison = "'a[$(id)]'";
	const bound = any(pen, [
		`x=${poison}`,
		`readonly x=${poison}`,
		`declare -r x=${poison}`,
		`f(){ echo $((${expression(pen, 1)})); }; f ${poison}`,
		`set -- ${poison}`,
		`declare -i x; x=${poison}`,
		`y=${poison}; x=y`,
		`a=(${poison})`,
	]);
	const change = any(pen, [
		"",
		"",
		`((${expression(pen, 2)}))`,
		"x=1",
		"((x=1))",
		"((x=1/0))",
		"let x=08",
		"let x=1",
		": $((x=1))",
		"false && x=1",
		"(x=1)",
		"x=1 :",
		"[ $x ] && x=1",
		"unset x",
	]);
	const used = any(pen, [
		"echo $((x))",
		"echo $((x))",
		`echo $((${expression(pen, 2)}))`,
		"((x))",
		"[[ x -eq 1 ]]",
		"[[ $x -eq 1 ]]",
		"echo ${a[x]}",
		"let y=x",
		"echo $[x]",
		"[ -v x ]",
		"echo ${x:x}",
		"a[x]=1",
		"echo $(($1))",
	]);
	return [bound, change, used].filter((each) => each !== "").join(between(pen));
}

/** Words that become one word, several, or none. */
function wordsStory(pen: Pen): string {
	const given = sharpWords(pen);
	const [bound, used] = any(pen, [
		[`a=(${given})`, '"${a[@]}"'],
		[`a=(${given})`, "${a[@]}"],
		[`set -- ${given}`, '"$@"'],
		[`set -- ${given}`, "$@"],
		[`set -- ${given}`, '"${@:1}"'],
		[`x='${given.replaceAll("'", "")}'`, "$x"],
		[`x='${given.replaceAll("'", "")}'`, '"$x"'],
		["", `$(echo ${given})`],
		["", `$(printf %s "${given.replaceAll(/["$]/g, "")}")`],
		["", "[ak]*"],
		["", "a*"],
	] as const);
	const use = any(pen, [
		"nice -n @ ls",
		"sort -k @ a.txt",
		"git log -n @",
		"grep @",
		"[ @ ]",
		"test @",
		"head -n @ a.txt",
		"uniq -f @",
		"timeout @ ls",
		"[ -n @ ]",
		"grep -v @",
		"uniq @",
		"env @ ls",
		"printf %s @",
		"xargs -n @ ls",
		"ls @",
		"sort @",
		"touch -d @",
		"mkdir -m @",
		"cat @",
	]);
	return `${bound}${bound === "" ? "" : between(pen)}${use.replace("@", () => used)}`;
}

const OPTIONS = [
	"posix",
	"keyword",
	"history",
	"histexpand",
	"allexport",
	"noglob",
	"braceexpand",
	"physical",
	"privileged",
	"pipefail",
	"errexit",
	"nounset",
	"xtrace",
	"verbose",
	"monitor",
	"noclobber",
	"noexec",
	"onecmd",
	"errtrace",
	"functrace",
	"hashall",
	"ignoreeof",
	"interactive-comments",
	"nolog",
	"notify",
	"emacs",
	"vi",
];

/** Options of \`shopt\` that change what a text means. */
const SHOPTS =
	"dotglob lastpipe nocaseglob extglob nullglob globstar nocasematch failglob expand_aliases autocd cdable_vars cdspell dirspell xpg_echo sourcepath extquote promptvars execfail compat31 compat44 globskipdots assoc_expand_once patsub_replacement varredir_close inherit_errexit localvar_unset progcomp checkhash checkjobs huponexit shift_verbose".split(
		" ",
	);

/** An option of the shell, and a text that it changes. */
function optionStory(pen: Pen): string {
	const option = any(pen, OPTIONS);
	const letters = any(pen, ["o", "o", "eo", "oe", "uo", "ou", "xo", "k", "a", "f", "H", "B", "P", "oeu"]);
	const affected = any(pen, [
		"ls PATH=./bin",
		"ls PATH=.",
		"eval id",
		"x=ls; export x; $x",
		"ls\n!!:s/ls/id/",
		"echo ls\n!!:s/echo/id/",
		"cat *v",
		"cd l; cd ..; cat key",
		"x=ls; echo id | read x; $x",
		"cat K*",
		"echo {a,b}",
	]);
	return any(pen, [
		`set -${letters} ${option}${between(pen)}${affected}`,
		`set -o ${option}${between(pen)}${affected}`,
		`set -o ${option} -${any(pen, ["H", "k", "e"])}\n${affected}`,
		`bash -${letters} ${option} -c '${affected}'`,
		`bash -o ${option} -c '${affected}'`,
		`bash -${any(pen, ["k", "a", "H", "p", "r", "s", "i"])} -c '${affected}'`,
		`bash -O ${any(pen, SHOPTS)} -c '${affected}'`,
		`shopt -${any(pen, ["s", "so", "os"])} ${any(pen, [option, any(pen, SHOPTS)])}${between(pen)}${affected}`,
	]);
}

/** A function with the name of something else. */
function functionStory(pen: Pen): string {
	const name = any(pen, ["eval", "set", "export", "unset", "exec", ".", "ls", "cd", "echo", "command", "builtin", "trap", ":", "readonly"]);
	const body = any(pen, [":", "id", "ls", "cd sub", "return", "x=id"]);
	const set = any(pen, ["set -o posix", "set -o posix", "POSIXLY_CORRECT=1", `unset -f ${name}`, ":", "command set -o posix"]);
	return `${name}(){ ${body}; }${between(pen)}${set}${between(pen)}${name} ${any(pen, ["id", "id", "ls", "sub", "x=id", "-- S key", ""])}${chance(pen, 0.4) ? `${between(pen)}${any(pen, ["cat key", "$x", "ls"])}` : ""}`;
}

/** A value that runs something, before a command that hardly anybody takes for one. */
function prefixStory(pen: Pen): string {
	const name = any(pen, ["IFS", "IFS", "x", "CI", "LC_ALL", "TZ", "HOME", "PWD"]);
	const value = any(pen, ["$(id)", "$(id)", "`id`", '"$(id)"', "${x:=$(id)}", "$((a[$(id)]))", "x$(id)", "<(id)"]);
	const command = any(pen, [
		"read x <<< y",
		"read -r x <<< y",
		"read x",
		":",
		"export x",
		"cd sub",
		"set -e",
		"echo a",
		"ls",
		"true",
		"[ a ]",
		"wait",
		"while read x; do break; done <<< a",
		"unset x",
		"printf a",
	]);
	return `${name}${any(pen, ["=", "=", "+="])}${value} ${command}`;
}

/** A line that the shell puts together from earlier ones. */
function historyStory(pen: Pen): string {
	const on = any(pen, [
		"set -o history -H",
		"set -o history\nset -H",
		"set -H -o history",
		"set -o history -o histexpand",
		"set -o histexpand -o history",
	]);
	const first = `${any(pen, ["echo", ":", "ls", "cat"])} ${any(pen, ["ls", "# ; id", "'; id'", "a #; id", "key", "x"])}`;
	const again = any(pen, ["!!", "!!:s/#/x/", "!!:s/ls/id/", "!!:1", "!$", "!:0", "!!:gs/'/ /", "!echo", "!-1:s/#/x/", "^#^x"]);
	return `${on}\n${first}\n${any(pen, ["", "echo ", "echo ", ": ", "ls "])}${again}`;
}

/** A string that is looked up in a file of the workspace and then expanded. */
function translationStory(pen: Pen): string {
	const bound = [
		...(chance(pen, 0.7)
			? [binding(pen, any(pen, ["LC_ALL", "LC_ALL", "LANG", "LC_MESSAGES"]), any(pen, ["C.UTF-8", "C.UTF-8", "C", "en_US.UTF-8"]))]
			: []),
		binding(pen, "TEXTDOMAIN", "m"),
		binding(pen, "TEXTDOMAINDIR", any(pen, [".", "/ws", "./"])),
	];
	return `${bound.join(any(pen, ["\n", "\n", "; "]))}\n${any(pen, ["echo", "ls", ":", "x="])} $"hello"`;
}

/** Two or three moves, then a look. */
function stackStory(pen: Pen): string {
	const move = (each: Pen): string =>
		any(each, [
			"pushd sub",
			"pushd sub",
			"pushd +1",
			"pushd -0",
			"pushd",
			"popd",
			"popd +0",
			"cd -",
			"cd ..",
			"cd l",
			"cd sub",
			"cd nope",
			"pushd nope",
			"pushd -n sub",
			"cd ~-",
			"cd -P l",
			"dirs -c",
			"pushd +0",
			"cd sub/sub",
		]);
	const moves = several(pen, 1, 3, move);
	return `${moves.join(any(pen, ["; ", " && ", "\n", " || "]))}${any(pen, ["; ", " && "])}${any(pen, ["cat key", "cat key", "cat ../key", "rm -f a.txt", "cat sub/key", "echo a > x", "cat ~-/key", "cat ~1/key"])}`;
}
