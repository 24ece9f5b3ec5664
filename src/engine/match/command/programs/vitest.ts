import type { CommandForm, OptionRow, ProgramTable } from "../program-table.ts";
import { camelOrKebab, changes, everywhere, loads, named, plain, redirects, runs, withRole, writes } from "./option-rows.ts";

const options: readonly OptionRow[] = camelOrKebab([
	loads("-c --config <file>", "the settings are code"),
	...withRole("cwd", ["-r --root <directory>", "--dir <directory>"]),
	loads("--workspace <file>", "the settings are code"),
	{ ...loads("--environment <name>", "any other name is a module that is loaded"), except: ["node", "jsdom", "happy-dom", "edge-runtime"] },
	loads("--globalSetup <file>", "loads this file first"),
	loads("--setupFiles <file>", "loads this file first"),
	loads("--runner <file>", "loads code"),
	loads("--configLoader <name>", "changes how the settings are loaded"),
	loads("--execArgv <option>", "options of node load code"),
	{ ...loads("--poolOptions.", "options of node load code"), prefix: true },
	{ ...loads("--browser.", "names the program of a browser"), prefix: true },
	{ ...loads("--coverage.customProviderModule", "loads code"), prefix: true },
	{ ...writes("--coverage.reportsDirectory=", "writes reports"), prefix: true },
	{ ...writes("--outputFile=", "writes a report"), prefix: true },
	{ ...writes("--outputFile.", "writes a report"), prefix: true, hazard: "changes" },
	{ ...loads("--reporter <name>", "any other name is a module that is loaded"), except: ["default", "basic", "verbose", "dot", "json", "tap", "tap-flat", "junit", "html", "hanging-process", "github-actions", "blob", "tree", "minimal", "agent"] },
	writes("--outputFile <file>", "writes a report"),
	writes("--coverage.reportsDirectory <directory>", "writes reports"),
	writes("--attachmentsDir <directory>", "writes files"),
	changes("--clearCache", "deletes the cache"),
	redirects("--api [address]", "opens a port"),
	redirects("--api.host <host>", "opens a port"),
	redirects("--api.port <port>", "opens a port"),
	redirects("--inspect [address]", "opens a debugger's port"),
	redirects("--inspectBrk --inspect-brk [address]", "opens a debugger's port"),
	runs("--ui", "starts a server and a browser"),
	runs("--open", "starts a browser"),
	runs("--browser [name]", "starts a browser"),
	...plain("-t --testNamePattern <pattern>", "--mode <mode>", "--project <name>", "--pool <name>", "--shard <shard>", "--testTimeout <milliseconds>", "--hookTimeout <milliseconds>", "--teardownTimeout <milliseconds>", "--maxConcurrency <number>", "--maxWorkers <number>", "--minWorkers <number>", "--retry <number>", "--bail <number>", "--exclude <glob>", "--changed [commit]", "--sequence.seed <number>", "--coverage [boolean]", "--coverage.provider <name>", "--coverage.include <glob>", "--coverage.exclude <glob>", "--coverage.reporter <name>", "--coverage.enabled [boolean]", "--slowTestThreshold <number>", "--diff <path>", "-u --update"),
]);

const tests: CommandForm = { operands: "maybe-read", analyser: "code-operands" };

/** vitest: runs tests; a word that is no command is a filter of test files. */
export const vitest: ProgramTable = {
	names: ["vitest"],
	abbreviations: false,
	options,
	subcommands: everywhere(options, {
		run: tests,
		watch: tests,
		dev: tests,
		related: tests,
		list: { operands: "maybe-read", options: [writes("--json [file]", "writes the list")] },
		bench: { operands: "maybe-read", options: [writes("--outputJson <file>", "writes a report"), loads("--compare <file>", "reads a report")] },
		init: named("changes", "writes settings"),
		typecheck: tests,
	}),
};
