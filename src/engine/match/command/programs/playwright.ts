import type { CommandForm, ProgramTable } from "../program-table.ts";
import { loads, named, plain, redirects, runs, writes } from "./option-rows.ts";

const browserTests: CommandForm = {
	operands: "maybe-read",
	options: [
		loads("-c --config <file>", "the settings are code"),
		loads("--tsconfig <file>", "loads settings"),
		writes("--output <directory>", "writes results"),
		{
			...loads("--reporter <name>", "any other name is a module that is loaded"),
			except: ["list", "line", "dot", "json", "junit", "html", "null", "github", "blob"],
		},
		runs("--ui", "starts a browser"),
		redirects("--ui-host <host>", "opens a port"),
		redirects("--ui-port <port>", "opens a port"),
		runs("--debug [kind]", "starts a browser with an inspector"),
		...plain(
			"--browser <name>",
			"-g --grep <pattern>",
			"--grep-invert <pattern>",
			"--global-timeout <milliseconds>",
			"-j --workers <number>",
			"--max-failures <number>",
			"--project <name>",
			"--repeat-each <number>",
			"--retries <number>",
			"--shard <shard>",
			"--timeout <milliseconds>",
			"--trace <mode>",
			"--only-changed [ref]",
			"--test-list <file>",
			"--tag <tag>",
			"-u --update-snapshots [mode]",
			"--update-source-method <method>",
			"--headed",
			"--last-failed",
			"-x",
		),
	],
};

/** playwright: tests in a browser. */
export const playwright: ProgramTable = {
	names: ["playwright"],
	abbreviations: false,
	closed: true,
	subcommands: {
		test: browserTests,
		"show-report": named("runs", "starts a server and a browser", { operands: "read" }),
		"merge-reports": { operands: "read", options: browserTests.options ?? [] },
		"show-trace": named("runs", "starts a browser"),
		codegen: named("runs", "starts a browser"),
		open: named("runs", "starts a browser"),
		cr: named("runs", "starts a browser"),
		ff: named("runs", "starts a browser"),
		wk: named("runs", "starts a browser"),
		screenshot: named("runs", "starts a browser", { operands: ["url", "write"] }),
		pdf: named("runs", "starts a browser", { operands: ["url", "write"] }),
		install: named("changes", "installs browsers"),
		"install-deps": named("changes", "installs packages of the system"),
		uninstall: named("changes", "removes browsers"),
		"run-server": named("runs", "starts a server"),
		"launch-server": named("runs", "starts a server"),
		"clear-cache": named("changes", "deletes the cache"),
		"init-agents": named("changes", "writes settings of agents"),
	},
};
