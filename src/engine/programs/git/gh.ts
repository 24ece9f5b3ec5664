import { type AnalyserFinding, access, hazard, undecided, writesBelow } from "../analyser.ts";
import { changes, everywhere, named, plain, reads, redirects, runs, withRole, writes } from "../option-rows.ts";
import type { CommandForm, OptionRow, ProgramTable } from "../program-table.ts";

/** A command of gh that lists or shows something. */
const ghView: CommandForm = {
	operands: "data",
	analyser: otherRepository,
	options: plain(
		"-s --state <state>",
		"-a --assignee <login>",
		"-A --author <login>",
		"-B --base <branch>",
		"-H --head <branch>",
		"-l --label <name>",
		"-S --search <query>",
		"-m --milestone <name>",
		"--app <name>",
		"--mention <login>",
		"-b --branch <name>",
		"-u --user <login>",
		"-e --event <event>",
		"-c --commit <commit>",
		"--created <date>",
		"--status <status>",
		"-j --job <id>",
		"--attempt <number>",
		"-i --interval <seconds>",
		"--color <when>",
		"-o --order <order>",
		"-O --org <name>",
		"-E --exclude <name>",
		"--comments",
		"--log",
		"--log-failed",
		"--exit-status",
		"--name-only",
		"--patch",
		"--required",
		"--watch",
		"--language <name>",
		"--owner <login>",
		"--visibility <kind>",
		"--topic <name>",
		"--source",
		"--sort <key>",
		"--key <key>",
		"--ref <ref>",
		"-r <ref>",
	),
};

/** `gh run list`. Here `-w` is the workflow. */
const ghRunList: CommandForm = { ...ghView, options: [...plain("-w --workflow <name>"), ...(ghView.options ?? [])] };

/** A command of gh that makes or edits an issue, a pull request or their kin. */
const ghWrite: CommandForm = {
	operands: "data",
	analyser: otherRepository,
	options: [
		...reads("-F --body-file --notes-file <file>", "--recover <file>"),
		runs("-e --editor", "opens the configured editor"),
		...plain(
			"-t --title --subject <text>",
			"-b --body <text>",
			"-a --assignee <login>",
			"-B --base <branch>",
			"-H --head <branch>",
			"-l --label <name>",
			"-m --milestone <name>",
			"-p --project <name>",
			"-r --reviewer <login>",
			"-T --template <name>",
			"--add-label <name>",
			"--remove-label <name>",
			"--add-assignee <login>",
			"--remove-assignee <login>",
			"--add-reviewer <login>",
			"--remove-reviewer <login>",
			"--add-project <name>",
			"--remove-project <name>",
			"-n --name <name>",
			"-d --description <text>",
			"-c --color <color>",
			"--comment <text>",
		),
	],
};

/** The same, for a change that a rule must name. */
function ghStateChange(why: string): CommandForm {
	return named("changes", why, ghWrite);
}

