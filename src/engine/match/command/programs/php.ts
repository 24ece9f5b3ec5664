import type { CommandForm, OptionRow, ProgramTable } from "../program-table.ts";
import { changes, everywhere, loads, named, plain, reads, redirects, runs, withRole, writes } from "./option-rows.ts";

/** php: runs a script or text. */
export const php: ProgramTable = {
	names: ["php", "php7.4", "php8.0", "php8.1", "php8.2", "php8.3", "php8.4", "php-cgi", "hhvm"],
	style: "posix",
	abbreviations: false,
	interpreter: { why: "runs a script" },
	operands: ["script", "data"],
	options: [
		runs("-r --run <code>", "runs text as code", "GTFOBins php"),
		runs("-B --process-begin <code>", "runs text as code"),
		runs("-R --process-code <code>", "runs text as code"),
		runs("-E --process-end <code>", "runs text as code"),
		runs("-F --process-file <file>", "runs a file for every line"),
		runs("-f --file <file>", "runs a file"),
		runs("-a --interactive", "runs code from its input"),
		redirects("-S --server <address>", "serves files to others"),
		loads("-c --php-ini <path>", "loads settings, which name code"),
		loads("-d --define <setting>", "changes settings, which name code (auto_prepend_file)"),
		loads("-z --zend-extension <file>", "loads code"),
		...reads("-t --docroot <directory>"),
		{ names: ["-l", "--syntax-check", "-s", "--syntax-highlight", "-w", "--strip"], operandsBecome: "read" },
		...plain("-i --info", "-m --modules", "-v --version", "-h --help", "-n --no-php-ini", "--ini", "--rf <name>", "--rc <name>", "--re <name>", "--rz <name>", "--ri <name>"),
	],
};

const options: readonly OptionRow[] = [
	...withRole("cwd", ["-d --working-dir <directory>"]),
	redirects("--repository --repository-url <url>", "takes packages from another place"),
	...plain("--no-plugins", "--no-scripts", "-n --no-interaction", "--profile", "--no-cache"),
];
const launch = named("runs", "runs a program of a package", { style: "posix", launcher: { needsRule: "runs", why: "composer exec runs a program" } });
const also = (target: string, form: CommandForm): CommandForm => ({ ...form, aliasOf: target });
const install: CommandForm = { operands: "data", options: plain("--prefer-install <kind>", "--apcu-autoloader-prefix <text>", "--ignore-platform-req <name>", "-W", "--dev") };
const account = (why: string): CommandForm => named("redirects", why, { operands: "data" });

/** composer: packages and scripts of php; a name that is no command is a script. */
export const composer: ProgramTable = {
	names: ["composer"],
	closed: true,
	abbreviations: true,
	options,
	subcommands: everywhere(options, {
		install,
		i: also("install", install),
		update: install,
		u: also("update", install),
		upgrade: also("update", install),
		require: install,
		r: also("require", install),
		remove: install,
		rm: also("remove", install),
		"run-script": { operands: "data" },
		run: { operands: "data", aliasOf: "run-script" },
		exec: launch,
		show: { operands: "data" },
		info: { operands: "data", aliasOf: "show" },
		outdated: { operands: "data" },
		why: { operands: "data" },
		depends: { operands: "data" },
		"why-not": { operands: "data" },
		prohibits: { operands: "data" },
		validate: { operands: "maybe-read" },
		status: {},
		diagnose: {},
		audit: {},
		licenses: {},
		suggests: {},
		fund: {},
		search: { operands: "data" },
		about: {},
		help: { operands: "data" },
		list: {},
		"check-platform-reqs": {},
		"dump-autoload": {},
		dumpautoload: { aliasOf: "dump-autoload" },
		test: { operands: "data" },
		lint: { operands: "data" },
		archive: { operands: "data", options: [writes("--dir <directory>", "writes the archive"), writes("--file <file>", "writes the archive"), ...plain("-f --format <format>")] },
		"create-project": named("runs", "fetches a project and runs its scripts", { operands: ["data", "write"] }),
		init: named("changes", "writes composer.json"),
		bump: named("changes", "rewrites composer.json"),
		reinstall: install,
		global: named("changes", "installs for the user"),
		config: named("loads", "settings name programs and hosts", { operands: "data" }),
		repository: account("changes where packages come from"),
		"self-update": named("runs", "replaces composer by a download"),
		selfupdate: also("self-update", named("runs", "replaces composer by a download")),
		"clear-cache": named("changes", "deletes the cache"),
		browse: named("runs", "starts a browser"),
		home: named("runs", "starts a browser"),
	}),
};

/** Test runners and checkers of php. */
export const phpTools: ProgramTable = {
	names: ["phpunit", "pest", "paratest", "phpstan", "psalm", "phpcs", "phpcbf", "php-cs-fixer", "pint", "rector", "phpmd", "infection"],
	operands: "maybe-read",
	analyser: "code-operands",
	options: [
		loads("-c --configuration --config <file>", "settings name code"),
		loads("--bootstrap <file>", "loads code first"),
		loads("--include-path <paths>", "changes which code is loaded"),
		loads("--extension <class>", "loads code"),
		loads("--printer <class>", "loads code"),
		loads("-a --autoload-file <file>", "loads code first"),
		loads("--plugin <class>", "loads code"),
		loads("--standard <name>", "loads code"),
		loads("--rules <rules>", "changes what is rewritten"),
		loads("-d <setting>", "changes settings of php, which name code"),
		runs("--runner <class>", "loads code"),
		...["--log-junit", "--log-teamcity", "--log-events-text", "--testdox-html", "--testdox-text", "--testdox-xml", "--coverage-html", "--coverage-xml", "--coverage-clover", "--coverage-cobertura", "--coverage-crap4j", "--coverage-php", "--report-file", "--report", "--cache-directory", "--cache-file", "--cache-result-file", "--generate-baseline", "--set-baseline"].map((name) => writes(`${name} <file>`, "writes a file")),
		{ names: ["--fix", "--alter"], operandsBecome: "write", why: "rewrites the files" },
		changes("--generate-configuration", "writes settings"),
		...plain("--filter <pattern>", "--exclude-filter <pattern>", "--testsuite <name>", "--exclude-testsuite <name>", "--group <names>", "--exclude-group <names>", "--order-by <order>", "--random-order-seed <number>", "--columns <number>", "-l --level <level>", "--memory-limit <size>", "--error-format <format>", "--output-format <format>", "--format <format>", "--coverage-text [file]", "--dry-run", "--test", "--colors [when]", "--stop-on-failure", "-n", "-p", "--parallel", "--ignore <pattern>", "--extensions <names>", "--threads <number>"),
	],
};
