import type { CommandForm, ProgramTable } from "../program-table.ts";
import { camelOrKebab, changes, everywhere, loads, named, plain, redirects, runs, withRole, writes } from "./option-rows.ts";

/** mocha: runs tests. */
export const mocha: ProgramTable = {
	names: ["mocha", "_mocha"],
	abbreviations: false,
	operands: "maybe-read",
	analyser: "code-operands",
	options: camelOrKebab([
		loads("--config <file>", "loads settings, which name code"),
		loads("--package <file>", "loads settings, which name code"),
		loads("--opts <file>", "loads options from a file"),
		loads("-r --require <module>", "loads this module first"),
		loads("--import <module>", "loads this module first"),
		loads("--loader --experimental-loader <module>", "loads code"),
		loads("-u --ui <name>", "any other name is a module that is loaded"),
		loads("--file <file>", "loads this file first"),
		loads("-n --node-option <option>", "options of node load code"),
		loads("-O --reporter-option --reporter-options <option>", "tells a reporter where to write"),
		{ ...loads("-R --reporter <name>", "any other name is a module that is loaded"), except: ["spec", "dot", "min", "nyan", "list", "tap", "json", "json-stream", "xunit", "progress", "landing", "doc", "markdown", "html"] },
		redirects("--inspect [address]", "opens a debugger's port"),
		redirects("--inspect-brk [address]", "opens a debugger's port"),
		...plain("-g --grep <pattern>", "-f --fgrep <text>", "-t --timeout --timeouts <milliseconds>", "-s --slow <milliseconds>", "-j --jobs <number>", "--retries <number>", "--spec <file>", "--ignore --exclude <pattern>", "--extension <names>", "--watch-files <glob>", "--watch-ignore <glob>"),
	]),
};