/** Commands of gh that work on the account and on gh itself: credentials, aliases, extensions, settings, secrets and keys. */
const ghAccountForms: Readonly<Record<string, CommandForm>> = {
	auth: {
		subcommands: {
			status: { options: [redirects("-t --show-token", "shows a credential"), ...plain("-h --hostname <host>")] },
			token: ghAccountChange("shows a credential"),
			login: ghAccountChange("makes a credential"),
			logout: ghAccountChange("deletes a credential"),
			refresh: ghAccountChange("makes a credential"),
			switch: ghAccountChange("uses another credential"),
			"setup-git": ghAccountChange("changes git's settings"),
			"git-credential": ghAccountChange("shows a credential"),
		},
	},
	alias: {
		subcommands: {
			list: {},
			set: named("runs", "an alias can be shell text"),
			import: named("runs", "an alias can be shell text", { operands: "read" }),
			delete: ghStateChange("deletes an alias"),
		},
	},
	extension: {
		subcommands: {
			list: {},
			search: ghView,
			install: named("loads", "fetches code that is run"),
			upgrade: named("loads", "fetches code that is run"),
			exec: named("runs", "runs an extension"),
			browse: named("loads", "fetches code that is run"),
			create: named("changes", "writes files"),
			remove: ghStateChange("deletes an extension"),
		},
	},
	ext: named("loads", "works on extensions, which are run"),
	config: {
		subcommands: {
			get: ghView,
			list: ghView,
			set: named("loads", "settings name programs that are run"),
			"clear-cache": ghStateChange("deletes the cache"),
		},
	},
	secret: {
		subcommands: {
			list: ghView,
			set: ghAccountChange("changes a secret"),
			delete: ghAccountChange("deletes a secret"),
			remove: ghAccountChange("deletes a secret"),
		},
	},
	variable: {
		subcommands: { list: ghView, get: ghView, set: ghAccountChange("changes a variable"), delete: ghAccountChange("deletes a variable") },
	},
	"ssh-key": { subcommands: { list: ghView, add: ghAccountChange("adds a credential"), delete: ghAccountChange("deletes a credential") } },
	"gpg-key": { subcommands: { list: ghView, add: ghAccountChange("adds a credential"), delete: ghAccountChange("deletes a credential") } },
};

/** A command of gh that changes an account, a credential or the repository that is meant. */
function ghAccountChange(why: string): CommandForm {
	return named("redirects", why, { operands: "data" });
}

const options: readonly OptionRow[] = [
	...withRole("jq-filter", ["-q --jq <expression>"]),
	runs("-w --web", "starts a web browser"),
	redirects("--hostname <host>", "talks to another host"),
	redirects("-R --repo <repository>", "works on another repository"),
	...plain("--json <fields>", "-t --template <template>", "-L --limit <number>", "--help"),
];

const fetch = (why: string): CommandForm => named("redirects", why, { operands: ["data", "write"], analyser: ghClone });
const also = (target: string, form: CommandForm): CommandForm => ({ ...form, aliasOf: target });

