import { camelOrKebab, everywhere, loads, named, plain, redirects, runs, withRole, writes } from "../option-rows.ts";
import type { CommandForm, ProgramTable } from "../program-table.ts";

const packages: CommandForm = { operands: "data" };

const runnerOptions = camelOrKebab([
	...withRole("cwd", ["--cwd <directory>"]),
	redirects("--api <url>", "talks to another host"),
	redirects("--token <token>", "uses another credential"),
	redirects("--team <team>", "uses another account"),
	loads("--config <file>", "loads settings"),
	loads("--root-turbo-json <file>", "loads settings"),
	loads("--runner <name>", "loads code"),
	writes("--cache-dir <directory>", "writes a cache of results that are used later"),
	writes("--graph [file]", "writes a file"),
	writes("--profile [file]", "writes a file"),
	writes("--outputFile <file>", "writes a file"),
	...plain(
		"-F --filter <selector>",
		"-p --projects <names>",
		"-t --targets --target <names>",
		"--scope <name>",
		"--since <ref>",
		"--base <ref>",
		"--head <ref>",
		"--concurrency <number>",
		"--parallel [number]",
		"--output-logs <mode>",
		"--log-order <mode>",
		"-c --configuration <name>",
		"--exclude <names>",
		"--ignore <name>",
		"--ui <kind>",
	),
]);

/** Runners of many packages' scripts. */
export const monorepoRunners: ProgramTable = {
	names: ["turbo", "nx", "lerna", "lage", "wireit"],
	abbreviations: false,
	closed: true,
	options: runnerOptions,
	subcommands: everywhere(runnerOptions, {
		...Object.fromEntries(
			"run run-many affected build test lint typecheck check dev start format ls list show graph changed diff report version help"
				.split(" ")
				.map((name) => [name, packages]),
		),
		exec: named("runs", "runs a command in every package"),
		publish: named("redirects", "publishes packages"),
		login: named("redirects", "makes a credential"),
		logout: named("redirects", "deletes a credential"),
		link: named("redirects", "talks to another host"),
		generate: named("runs", "runs code that writes files"),
		g: named("runs", "runs code that writes files"),
		migrate: named("runs", "runs code that writes files"),
		add: named("loads", "fetches code"),
		daemon: named("runs", "starts a process that stays"),
		reset: named("changes", "deletes the cache"),
	}),
};

/** Programs that run scripts of package.json by name. */
export const scriptRunners: ProgramTable = {
	names: ["npm-run-all", "run-s", "run-p", "ni", "nr", "na", "nlx", "nun"],
	abbreviations: false,
	operands: "data",
	options: [runs("--npm-path <program>", "runs scripts with another program"), ...withRole("cwd", ["-C <directory>"])],
};

/** Programs that run each operand as shell text. */
export const concurrently: ProgramTable = {
	names: ["concurrently", "conc"],
	abbreviations: false,
	operands: "shell",
	options: [
		runs("--shell <shell>", "runs the commands with another shell"),
		{ ...runs("--teardown <command>", "runs this command at the end"), is: "shell" },
		...plain(
			"-n --names <names>",
			"-c --prefix-colors <colors>",
			"-p --prefix <template>",
			"-m --max-processes <number>",
			"-s --success <mode>",
			"--restart-tries <number>",
			"--kill-signal <signal>",
		),
	],
};

/** Launchers of the JavaScript world. */
export const jsLaunchers: ProgramTable = {
	names: ["cross-env", "cross-env-shell", "env-cmd", "dotenv", "dotenvx", "c8", "nyc"],
	style: "posix",
	abbreviations: false,
	launcher: { assignments: true, needsRule: "runs", why: "it changes the environment of the program that it runs" },
	options: [
		loads("-f -e --env-file <file>", "loads variables into the environment"),
		loads("-c --config --nycrc-path <file>", "loads settings"),
		loads("-r --require <module>", "loads code"),
		writes("-o --report-dir --reports-dir <directory>", "writes reports"),
		writes("--temp-dir --temp-directory <directory>", "writes files"),
		...withRole("cwd", ["--cwd <directory>"]),
		...plain(
			"--reporter <name>",
			"--include <glob>",
			"--exclude <glob>",
			"--src <directory>",
			"--all",
			"--check-coverage",
			"--lines <number>",
			"--branches <number>",
		),
	],
};

/** Process keepers. */
export const pm2: ProgramTable = {
	names: ["pm2", "forever", "supervisor"],
	closed: true,
	abbreviations: false,
	subcommands: {
		list: {},
		ls: {},
		status: {},
		logs: { operands: "data" },
		describe: { operands: "data" },
		show: { operands: "data" },
		jlist: {},
		start: named("runs", "runs a program that stays"),
		restart: named("runs", "runs a program that stays"),
		stop: named("changes", "stops a program"),
		delete: named("changes", "stops a program"),
	},
};
