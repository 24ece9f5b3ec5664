import { urls } from "../operand-analysers.ts";
import { everywhere, loads, named, plain, reads, redirects, runs, writes } from "../option-rows.ts";
import type { CommandForm, OptionRow, ProgramTable } from "../program-table.ts";

const options: readonly OptionRow[] = [
	loads("--kubeconfig <file>", "settings name hosts, credentials and programs"),
	redirects("--kube-context <name>", "talks to another cluster"),
	redirects("--kube-apiserver <url>", "talks to another cluster"),
	redirects("--kube-token <token>", "uses another credential"),
	redirects("--kube-as-user <name>", "acts as another user"),
	redirects("--kube-as-group <name>", "acts as another group"),
	redirects("--kube-ca-file <file>", "trusts another certificate"),
	redirects("--kube-insecure-skip-tls-verify", "accepts any certificate"),
	redirects("--repo <url>", "takes charts from another place"),
	redirects("--username <name>", "uses another credential"),
	redirects("--password <password>", "uses another credential"),
	redirects("--ca-file <file>", "trusts another certificate"),
	redirects("--cert-file <file>", "uses another credential"),
	redirects("--key-file <file>", "uses another credential"),
	redirects("--insecure-skip-tls-verify", "accepts any certificate"),
	redirects("--plain-http", "sends without encryption"),
	loads("--registry-config <file>", "loads credentials"),
	loads("--repository-config <file>", "settings name hosts"),
	writes("--repository-cache <directory>", "writes a cache"),
	runs("--post-renderer <program>", "runs this program"),
	...plain(
		"-n --namespace <name>",
		"--burst-limit <number>",
		"--qps <number>",
		"-o --output <format>",
		"--version <range>",
		"--timeout <time>",
		"--kube-version <version>",
		"-a --api-versions <versions>",
	),
];
const view: CommandForm = {
	operands: "data",
	options: plain(
		"--revision <number>",
		"--max <number>",
		"-f --filter <regex>",
		"--template <template>",
		"-l --selector <selector>",
		"--time-format <format>",
		"-d --date",
	),
};
const values: readonly OptionRow[] = [
	...reads("-f --values <file>", "--set-file <value>"),
	...plain(
		"--set <values>",
		"--set-string <values>",
		"--set-json <values>",
		"--set-literal <value>",
		"-s --show-only <file>",
		"--name-template <template>",
		"--description <text>",
		"-l --labels <labels>",
	),
];
const render: CommandForm = {
	operands: "maybe-read",
	analyser: urls,
	analysesWords: true,
	options: [writes("--output-dir <directory>", "writes files"), ...values],
};
const state = (why: string): CommandForm =>
	named("changes", why, { operands: "maybe-read", analyser: urls, analysesWords: true, options: values });

/** helm: charts of a cluster. An unknown subcommand may be a plug-in. */
export const helm: ProgramTable = {
	names: ["helm"],
	closed: true,
	abbreviations: false,
	options,
	subcommands: everywhere(options, {
		list: view,
		ls: { ...view, aliasOf: "list" },
		status: view,
		history: view,
		get: { subcommands: { all: view, hooks: view, manifest: view, notes: view, values: view, metadata: view } },
		show: { subcommands: { all: render, chart: render, crds: render, readme: render, values: render } },
		inspect: render,
		search: { operands: "data" },
		template: render,
		lint: render,
		version: view,
		env: view,
		verify: { operands: "read", options: [loads("--keyring <file>", "trusts other keys")] },
		help: view,
		completion: view,
		dependency: { subcommands: { list: render, build: named("loads", "fetches charts"), update: named("loads", "fetches charts") } },
		repo: {
			subcommands: {
				list: view,
				add: named("redirects", "adds a place to take charts from"),
				remove: named("changes", "deletes a place"),
				update: named("loads", "fetches lists of charts"),
				index: named("changes", "writes a list of charts", { operands: "write" }),
			},
		},
		registry: named("redirects", "works on credentials"),
		plugin: named("loads", "installs code that is run"),
		install: state("changes the cluster"),
		upgrade: state("changes the cluster"),
		rollback: state("changes the cluster"),
		uninstall: state("deletes from the cluster"),
		delete: { ...state("deletes from the cluster"), aliasOf: "uninstall" },
		test: state("runs containers"),
		create: named("changes", "writes files", { operands: "write" }),
		package: named("changes", "writes a chart", {
			operands: "read",
			options: [
				writes("-d --destination <directory>", "writes a chart"),
				loads("--keyring <file>", "uses a key"),
				...plain("--app-version <version>", "--key <name>"),
			],
		}),
		pull: named("loads", "fetches a chart", {
			operands: "data",
			options: [writes("-d --destination <directory>", "writes a chart"), writes("--untardir <directory>", "unpacks a chart")],
		}),
		push: named("redirects", "publishes a chart"),
	}),
};