/** gh: GitHub. An unknown subcommand may be an alias, which can be shell text, or an extension. */
export const gh: ProgramTable = {
	names: ["gh"],
	closed: true,
	abbreviations: false,
	options,
	subcommands: everywhere(options, {
		pr: {
			subcommands: {
				list: ghView,
				ls: also("pr list", ghView),
				view: ghView,
				status: ghView,
				checks: ghView,
				diff: ghView,
				create: ghWrite,
				new: also("pr create", ghWrite),
				comment: ghWrite,
				edit: ghWrite,
				review: ghWrite,
				ready: ghWrite,
				reopen: ghWrite,
				checkout: {
					operands: "data",
					options: [
						redirects("--recurse-submodules", "also fetches from the repositories that .gitmodules names"),
						changes("-f --force", "overwrites a branch"),
						...plain("-b --branch <name>", "--detach"),
					],
				},
				co: also("pr checkout", { operands: "data" }),
				merge: ghStateChange("merges into another branch"),
				close: ghStateChange("closes a pull request, and may delete its branch"),
				lock: ghStateChange("locks a conversation"),
				unlock: ghStateChange("unlocks a conversation"),
				"update-branch": ghStateChange("changes a remote branch"),
				revert: ghStateChange("makes a pull request that reverts another"),
			},
		},
		issue: {
			subcommands: {
				list: ghView,
				ls: also("issue list", ghView),
				view: ghView,
				status: ghView,
				create: ghWrite,
				new: also("issue create", ghWrite),
				comment: ghWrite,
				edit: ghWrite,
				reopen: ghWrite,
				close: ghStateChange("closes an issue"),
				delete: ghStateChange("deletes an issue"),
				develop: ghStateChange("makes a branch"),
				lock: ghStateChange("locks a conversation"),
				unlock: ghStateChange("unlocks a conversation"),
				pin: ghStateChange("pins an issue"),
				unpin: ghStateChange("pins an issue"),
				transfer: ghStateChange("moves an issue to another repository"),
			},
		},
		run: {
			subcommands: {
				list: ghRunList,
				ls: also("run list", ghRunList),
				view: ghView,
				watch: ghView,
				download: named("changes", "writes files that others made", {
					operands: "data",
					analyser: ghDownloads,
					analysesWords: true,
					options: [writes("-D --dir <directory>", "writes files there"), ...plain("-n --name <name>", "-p --pattern <glob>")],
				}),
				rerun: ghStateChange("runs a workflow"),
				cancel: ghStateChange("stops a workflow"),
				delete: ghStateChange("deletes a run"),
			},
		},
		workflow: {
			subcommands: {
				list: ghView,
				view: ghView,
				run: named("runs", "runs a workflow"),
				enable: ghStateChange("changes a workflow"),
				disable: ghStateChange("changes a workflow"),
			},
		},
		release: {
			subcommands: {
				list: ghView,
				ls: also("release list", ghView),
				view: ghView,
				verify: ghView,
				"verify-asset": ghView,
				download: named("changes", "writes files that others made", {
					operands: "data",
					analyser: ghDownloads,
					analysesWords: true,
					options: [
						writes("-D --dir <directory>", "writes files there"),
						writes("-O --output <file>", "writes a file"),
						...plain("-p --pattern <glob>", "-A --archive <format>"),
					],
				}),
				create: ghStateChange("publishes a release"),
				edit: ghStateChange("changes a release"),
				upload: ghStateChange("publishes files"),
				delete: ghStateChange("deletes a release"),
				"delete-asset": ghStateChange("deletes a file of a release"),
			},
		},
		repo: {
			subcommands: {
				list: ghView,
				ls: also("repo list", ghView),
				view: ghView,
				gitignore: ghView,
				license: ghView,
				clone: fetch("brings another repository onto this machine"),
				create: ghStateChange("makes a repository"),
				new: also("repo create", ghStateChange("makes a repository")),
				fork: ghStateChange("makes a repository"),
				edit: ghStateChange("changes a repository"),
				rename: ghStateChange("changes a repository"),
				archive: ghStateChange("changes a repository"),
				unarchive: ghStateChange("changes a repository"),
				delete: ghStateChange("deletes a repository"),
				sync: ghStateChange("overwrites a branch"),
				autolink: ghStateChange("changes a repository"),
				"set-default": ghAccountChange("chooses another repository"),
				"deploy-key": ghAccountChange("works on credentials"),
			},
		},
		gist: {
			subcommands: {
				list: ghView,
				view: ghView,
				clone: fetch("brings a gist onto this machine"),
				create: named("redirects", "publishes files", {
					operands: "read",
					options: plain("-d --desc <text>", "-f --filename <name>", "-p --public"),
				}),
				edit: named("redirects", "publishes files", {
					operands: ["data", "read"],
					options: [...reads("-a --add <file>"), ...plain("-d --desc <text>", "-f --filename <name>", "-r --remove <name>")],
				}),
				rename: ghStateChange("changes a gist"),
				delete: ghStateChange("deletes a gist"),
			},
		},
		api: {
			operands: "data",
			analyser: apiAddress,
			options: [
				{ ...changes("-X --method <method>", "any other method changes something"), except: ["GET", "get", "HEAD"] },
				changes("-f --raw-field <field>", "a field makes the request a POST"),
				changes("-F --field <field>", "a field makes the request a POST, and can send a file"),
				changes("--input <file>", "sends a file"),
				{
					...redirects("-H --header <header>", "changes what the request means"),
					except: ["Accept:*", "accept:*", "X-GitHub-Api-Version:*"],
				},
				...plain("--cache <time>", "-i --include", "-p --preview <names>", "--paginate", "--slurp", "--silent", "--verbose"),
			],
		},
		search: { subcommands: { code: ghView, commits: ghView, issues: ghView, prs: ghView, repos: ghView } },
		label: {
			subcommands: {
				list: ghView,
				ls: also("label list", ghView),
				create: ghWrite,
				edit: ghWrite,
				clone: ghWrite,
				delete: ghStateChange("deletes a label"),
			},
		},
		cache: { subcommands: { list: ghView, delete: ghStateChange("deletes caches") } },
		ruleset: { subcommands: { list: ghView, view: ghView, check: ghView } },
		rs: { subcommands: { list: ghView, view: ghView, check: ghView } },
		project: {
			subcommands: {
				list: ghView,
				view: ghView,
				"item-list": ghView,
				"field-list": ghView,
				create: ghStateChange("makes a project"),
				edit: ghStateChange("changes a project"),
				copy: ghStateChange("makes a project"),
				close: ghStateChange("changes a project"),
				delete: ghStateChange("deletes a project"),
				link: ghStateChange("changes a project"),
				unlink: ghStateChange("changes a project"),
				"mark-template": ghStateChange("changes a project"),
				"item-add": ghStateChange("changes a project"),
				"item-create": ghStateChange("changes a project"),
				"item-edit": ghStateChange("changes a project"),
				"item-archive": ghStateChange("changes a project"),
				"item-delete": ghStateChange("deletes from a project"),
				"field-create": ghStateChange("changes a project"),
				"field-delete": ghStateChange("deletes from a project"),
			},
		},
		attestation: { subcommands: { verify: { operands: "maybe-read" }, download: named("changes", "writes a file"), "trusted-root": {} } },
		org: { subcommands: { list: ghView } },
		status: ghView,
		help: ghView,
		version: {},
		completion: { options: plain("-s --shell <name>") },
		...ghAccountForms,
		codespace: named("runs", "works on another machine"),
		cs: named("runs", "works on another machine"),
		browse: named("runs", "starts a web browser"),
		copilot: named("runs", "starts an agent"),
		"agent-task": named("runs", "starts an agent"),
		models: named("redirects", "sends text to another host"),
		preview: named("runs", "runs unfinished commands"),
		co: also("pr checkout", { operands: "data" }),
	}),
};

