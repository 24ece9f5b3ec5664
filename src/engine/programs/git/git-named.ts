import type { AnalyserFinding } from "../analyser.ts";
import { writtenHere } from "../operand-analysers.ts";
import { changes, named, plain, reads, redirects, runs, writes } from "../option-rows.ts";
import type { CommandForm } from "../program-table.ts";
import { gitConfig } from "./git-config.ts";
import { gitDiffOptions } from "./git-options.ts";

const server = (why: string): CommandForm => named("runs", why);

const shellFilter = (name: string) => ({ ...runs(`${name} <command>`, "runs a shell command for every commit"), is: "shell" }) as const;

/** Commands of git that a rule must name: they run programs, change settings, or rewrite the repository's inner state. */
export const gitNamedForms: Readonly<Record<string, CommandForm>> = {
	config: gitConfig,
	worktree: {
		subcommands: {
			list: {},
			add: named("changes", "makes another working tree", {
				operands: ["write", "data"],
				options: plain("-b <branch>", "-B <branch>", "--reason <text>", "--orphan"),
			}),
			move: named("changes", "moves a working tree", { operands: "move" }),
			remove: named("changes", "deletes a working tree", { operands: "remove" }),
			prune: named("changes", "deletes what git knows of lost working trees", { options: plain("--expire <date>") }),
			lock: named("changes", "locks a working tree", { options: plain("--reason <text>") }),
			unlock: named("changes", "unlocks a working tree"),
			repair: named("changes", "rewrites the links of working trees", { operands: "write" }),
		},
	},
	"filter-branch": named("runs", "runs shell commands for every commit and rewrites history", {
		operands: "data",
		options: [
			...[
				"--setup",
				"--env-filter",
				"--tree-filter",
				"--index-filter",
				"--parent-filter",
				"--msg-filter",
				"--commit-filter",
				"--tag-name-filter",
			].map(shellFilter),
			writes("-d <directory>", "chooses where files are checked out"),
			...plain("--subdirectory-filter <directory>", "--original <namespace>", "--state-branch <branch>"),
		],
	}),
	difftool: named("runs", "starts a diff program", {
		operands: "maybe-read",
		options: [
			{ ...runs("-x --extcmd <command>", "runs the command named", "GTFOBins git"), is: "shell" },
			runs("-t --tool <tool>", "starts the program named"),
			runs("-g --gui", "starts the configured program"),
			redirects("--no-index", "compares any two files on the disk"),
			...gitDiffOptions,
		],
	}),
	mergetool: named("runs", "starts a merge program", {
		operands: "maybe-read",
		options: [runs("-t --tool <tool>", "starts the program named"), ...reads("-O <orderfile>")],
	}),
	hook: named("runs", "runs a hook of the repository", { options: reads("--to-stdin <file>") }),
	"for-each-repo": named("runs", "runs a git command in other repositories", { options: plain("--config <key>") }),
	maintenance: {
		subcommands: {
			run: { options: plain("--task <task>", "--schedule <frequency>") },
			start: named("changes", "installs a job in the machine's scheduler"),
			stop: named("changes", "changes the machine's scheduler"),
			register: named("changes", "changes the user's settings"),
			unregister: named("changes", "changes the user's settings"),
		},
	},
	scalar: named("changes", "changes the settings of user and repository"),
	bugreport: named("runs", "opens the configured editor", {
		analyser: writtenHere,
		options: [writes("-o --output-directory <directory>", "writes a report"), ...plain("-s --suffix <format>")],
	}),
	credential: named("redirects", "shows or stores credentials"),
	"credential-cache": named("redirects", "keeps credentials"),
	"credential-cache--daemon": named("redirects", "keeps credentials"),
	"credential-store": named("redirects", "stores credentials", { options: [writes("--file <file>", "stores credentials in a file")] }),
	daemon: server("serves repositories to the network"),
	instaweb: server("starts a web server and a browser"),
	gitweb: server("is a web server's program"),
	"web--browse": server("starts a web browser"),
	gui: server("starts a graphical program"),
	citool: server("starts a graphical program"),
	gitk: server("starts a graphical program"),
	shell: server("is a login shell"),
	"http-backend": server("serves a repository"),
	cvsserver: server("serves a repository"),
	"upload-pack": server("serves a repository"),
	"receive-pack": server("serves a repository, and runs its hooks"),
	"upload-archive": server("serves a repository"),
	"fsmonitor--daemon": server("starts a process that stays"),
	"merge-index": server("runs a program for every file"),
	"merge-one-file": server("is run by git itself"),
	"sh-setup": server("is shell code"),
	"sh-i18n": server("is shell code"),
	replace: named("changes", "replaces objects by others", {
		operands: "data",
		options: [
			changes("-d --delete", "deletes a replacement"),
			runs("-e --edit", "opens the configured editor"),
			changes("-f --force", "replaces a replacement"),
			changes("-g --graft", "replaces the parents of a commit"),
			...plain("--format <format>", "-l --list"),
		],
	}),
	"update-ref": named("changes", "moves or deletes refs", {
		operands: "data",
		options: [changes("-d", "deletes a ref"), ...plain("-m <reason>")],
	}),
	"symbolic-ref": {
		operands: "data",
		analyser: secondOperand,
		options: [changes("-d --delete", "deletes a ref"), ...plain("-m <reason>")],
	},
	prune: named("changes", "deletes unreachable objects", { options: plain("--expire <date>") }),
	"prune-packed": named("changes", "deletes loose objects"),
	"pack-redundant": { operands: "read" },
	"hash-object": {
		operands: "read",
		options: [
			changes("-w", "stores the object"),
			redirects("--stdin-paths", "reads the files that are named on its input"),
			runs("--filters", "runs the clean filter that an attribute names"),
			...plain("-t <type>", "--path <path>"),
		],
	},
	"fast-import": named("changes", "writes objects and refs, and files that its input names", {
		options: [
			writes("--export-marks <file>", "writes a file"),
			writes("--export-pack-edges <file>", "writes a file"),
			...reads("--import-marks <file>", "--import-marks-if-exists <file>"),
		],
	}),
	"read-tree": named("changes", "rewrites the index or the working tree", {
		operands: "data",
		options: [
			writes("--index-output <file>", "writes the index to another file"),
			...plain("--prefix <prefix>"),
			...reads("--exclude-per-directory <name>"),
		],
	}),
	"update-index": {
		operands: "maybe-read",
		options: [
			changes("--fsmonitor", "turns the file system monitor on"),
			changes("--cacheinfo <entry>", "puts any object that was ever stored into the index, from where it can be checked out"),
			changes("--index-info", "puts any object that was ever stored into the index, from where it can be checked out"),
			...plain("--chmod <mode>", "--index-version <number>"),
		],
	},
	"checkout-index": {
		operands: "guarded",
		recursive: ["--all", "--stdin"],
		followsLinks: [],
		options: [
			writes("--prefix <prefix>", "writes the files below another place"),
			changes("-a --all", "writes every file that the index holds"),
			changes("--stdin", "writes the files that the input names"),
			...plain("--stage <stage>"),
		],
	},
	"commit-tree": { operands: "data", options: [...reads("-F <file>"), ...plain("-p <parent>", "-m <text>", "-S --gpg-sign [key]")] },
	"write-tree": { options: plain("--prefix <prefix>") },
	mktree: {},
	mktag: {},
	"merge-file": {
		operands: ["write", "read"],
		options: [
			{ names: ["-p", "--stdout"], operandsBecome: "read" },
			...plain("-L <name>", "--marker-size <number>", "--diff-algorithm <name>"),
		],
	},
	"unpack-file": { operands: "data", analyser: writtenHere, recursive: true, readsStored: true },
	"unpack-objects": {},
	"index-pack": {
		operands: "read",
		options: [writes("-o <file>", "writes an index file"), writes("--rev-index-file <file>", "writes an index file")],
	},
	"pack-objects": {
		operands: "write",
		options: plain(
			"--window <number>",
			"--depth <number>",
			"--threads <number>",
			"--filter <specification>",
			"--keep-pack <name>",
			"--missing <action>",
			"--compression <level>",
		),
	},
	"multi-pack-index": { operands: "data", options: [redirects("--object-dir <directory>", "works on another object store")] },
	"commit-graph": { operands: "data", options: [redirects("--object-dir <directory>", "works on another object store")] },
	"update-server-info": {},
	"interpret-trailers": {
		operands: "read",
		options: [
			{ names: ["--in-place"], operandsBecome: "write", why: "rewrites the files" },
			...plain("--trailer <trailer>", "--where <placement>", "--if-exists <action>", "--if-missing <action>"),
		],
	},
	mailinfo: { operands: "write", options: plain("--encoding <name>") },
	mailsplit: { operands: "read", options: [writes("-o <directory>", "writes the mails into a directory")] },
};

/** For commands that show with one operand and set with two: `git symbolic-ref HEAD refs/heads/main`, `npm config`-like forms. */
function secondOperand(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	const second = operands[1];
	if (second === undefined) return [];
	return [
		{ kind: "hazard", hazard: "changes", segment: second ?? "", why: "with a second operand the command sets what it otherwise shows" },
	];
}