const browserTests: CommandForm = {
	operands: "maybe-read",
	options: [
		loads("-c --config <file>", "the settings are code"),
		loads("--tsconfig <file>", "loads settings"),
		writes("--output <directory>", "writes results"),
		{ ...loads("--reporter <name>", "any other name is a module that is loaded"), except: ["list", "line", "dot", "json", "junit", "html", "null", "github", "blob"] },
		runs("--ui", "starts a browser"),
		redirects("--ui-host <host>", "opens a port"),
		redirects("--ui-port <port>", "opens a port"),
		runs("--debug [kind]", "starts a browser with an inspector"),
		...plain("--browser <name>", "-g --grep <pattern>", "--grep-invert <pattern>", "--global-timeout <milliseconds>", "-j --workers <number>", "--max-failures <number>", "--project <name>", "--repeat-each <number>", "--retries <number>", "--shard <shard>", "--timeout <milliseconds>", "--trace <mode>", "--only-changed [ref]", "--test-list <file>", "--tag <tag>", "-u --update-snapshots [mode]", "--update-source-method <method>", "--headed", "--last-failed", "-x"),
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

/** cypress: tests in a browser. */
export const cypress: ProgramTable = {
	names: ["cypress"],
	closed: true,
	abbreviations: false,
	subcommands: {
		run: {
			options: [
				loads("-C --config-file <file>", "the settings are code"),
				loads("-c --config <settings>", "changes settings, which name code"),
				loads("-r --reporter <name>", "loads code"),
				...withRole("cwd", ["-P --project <directory>"]),
				redirects("-k --key <key>", "uses another credential"),
				...plain("-b --browser <name>", "-e --env <variables>", "-s --spec <files>", "--tag <tag>", "-o --reporter-options <options>", "-p --port <port>", "--parallel", "--group <name>", "--ci-build-id <id>", "-q --quiet"),
			],
		},
		open: named("runs", "starts a graphical program"),
		install: named("changes", "installs a program"),
		verify: {},
		info: {},
		version: {},
		cache: named("changes", "works on installed programs"),
	},
};

/** ts-node, tsx and their kin run a script as node does. */
export const tsNode: ProgramTable = {
	names: ["ts-node", "ts-node-esm", "tsx", "swc-node", "babel-node", "esr", "vite-node", "zx"],
	style: "posix",
	abbreviations: false,
	interpreter: { why: "runs a script" },
	operands: ["script", "data"],
	options: [
		runs("-e --eval <code>", "runs text as code"),
		runs("-p --print <code>", "runs text as code"),
		loads("-r --require <module>", "loads this module first"),
		loads("--import <module>", "loads this module first"),
		loads("--loader <module>", "loads this module first"),
		loads("-P --project --tsconfig <file>", "loads settings"),
		loads("-C --compiler <name>", "loads code"),
		loads("-O --compiler-options --compilerOptions <options>", "changes settings"),
		loads("--env-file <file>", "loads variables into the environment"),
		loads("--config <file>", "loads settings"),
		...withRole("cwd", ["--cwd <directory>", "--dir <directory>"]),
		...plain("-v --version", "-h --help"),
	],
};

/** nodemon and its kin run a script again whenever a file changes. */
export const nodemon: ProgramTable = {
	names: ["nodemon", "ts-node-dev", "tsnd"],
	style: "posix",
	abbreviations: false,
	interpreter: { why: "runs a script" },
	operands: ["script", "data"],
	options: [
		runs("-x --exec <command>", "runs this command"),
		loads("--config <file>", "loads settings, which name programs"),
		loads("-r --require <module>", "loads this module first"),
		...withRole("cwd", ["--cwd <directory>"]),
		...plain("-w --watch <path>", "-e --ext <extensions>", "-i --ignore <path>", "-d --delay <seconds>", "--signal <signal>"),
	],
};

/** Builders of web pages: their settings and plug-ins are code. */
export const bundlers: ProgramTable = {
	names: ["vite", "webpack", "webpack-cli", "rollup", "esbuild", "tsup", "parcel", "swc", "babel", "rspack", "rolldown", "next", "nuxt", "nuxi", "astro", "remix", "ng", "gatsby", "storybook", "react-scripts", "vue-cli-service", "svelte-kit", "svelte-check"],
	abbreviations: false,
	operands: "maybe-read",
	options: camelOrKebab([
		loads("-c --config --config-file <file>", "the settings are code"),
		loads("--plugin --plugins <name>", "loads code"),
		loads("-p --project --tsconfig <file>", "loads settings"),
		loads("--require <module>", "loads code"),
		loads("--env-file --envFile <file>", "loads variables into the environment"),
		loads("--inject <file>", "puts a file into the output"),
		...withRole("cwd", ["--root <directory>", "--cwd <directory>"]),
		writes("-o --output-path --out-dir --outDir --outdir --dist-dir --output-dir --dir <directory>", "writes the output"),
		writes("--outfile --out-file --outFile --output --file <file>", "writes the output"),
		writes("--metafile <file>", "writes a report"),
		writes("--outbase <directory>", "changes where the output goes"),
		writes("--cache-dir <directory>", "writes a cache of code that is run later"),
		redirects("--host [host]", "opens a port to others"),
		redirects("--hostname <host>", "opens a port to others"),
		redirects("--serve [address]", "opens a port"),
		redirects("--servedir <directory>", "serves files to others"),
		redirects("--proxy <url>", "goes to another host"),
		runs("--open [browser]", "starts a browser"),
		runs("--onSuccess --on-success <command>", "runs a command"),
		changes("--emptyOutDir", "deletes the output directory"),
		...plain("--mode <mode>", "--base <path>", "--target <target>", "--format <format>", "--sourcemap [kind]", "--external <name>", "--port <port>", "-l --logLevel <level>", "--watch", "--minify [kind]", "--bundle", "--platform <name>", "--loader <mapping>", "--define <name>", "--name <name>"),
	]),
};

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
	...plain("-F --filter <selector>", "-p --projects <names>", "-t --targets --target <names>", "--scope <name>", "--since <ref>", "--base <ref>", "--head <ref>", "--concurrency <number>", "--parallel [number]", "--output-logs <mode>", "--log-order <mode>", "-c --configuration <name>", "--exclude <names>", "--ignore <name>", "--ui <kind>"),
]);

