import { everywhere, loads, plain, redirects, runs, withRole } from "../option-rows.ts";
import type { ProgramTable } from "../program-table.ts";
import { gitNamedForms } from "./git-named.ts";
import { gitNetworkForms } from "./git-network.ts";
import { gitReadForms } from "./git-read.ts";
import { gitWorkForms } from "./git-work.ts";

/** Settings that only change what git prints, or that switch a program off. */
const DISPLAY_SETTINGS = [
	"color.*",
	"advice.*",
	"column.*",
	"core.pager=cat",
	"core.pager=",
	"core.quotepath=*",
	"core.quotePath=*",
	"core.abbrev=*",
	"core.fsmonitor=false",
	"core.fsmonitor=",
	"core.untrackedCache=*",
	"diff.noprefix=*",
	"diff.mnemonicPrefix=*",
	"diff.renames=*",
	"diff.external=",
	"log.date=*",
	"log.decorate=*",
	"log.showSignature=false",
	"status.short=*",
	"status.showUntrackedFiles=*",
	"gc.auto=0",
];

/** SECURITY: git turns `git log --help` into `git help log`, which starts what man.viewer names ([finding-13-formats]). */
const HELP = runs("--help", "shows the manual with the program that the settings name");

const subcommands = everywhere([HELP], { ...gitReadForms, ...gitWorkForms, ...gitNetworkForms, ...gitNamedForms });

/** git: history and working tree. An unknown subcommand may be an alias or a program named git-<name>. */
export const git: ProgramTable = {
	names: ["git"],
	closed: true,
	options: [
		...withRole("cwd", ["-C <directory>"]),
		{
			...loads(
				"-c <setting>",
				"settings of git name programs that it runs (core.pager, diff.external, core.sshCommand, alias …)",
				"openai/codex#27041",
			),
			except: DISPLAY_SETTINGS,
		},
		loads("--config-env <setting>", "takes a setting of git from the environment"),
		loads("--exec-path [directory]", "takes git's own programs from another directory"),
		redirects("--git-dir <directory>", "works on another repository, whose settings name programs", "openai/codex#27041"),
		redirects("--work-tree <directory>", "works on another working tree"),
		redirects("--namespace <name>", "works on another set of refs"),
		redirects("--bare", "takes the working directory for a repository, with settings that name programs", "CVE-2022-24765"),
		redirects("--super-prefix <path>", "works as if from another place"),
		runs("-p --paginate", "starts the pager that the settings name", "openai/codex#18694"),
		redirects("--icase-pathspecs", "makes every spelling of a file name fit, those of blocked files too"),
		...plain("--attr-source <tree>", "--list-cmds <groups>", "-P --no-pager", "-v --version", "-h"),
		HELP,
	],
	subcommands,
};

/** The table of `git-<name>`, a program of its own in git's directory; `undefined` when git has no such command. */
export function gitProgram(program: string): ProgramTable | undefined {
	return GIT_PROGRAMS.get(program);
}

const GIT_PROGRAMS: ReadonlyMap<string, ProgramTable> = new Map(Object.keys(subcommands).map((name) => [`git-${name}`, ownProgram(name)]));

function ownProgram(name: string): ProgramTable {
	return {
		names: [`git-${name}`],
		style: "none",
		operands: "data",
		analyser: (words) => [{ kind: "command", words: ["git", name, ...words], appends: false }],
		analysesWords: true,
	};
}
