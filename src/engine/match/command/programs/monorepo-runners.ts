import type { CommandForm, ProgramTable } from "../program-table.ts";
import { camelOrKebab, everywhere, loads, named, plain, redirects, withRole, writes } from "./option-rows.ts";

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