/** Runners of many packages' scripts. */
export const monorepoRunners: ProgramTable = {
	names: ["turbo", "nx", "lerna", "lage", "wireit"],
	abbreviations: false,
	closed: true,
	options: runnerOptions,
	subcommands: everywhere(runnerOptions, {
		...Object.fromEntries("run run-many affected build test lint typecheck check dev start format ls list show graph changed diff report version help".split(" ").map((name) => [name, packages])),
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
		...plain("--reporter <name>", "--include <glob>", "--exclude <glob>", "--src <directory>", "--all", "--check-coverage", "--lines <number>", "--branches <number>"),
	],
};

/** Programs that run each operand as shell text. */
export const concurrently: ProgramTable = {
	names: ["concurrently", "conc"],
	abbreviations: false,
	operands: "shell",
	options: [
		runs("--shell <shell>", "runs the commands with another shell"),
		{ ...runs("--teardown <command>", "runs this command at the end"), is: "shell" },
		...plain("-n --names <names>", "-c --prefix-colors <colors>", "-p --prefix <template>", "-m --max-processes <number>", "-s --success <mode>", "--restart-tries <number>", "--kill-signal <signal>"),
	],
};

/** Programs that run scripts of package.json by name. */
export const scriptRunners: ProgramTable = {
	names: ["npm-run-all", "run-s", "run-p", "ni", "nr", "na", "nlx", "nun"],
	abbreviations: false,
	operands: "data",
	options: [runs("--npm-path <program>", "runs scripts with another program"), ...withRole("cwd", ["-C <directory>"])],
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

/** Other linters of the JavaScript world: their settings and plug-ins are code. */
export const otherLinters: ProgramTable = {
	names: ["stylelint", "oxlint", "xo", "standard", "tslint", "markdownlint", "markdownlint-cli2", "remark", "htmlhint", "knip", "depcheck", "madge", "cspell", "commitlint", "lint-staged", "npm-check-updates", "ncu", "size-limit", "typedoc"],
	abbreviations: false,
	operands: "maybe-read",
	options: camelOrKebab([
		loads("-c --config --config-file <file>", "the settings may be code"),
		loads("--config-basedir <path>", "the settings may be code"),
		loads("-p --plugin --plugins <name>", "loads code"),
		loads("--custom-syntax <name>", "loads code"),
		loads("--custom-formatter <file>", "loads code"),
		loads("-r --rules --rulesdir --rules-dir <directory>", "loads code"),
		loads("--require <module>", "loads code"),
		loads("--preprocessor <file>", "loads code"),
		loads("--extends -x <name>", "loads settings, which are code"),
		loads("--parser-preset <name>", "loads code"),
		runs("-e --edit [file]", "reads the last message"),
		runs("--shell [program]", "runs commands with another shell"),
		...withRole("cwd", ["--cwd <directory>", "--root <directory>"]),
		{ names: ["--fix", "-f", "--write"], operandsBecome: "write", why: "rewrites the files" },
		changes("-u --upgrade", "rewrites package.json"),
		changes("--allow-remove-files", "deletes files"),
		writes("-o --output --output-file --out <file>", "writes a report"),
		writes("--report-dir --reports-dir <directory>", "writes reports"),
		writes("--temp-dir --temp-directory <directory>", "writes files"),
		writes("--cache-location <file>", "writes a cache"),
		...plain("--formatter <name>", "--ignore <pattern>", "--ignore-pattern <pattern>", "--ignore-path <file>", "--max-warnings <number>", "--format <name>", "--reporter <name>", "--from <ref>", "--to <ref>"),
	]),
};
