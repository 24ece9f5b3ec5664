import { changes, everywhere, named, plain, redirects, runs } from "../option-rows.ts";
import type { CommandForm, OptionRow, ProgramTable } from "../program-table.ts";
import { apiAddress } from "./gh.ts";

const options: readonly OptionRow[] = [
	runs("-w --web", "starts a web browser"),
	redirects("--hostname <host>", "talks to another host"),
	redirects("-t --token <token>", "uses another credential"),
	redirects("-R --repo <repository>", "works on another repository"),
	...plain("-g --group <name>", "-P --per-page <number>", "-p --page <number>", "-F --output <format>"),
];
const view: CommandForm = {
	operands: "data",
	options: plain(
		"-a --assignee <name>",
		"--author <name>",
		"-l --label <name>",
		"-m --milestone <name>",
		"-s --source-branch <name>",
		"-t --target-branch <name>",
		"--search <text>",
		"-b --branch <name>",
		"-o --order <key>",
		"--status <status>",
		"-c --comments",
	),
};
const write: CommandForm = {
	operands: "data",
	options: [
		runs("-e --editor", "opens the configured editor"),
		...plain(
			"-t --title <text>",
			"-d --description <text>",
			"-m --message <text>",
			"-a --assignee <name>",
			"-l --label <name>",
			"-b --target-branch <name>",
			"-s --source-branch <name>",
			"--reviewer <name>",
			"--milestone <name>",
		),
	],
};
const state = (why: string): CommandForm => named("changes", why, write);
const account = (why: string): CommandForm => named("redirects", why, { operands: "data" });
const topic = (more: Readonly<Record<string, CommandForm>> = {}): CommandForm => ({
	subcommands: {
		list: view,
		ls: view,
		view,
		show: view,
		diff: view,
		status: view,
		get: view,
		create: write,
		new: write,
		note: write,
		update: write,
		approve: state("approves"),
		revoke: state("takes an approval back"),
		merge: state("merges into another branch"),
		rebase: state("rewrites a remote branch"),
		close: state("closes"),
		reopen: write,
		delete: state("deletes"),
		checkout: { operands: "data" },
		run: named("runs", "runs a pipeline"),
		retry: named("runs", "runs a job"),
		trigger: named("runs", "runs a job"),
		cancel: state("stops a job"),
		...more,
	},
});

/** glab: GitLab. An unknown subcommand may be an alias, which can be shell text. */
export const glab: ProgramTable = {
	names: ["glab"],
	closed: true,
	abbreviations: false,
	options,
	subcommands: everywhere(options, {
		mr: topic(),
		issue: topic(),
		ci: topic({ trace: view, lint: { operands: "maybe-read" }, artifact: state("writes files that others made") }),
		pipeline: topic(),
		job: topic(),
		release: topic({
			create: state("publishes a release"),
			upload: state("publishes files"),
			download: state("writes files that others made"),
		}),
		repo: topic({
			clone: account("brings another repository onto this machine"),
			fork: state("makes a repository"),
			archive: state("writes a file"),
			create: state("makes a repository"),
			search: view,
			contributors: view,
			mirror: account("sends the repository to another host"),
			transfer: state("moves a repository"),
		}),
		label: topic(),
		milestone: topic(),
		snippet: account("publishes files"),
		incident: topic(),
		user: view,
		version: {},
		help: view,
		"check-update": {},
		completion: view,
		api: {
			operands: "data",
			analyser: apiAddress,
			options: [
				{ ...changes("-X --method <method>", "any other method changes something"), except: ["GET", "get", "HEAD"] },
				changes("-f --raw-field <field>", "a field makes the request a POST"),
				changes("-F --field <field>", "a field makes the request a POST, and can send a file"),
				changes("--input <file>", "sends a file"),
				redirects("-H --header <header>", "changes what the request means"),
				...plain("-i --include", "--paginate", "--silent"),
			],
		},
		auth: {
			subcommands: {
				status: {},
				login: account("makes a credential"),
				logout: account("deletes a credential"),
				"git-credential": account("shows a credential"),
				"configure-docker": account("makes a credential"),
			},
		},
		alias: { subcommands: { list: {}, set: named("runs", "an alias can be shell text"), delete: state("deletes an alias") } },
		config: { subcommands: { get: view, set: named("loads", "settings name programs and hosts"), edit: named("runs", "opens an editor") } },
		variable: {
			subcommands: {
				list: account("shows secrets"),
				get: account("shows a secret"),
				set: account("changes a secret"),
				update: account("changes a secret"),
				delete: account("deletes a secret"),
				export: account("shows secrets"),
			},
		},
		"ssh-key": account("works on credentials"),
		"deploy-key": account("works on credentials"),
		token: account("works on credentials"),
		cluster: account("works on another machine"),
		duo: named("runs", "sends text to another host, and can run what comes back"),
		ask: named("runs", "sends text to another host, and can run what comes back"),
		mcp: named("loads", "starts a server"),
		schedule: state("changes when pipelines run"),
		stack: state("changes branches"),
		changelog: view,
	}),
};
