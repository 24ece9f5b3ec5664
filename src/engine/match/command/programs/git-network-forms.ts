import type { CommandForm, OptionRow } from "../program-table.ts";
import { gitFetchOptions, gitUploadPack } from "./git-fetch-options.ts";
import { changes, loads, named, plain, reads, redirects, runs, withRole, writes } from "./option-rows.ts";

/** Commands of git that talk to another repository. */
export const gitNetworkForms: Readonly<Record<string, CommandForm>> = {
	fetch: { operands: "data", analyser: "git-fetch", options: gitFetchOptions },
	pull: {
		operands: "data",
		analyser: "git-fetch",
		options: [
			...gitFetchOptions,
			{
				...runs("-s --strategy <name>", "an unknown strategy is the program git-merge-<name>"),
				except: ["ort", "recursive", "resolve", "octopus", "ours", "subtree"],
			},
			runs("-e --edit", "opens the configured editor"),
			{ ...runs("-r --rebase [mode]", "opens the configured sequence editor"), unless: "true|false|merges" },
			...plain("-X --strategy-option <option>", "--cleanup <mode>", "-S --gpg-sign [key]", "--log [number]", "--no-edit"),
		],
	},
	push: {
		operands: "data",
		analyser: "git-push",
		options: [
			runs("--receive-pack --exec <program>", "names the program that receives; for a local repository it runs here", "GTFOBins git"),
			redirects("--repo <repository>", "pushes to another repository"),
			{
				...redirects("--recurse-submodules <mode>", "also pushes the submodules' repositories"),
				except: ["no", "check"],
			},
			changes("-f --force", "overwrites remote history"),
			changes("--force-with-lease [ref]", "overwrites remote history"),
			changes("-d --delete", "deletes remote branches"),
			changes("--mirror", "makes the remote equal to this repository, deleting what is not here"),
			changes("--prune", "deletes remote branches"),
			...plain(
				"-o --push-option <option>",
				"--signed [mode]",
				"--force-if-includes",
				"-u --set-upstream",
				"-n --dry-run",
				"-q --quiet",
				"-v --verbose",
				"--tags",
				"--follow-tags",
				"--all --branches",
				"--no-verify",
				"--porcelain",
				"--progress",
			),
		],
	},
	"ls-remote": {
		operands: "data",
		analyser: "git-remote",
		options: [
			{ ...gitUploadPack, names: ["--upload-pack", "--exec"] },
			...plain("--sort <key>", "-o --server-option <option>", "--exit-code", "-h --heads --branches", "-t --tags", "-q --quiet"),
		],
	},
	clone: named("redirects", "brings another repository, with its files and settings, onto this machine", {
		operands: ["data", "write"],
		analyser: "git-clone",
		options: [
			{ ...gitUploadPack, names: ["-u", "--upload-pack"] },
			loads("-c --config <setting>", "settings of git name programs that it runs", "GTFOBins git"),
			loads("--template <directory>", "copies hooks into the new repository"),
			redirects("--reference <repository>", "borrows objects from another repository"),
			redirects("--reference-if-able <repository>", "borrows objects from another repository"),
			writes("--separate-git-dir <directory>", "puts the repository in another place"),
			redirects("--recurse-submodules --recursive [paths]", "also clones what .gitmodules names", "CVE-2024-32002"),
			redirects("--remote-submodules", "also clones what .gitmodules names"),
			redirects("--bundle-uri <uri>", "fetches from another address first"),
			...plain(
				"-j --jobs <number>",
				"-o --origin <name>",
				"-b --branch <name>",
				"--revision <revision>",
				"--depth <number>",
				"--shallow-since <date>",
				"--shallow-exclude <ref>",
				"--server-option <option>",
				"--filter <specification>",
				"--ref-format <name>",
				"--reject-shallow",
				"--shared",
				"--single-branch",
			),
		],
	}),
	remote: {
		operands: "data",
		subcommands: {
			show: { operands: "data" },
			"get-url": { operands: "data" },
			add: remoteChange("adds a repository to talk to", plain("-t <branch>", "-m <branch>", "--mirror [mode]")),
			"set-url": remoteChange("changes the repository that is talked to"),
			rename: remoteChange("changes the settings of a remote"),
			remove: remoteChange("deletes a remote and its branches"),
			rm: { ...remoteChange("deletes a remote and its branches"), aliasOf: "remote remove" },
			"set-head": remoteChange("changes the settings of a remote"),
			"set-branches": remoteChange("changes the settings of a remote"),
			prune: remoteChange("deletes remote-tracking branches"),
			update: remoteChange("fetches from every remote"),
		},
	},
	submodule: {
		operands: "data",
		subcommands: {
			status: { operands: "maybe-read" },
			summary: { operands: "maybe-read", options: plain("-n --summary-limit <number>") },
			add: named("redirects", "adds and clones another repository", {
				operands: "data",
				analyser: "git-urls",
				options: [
					redirects("--reference <repository>", "borrows objects from another repository"),
					...plain("-b --branch <name>", "--name <name>", "--depth <number>"),
				],
			}),
			init: named("redirects", "takes addresses from .gitmodules into the settings", { operands: "maybe-read" }),
			update: named("redirects", "clones what .gitmodules names, and runs its `update` command", {
				operands: "maybe-read",
				options: [
					redirects("--reference <repository>", "borrows objects from another repository"),
					...plain("--depth <number>", "-j --jobs <number>", "--filter <specification>"),
				],
			}),
			deinit: named("changes", "removes the working tree of a submodule", { operands: "maybe-read" }),
			"set-url": named("redirects", "changes the address of a submodule"),
			"set-branch": named("changes", "changes the settings of a submodule", { options: plain("-b --branch <name>") }),
			sync: named("redirects", "takes addresses from .gitmodules into the settings"),
			absorbgitdirs: named("changes", "moves the repositories of submodules"),
			foreach: named("runs", "runs a shell command in every submodule", { style: "posix", launcher: { needsRule: "runs" } }),
		},
	},
	"fetch-pack": named("redirects", "talks to a repository without the settings of a remote", {
		operands: "data",
		analyser: "git-urls",
		options: [
			{ ...gitUploadPack, names: ["--upload-pack", "--exec"] },
			...plain("--depth <number>", "--shallow-since <date>", "--shallow-exclude <ref>"),
		],
	}),
	"send-pack": named("redirects", "pushes without the settings of a remote", {
		operands: "data",
		analyser: "git-push",
		options: [
			runs("--receive-pack --exec <program>", "names the program that receives; for a local repository it runs here"),
			redirects("--remote <name>", "pushes to another repository"),
		],
	}),
	"request-pull": { operands: "data", analyser: "git-urls", options: plain("-p") },
	"send-email": named("redirects", "sends mail", {
		operands: "read",
		options: [
			runs("--sendmail-cmd <command>", "runs the command named"),
			{ ...runs("--to-cmd <command>", "runs the command named"), is: "shell" },
			{ ...runs("--cc-cmd <command>", "runs the command named"), is: "shell" },
			{ ...runs("--header-cmd <command>", "runs the command named"), is: "shell" },
			redirects("--smtp-server <host-or-program>", "an absolute path is run as a program"),
			redirects("--smtp-user <user>", "chooses the credential"),
			redirects("--smtp-pass [password]", "chooses the credential"),
			runs("--compose", "opens the configured editor"),
			runs("--annotate", "opens the configured editor"),
			...plain(
				"--to <address>",
				"--cc <address>",
				"--bcc <address>",
				"--from <address>",
				"--subject <text>",
				"--in-reply-to <id>",
				"--confirm <mode>",
			),
		],
	}),
	"imap-send": named("redirects", "sends mail to an IMAP folder", { options: plain("-f --folder <folder>") }),
	bundle: {
		subcommands: {
			create: { operands: ["write", "data"], recursive: true, options: plain("--version <number>") },
			verify: { operands: "read" },
			"list-heads": { operands: ["read", "data"] },
			unbundle: { operands: ["read", "data"] },
		},
	},
	svn: named("redirects", "talks to a Subversion repository"),
	p4: named("redirects", "talks to a Perforce repository"),
	cvsimport: named("runs", "runs cvs and cvsps"),
	cvsexportcommit: named("runs", "runs cvs"),
	archimport: named("runs", "runs tla"),
	quiltimport: named("changes", "writes whatever files the patches name", {
		options: withRole("read", ["--patches <directory>", "--series <file>"]),
	}),
	"fast-export": {
		operands: "data",
		recursive: true,
		options: [
			writes("--export-marks <file>", "writes a file of marks"),
			...reads("--import-marks <file>", "--import-marks-if-exists <file>"),
			...plain(
				"--progress <number>",
				"--signed-tags <mode>",
				"--signed-commits <mode>",
				"--tag-of-filtered-object <mode>",
				"--reencode <mode>",
				"--refspec <refspec>",
				"--anonymize-map <map>",
			),
		],
	},
};

function remoteChange(why: string, options: readonly OptionRow[] = []): CommandForm {
	return named("redirects", why, { operands: "data", analyser: "git-urls", options });
}
