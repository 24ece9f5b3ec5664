import { type AnalyserFinding, access, undecided } from "../analyser.ts";
import { changes, loads, named, plain, reads, redirects, runs, withRole, writes } from "../option-rows.ts";
import type { CommandForm, OptionRow } from "../program-table.ts";

/** The option that names the program which serves the other repository. */
const gitUploadPack: OptionRow = runs(
	"--upload-pack <program>",
	"names the program that serves the repository; for a local one it runs here",
	"CVE-2025-66032",
);

const submodules: OptionRow = {
	...redirects("--recurse-submodules [mode]", "also fetches from the repositories that .gitmodules names", "CVE-2024-32002"),
	except: ["no", "false"],
};

/** Options of `git fetch`, which `git pull` understands too. */
const gitFetchOptions: readonly OptionRow[] = [
	gitUploadPack,
	submodules,
	redirects("--recurse-submodules-default <mode>", "also fetches from the repositories that .gitmodules names"),
	changes("--set-upstream", "changes the branch's settings"),
	changes("--refmap <refspec>", "writes what is fetched to other branches"),
	changes("-u --update-head-ok", "moves the branch that is checked out"),
	changes("--stdin", "takes refspecs, which can write branches, from its input"),
	...plain(
		"-j --jobs <number>",
		"--depth <number>",
		"--deepen <number>",
		"--shallow-since <date>",
		"--shallow-exclude <ref>",
		"--submodule-prefix <path>",
		"-o --server-option <option>",
		"--negotiation-tip <commit>",
		"--filter <specification>",
		"--update-shallow",
		"--unshallow",
		"--no-recurse-submodules",
		"-a --append",
		"-f --force",
		"-k --keep",
		"-p --prune",
		"-P --prune-tags",
		"-q --quiet",
		"-t --tags",
		"-v --verbose",
		"-4 --ipv4",
		"-6 --ipv6",
	),
];

/** Commands of git that talk to another repository. */
export const gitNetworkForms: Readonly<Record<string, CommandForm>> = {
	fetch: { operands: "data", analyser: gitFetch, options: gitFetchOptions },
	pull: {
		operands: "data",
		analyser: gitFetch,
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
		analyser: gitPush,
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
		analyser: gitRemote,
		options: [
			{ ...gitUploadPack, names: ["--upload-pack", "--exec"] },
			...plain("--sort <key>", "-o --server-option <option>", "--exit-code", "-h --heads --branches", "-t --tags", "-q --quiet"),
		],
	},
	clone: named("redirects", "brings another repository, with its files and settings, onto this machine", {
		operands: ["data", "write"],
		analyser: gitClone,
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
			show: named("redirects", "asks the other repository over the network, unless `-n` stands there", {
				operands: "data",
				options: plain("-n"),
			}),
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
				analyser: gitUrls,
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
		analyser: gitUrls,
		options: [
			{ ...gitUploadPack, names: ["--upload-pack", "--exec"] },
			...plain("--depth <number>", "--shallow-since <date>", "--shallow-exclude <ref>"),
		],
	}),
	"send-pack": named("redirects", "pushes without the settings of a remote", {
		operands: "data",
		analyser: gitPush,
		options: [
			runs("--receive-pack --exec <program>", "names the program that receives; for a local repository it runs here"),
			redirects("--remote <name>", "pushes to another repository"),
		],
	}),
	"request-pull": { operands: "data", analyser: gitUrls, recursive: ["-p"], readsStored: true, options: plain("-p") },
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
			create: { operands: ["write", "data"], recursive: true, readsStored: true, options: plain("--version <number>") },
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
		readsStored: true,
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
	return named("redirects", why, { operands: "data", analyser: gitUrls, options });
}

/** Judges the operands of `git fetch` and `git pull`: the repository, and refspecs that write local branches (`a:main`). */
export function gitFetch(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return [...gitRemote(operands), ...operands.slice(1).flatMap(fetchedRefspec)];
}

function fetchedRefspec(text: string | null): readonly AnalyserFinding[] {
	if (text === null) return [undecided("", "which branch is written is only known when the shell runs")];
	const target = text.includes(":") ? text.slice(text.indexOf(":") + 1) : "";
	if (target === "" || target.startsWith("refs/remotes/") || text.includes("::") || text.includes("//") || text.includes("@")) return [];
	return [{ kind: "hazard", hazard: "changes", segment: text, why: "a target after `:` is a local branch that is moved" }];
}

/** Judges the operands of `git push`: the repository, and refspecs that delete (`:branch`) or overwrite (`+branch`). */
export function gitPush(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return [...gitRemote(operands), ...operands.slice(1).flatMap(pushedRefspec)];
}

function pushedRefspec(text: string | null): readonly AnalyserFinding[] {
	if (text === null) return [undecided("", "which branch is overwritten or deleted is only known when the shell runs")];
	if (text.startsWith("+"))
		return [{ kind: "hazard", hazard: "changes", segment: text, why: "`+` overwrites the remote branch, as --force does" }];
	if (text.length > 1 && text.startsWith(":")) {
		return [{ kind: "hazard", hazard: "changes", segment: text, why: "an empty source deletes the remote branch, as --delete does" }];
	}
	return [];
}

/** Names that remotes have by custom. */
const REMOTES = new Set(["origin", "upstream"]);