/** Reads the words of `gh release download` and `gh run download`: others chose the names of the files. */
function ghDownloads(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	if (words.some((word) => /^(?:-O|--output)/.test(word ?? ""))) return [];
	const at = words.findIndex((word) => /^(?:-D|--dir(?:=|$))/.test(word ?? ""));
	if (at < 0) return writesBelow(".");
	const word = words[at] ?? "";
	const joined = word.startsWith("--") ? (word.includes("=") ? word.slice(word.indexOf("=") + 1) : "") : word.slice(2).replace(/^=/, "");
	const directory = joined || words[at + 1];
	return directory === null || directory === undefined
		? [undecided("", "the directory is only known when the shell runs")]
		: writesBelow(directory);
}

/** Reads the operands of `gh repo clone`: without a directory the copy is called like the repository. */
function ghClone([repository, directory]: readonly (string | null)[]): readonly AnalyserFinding[] {
	if (repository === undefined || directory !== undefined) return [];
	if (repository === null) return [undecided("", "which repository is copied is only known when the shell runs")];
	const name = repository
		.replace(/(?<!\/)\/+$/, "")
		.replace(/\.git$/, "")
		.replace(/^.*[/:]/, "");
	return [access("write", name === "" ? "repository" : name)];
}

/** Reads the operands of gh and glab: an address in place of a number leads to another repository, or another host, as `-R` does. */
function otherRepository(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return operands.flatMap((operand, at) =>
		operand !== null && /^[a-z][a-z0-9+.-]*:\/\//i.test(operand)
			? [hazard("redirects", operand, "an address may lead to another repository or host", at)]
			: [],
	);
}

/** For clients that add a credential to every request (`gh api`): a whole address instead of a path goes to another host. */
export function apiAddress(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return operands.flatMap((operand) =>
		operand !== null && (/^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(operand) || operand.startsWith("//"))
			? [
					{
						kind: "hazard",
						hazard: "redirects",
						segment: operand,
						why: "a whole address may take the request, with its credential, to another host",
					} as const,
				]
			: [],
	);
}
