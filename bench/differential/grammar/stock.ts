/** The names, paths and values that texts are made of: few, so that what one part of a text does meets what another uses. */

/** Names that a text may bind. */
export const ORDINARY = ["x", "y", "x", "d", "file", "N"];
/** Names that change what runs, where, or how text is read. */
export const DANGEROUS =
	"PATH IFS HOME PWD OLDPWD CDPATH ENV BASH_ENV PS4 PROMPT_COMMAND GLOBIGNORE SHELLOPTS BASHOPTS TEXTDOMAIN TEXTDOMAINDIR OPTIND _ REPLY LD_PRELOAD GIT_PAGER POSIXLY_CORRECT LC_ALL EXECIGNORE".split(
		" ",
	);
/** Names that programs may see, with values. */
export const FREE = [
	"CI=1",
	"NODE_ENV=test",
	"NO_COLOR=1",
	"FORCE_COLOR=0",
	"DEBUG=a",
	"RUST_BACKTRACE=1",
	"TERM=dumb",
	"COLUMNS=80",
	"CGO_ENABLED=0",
	"PYTHONUNBUFFERED=1",
];

/** Files and folders of the fixture, most of them readable. */
export const FILES = ["a.txt", "b.txt", "c", "sub/a.txt", "sub/sub/a.txt", "src/index.ts", "./a.txt", "build/a.txt", "nope"];
export const SECRETS = [
	"key",
	".env",
	"sub/key",
	"./key",
	"/ws/key",
	"../ws/key",
	"sub/../key",
	"l/key",
	"sub/sub/key",
	"/outside/secret",
	"lnk/secret",
	"dd/l/secret",
	"~root/x",
];
export const FOLDERS = ["sub", "src", "build", ".", "sub/sub", "./sub", "nope", "..", "l", "/ws/sub", "/ws", "out", "../ws"];
export const TARGETS = ["out/x", "out/y", "./out/x", "build/x", "sub/x", "x", "OUT", "/tmp/x", "/outside/x", "/ws/out/z", "key", "~/x"];

/** Data, numbers, options. */
export const DATA = ["S", "5", "1", "foo", "a", "b", "x", "0", "2", "hello"];
export const OPTIONS = ["-n", "-v", "-r", "-l", "-la", "-c", "-k", "-o", "-f", "--", "-", "-a", "-e", "-i", "-u"];
/** Values that are harmless where they are data and not where they are read as something else. */
export const SHARP = [
	"a[$(id)]",
	"id",
	"5 id",
	"S key",
	"1 -o OUT",
	"-v a[$(id)]",
	"5 --output=/tmp/x",
	"-oOUT",
	"./bin",
	".",
	"ls",
	"a key",
	"key",
	"keyword",
	"f",
	"/ws/bin",
];

/** Programs that some policy allows, with the words they are usually given: F a file, D a folder, W any word, T a target. */
export const READING = [
	"cat F",
	"cat F F",
	"cat W",
	"ls",
	"ls D",
	"ls W",
	"ls -la",
	"head -n W F",
	"head F",
	"tail -n 1 F",
	"wc -l F",
	"grep W F",
	"grep W",
	"grep -n W F F",
	"grep -v W",
	"grep -e W F",
	"grep -m W S F",
	"sort F",
	"sort -k W F",
	"sort W",
	"uniq F",
	"uniq -f W F",
	"cut -c 1 F",
	"nl F",
	"tr a W",
	"diff F F",
	"echo W",
	"echo W W",
	"find D -name W",
];
export const GIT = ["git log", "git log -n W", "git log -n 5 W", "git status", "git log --oneline W", "git log -p W"];
export const WRITING = [
	"touch T",
	"mkdir -p T",
	"rm -f T",
	"rm -rf W",
	"cp F T",
	"mv T T",
	"tee T",
	"touch W",
	"cp W T",
	"mkdir -m W T",
	"touch -d W T",
	"sort -o T F",
	"uniq F T",
];
export const MAKING = ["cp -r dd out/m", "ln -s /outside out/m", "mv build/a.txt out/m", "cp -r build out/m", "cp -r src out/n"];
/** Programs that no policy allows. */
export const FORBIDDEN = ["id", "curl x", "evil", "python3 -c x", "git push", "sudo ls", "kill 1", "make"];

/** Programs and an option that the next word is glued to: a letter with a value, letters in a row, a long one, its name. */
export const GLUED: readonly string[] = (
	"head -n|head -c|head -|head --|head --lines=|head -q -n|tail -n|tail -|tail --|sort -k|sort -t|sort -o|sort -T|sort -|sort --|sort --key=|sort --output=|sort --files0-from=|" +
	"grep -e|grep -m|grep -f|grep -|grep -r|grep --|grep --file=|grep -A1 -|cut -d|cut -f1 -d|cut -|uniq -f|uniq -|nl -b|nl -|wc -|wc --|wc --files0-from=|ls -|ls --|ls --color=|ls -I|" +
	"cat -|cat --|tr -|diff -U|diff -|diff --from-file=|find sub -|find sub -name|find -|touch -d|touch -|cp -|cp -t|cp --|mv -t|mv -|tee -|rm -|mkdir -m|mkdir -|git log -|git log --|git log --format=|git status -|" +
	"sed -n|sed -e|sed -|awk -F|awk -v|awk -|env -|env -u|nice -n|timeout -s|stdbuf -o|xargs -n|xargs -0"
).split("|");