/**
 * Judges the repository that git pushes to or fetches from.
 *
 * SECURITY: a name without a slash is a remote only when the settings know it; else it is a directory, whose hooks run when
 * something is pushed there. Which of both cannot be seen, so that a rule must hold the name.
 */
function gitRemote(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	const findings = gitUrls(operands);
	const name = operands[0];
	if (findings.length > 0 || name === undefined || name === null || REMOTES.has(name)) return findings;
	return [{ kind: "ask", segment: name, at: 0, why: "this may be a remote, or a directory that is taken for a repository" }];
}

/** Judges the operands of `git clone`: the repository, and the directory that git makes when none is named. */
export function gitClone(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	const [repository, directory] = operands;
	if (repository === undefined) return [];
	if (repository === null) return [undecided("", "which repository git talks to is only known when the shell runs")];
	const findings = gitRepository(repository);
	if (directory !== undefined) return findings;
	const trimmed = repository
		.replace(/(?<!\/)\/+$/, "")
		.replace(/\/?\.git$/, "")
		.replace(/\.bundle$/, "");
	const name = trimmed.slice(Math.max(trimmed.lastIndexOf("/"), trimmed.lastIndexOf(":")) + 1);
	return [...findings, access("write", name === "" ? "repository" : name)];
}

const NETWORK_SCHEMES = new Set(["https", "http", "ssh", "git", "git+ssh", "ssh+git", "ftp", "ftps"]);

/** Judges the repository that a git command names: the first operand, and every other operand that is plainly a URL. */
export function gitUrls(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return operands.flatMap((operand, index) => {
		if (operand === null) return index === 0 ? [unknownRepository] : [];
		return index === 0 ? repository(operand) : laterOperand(operand);
	});
}

const unknownRepository: AnalyserFinding = {
	kind: "ask",
	segment: "",
	why: "which repository git talks to is only known when the shell runs",
};

// SECURITY: `ext::sh -c id` and every other `helper::address` start the program git-remote-<helper>.
const HELPER = /^[A-Za-z0-9][A-Za-z0-9+.-]*::/;
const URL = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/(.*)$/s;
/** `[user@]host:path`; a colon after the first slash belongs to a path. */
const SCP = /^(?:([^/:@]+)@)?(\[[^\]/]+\]|[^/:]+):(.*)$/s;

function repository(text: string): readonly AnalyserFinding[] {
	const certain = helperOrUrl(text);
	if (certain !== null) return certain;
	const scp = SCP.exec(text);
	if (scp !== null) return remoteHost(scp[1], scp[2] ?? "", text);
	return localPath(text);
}

function laterOperand(text: string): readonly AnalyserFinding[] {
	const certain = helperOrUrl(text);
	if (certain !== null) return certain;
	if (/^(?:\.{0,2}\/|~)/.test(text)) return localPath(text);
	const scp = SCP.exec(text);
	return scp?.[1] === undefined ? [] : remoteHost(scp[1], scp[2] ?? "", text);
}

/** Judges one word that is surely a repository, and no name of a remote: what git clones. */
function gitRepository(text: string): readonly AnalyserFinding[] {
	const findings = repository(text);
	return findings.length === 0 ? [elsewhere(text)] : findings;
}

function helperOrUrl(text: string): readonly AnalyserFinding[] | null {
	if (HELPER.test(text)) {
		return [
			{
				kind: "hazard",
				hazard: "runs",
				segment: text,
				why: "a transport helper (`ext::`, `fd::` …) starts a program of the caller's choice",
			},
		];
	}
	const url = URL.exec(text);
	if (url === null) return /^file:/i.test(text) ? [elsewhere(text)] : null;
	const scheme = (url[1] ?? "").toLowerCase();
	if (scheme === "file") return [elsewhere(text)];
	if (!NETWORK_SCHEMES.has(scheme)) {
		return [{ kind: "hazard", hazard: "runs", segment: text, why: `git starts the program git-remote-${scheme} for this URL` }];
	}
	return startsWithDash((url[2] ?? "").replace(/^[^/@]*@/, "")) ? [optionHost(text)] : [{ kind: "url", url: text }];
}

function remoteHost(user: string | undefined, host: string, text: string): readonly AnalyserFinding[] {
	if (startsWithDash(host) || startsWithDash(user ?? "")) return [optionHost(text)];
	return [{ kind: "url", url: `ssh://${host}/` }];
}

function localPath(text: string): readonly AnalyserFinding[] {
	// `.` is the repository itself.
	if (text === "." || text === "./") return [{ kind: "read", path: text }];
	return /^[./~]|\/|\.bundle$|\.git$/.test(text) ? [elsewhere(text)] : [];
}

function elsewhere(text: string): AnalyserFinding {
	return {
		kind: "hazard",
		hazard: "redirects",
		segment: text,
		why: "another repository on this machine, with its own configuration and objects",
	};
}

// SECURITY: CVE-2017-1000117, a host that begins with a dash becomes an option of ssh.
function optionHost(text: string): AnalyserFinding {
	return {
		kind: "hazard",
		hazard: "runs",
		segment: text,
		why: "a host name that begins with a dash becomes an option of ssh, which can run a program",
	};
}

function startsWithDash(text: string): boolean {
	return text.startsWith("-") || text.startsWith("[-");
}
