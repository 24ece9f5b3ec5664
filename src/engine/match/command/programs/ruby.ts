import type { CommandForm, ProgramTable } from "../program-table.ts";
import { changes, loads, named, plain, redirects, runs, withRole, writes } from "./option-rows.ts";

/** ruby: runs a script or text. */
export const ruby: ProgramTable = {
	names: ["ruby", "jruby", "truffleruby", "irb"],
	style: "posix",
	abbreviations: false,
	interpreter: { why: "runs a script" },
	operands: ["script", "data"],
	options: [
		runs("-e <code>", "runs text as code", "GTFOBins ruby"),
		loads("-r --require <library>", "loads code first"),
		loads("-I <directory>", "changes which code is loaded"),
		runs("-S", "looks for the script in PATH"),
		runs("-x [directory]", "runs the ruby text inside a file"),
		changes("-i [extension]", "rewrites the files"),
		...withRole("cwd", ["-C -X <directory>"]),
		{ names: ["-c"], operandsBecome: "read" },
		...plain("-E --encoding --external-encoding <encoding>", "-U", "-W [level]", "-F [pattern]", "-0 [octal]", "-K [kind]", "-T [level]", "--enable <features>", "--disable <features>", "--dump <kind>", "--backtrace-limit <number>", "--parser <name>", "-v --version", "-h --help"),
	],
};

const also = (target: string, form: CommandForm): CommandForm => ({ ...form, aliasOf: target });
const launch = named("runs", "runs a program of the bundle", { style: "posix", launcher: { needsRule: "runs", why: "bundle exec runs a program" }, options: [loads("--gemfile <file>", "runs another Gemfile")] });
const account = (why: string): CommandForm => named("redirects", why, { operands: "data" });

/** bundle: the packages of a ruby project. */
export const bundle: ProgramTable = {
	names: ["bundle", "bundler"],
	closed: true,
	abbreviations: false,
	options: [...plain("--no-color", "-r --retry <number>", "-V --verbose")],
	subcommands: {
		exec: launch,
		e: also("exec", launch),
		install: { options: [loads("--gemfile <file>", "runs another Gemfile"), writes("--path <directory>", "installs to another place"), writes("--binstubs [directory]", "writes programs"), redirects("--trust-policy <policy>", "changes what is trusted"), ...plain("-j --jobs <number>", "--with <groups>", "--without <groups>", "--retry <number>")] },
		i: { aliasOf: "install" },
		update: { operands: "data" },
		add: { operands: "data", options: [redirects("--git <url>", "takes a package from another repository"), redirects("--github <name>", "takes a package from another repository"), redirects("--path <directory>", "takes a package from another place"), redirects("-s --source <url>", "takes a package from another index"), ...plain("-v --version <version>", "-g --group <name>", "-r --require <name>")] },
		remove: { operands: "data" },
		check: { options: [loads("--gemfile <file>", "runs another Gemfile")] },
		list: {},
		show: { operands: "data" },
		info: { operands: "data" },
		outdated: { operands: "data" },
		lock: { options: [loads("--gemfile <file>", "runs another Gemfile"), writes("--lockfile <file>", "writes another file")] },
		platform: {},
		doctor: {},
		env: {},
		version: {},
		help: { operands: "data" },
		licenses: {},
		cache: { options: [writes("--cache-path <directory>", "writes to another place")] },
		package: { aliasOf: "cache" },
		config: { operands: "data", subcommands: { get: { operands: "data" }, list: {}, set: named("loads", "settings change where code comes from"), unset: named("changes", "deletes a setting") } },
		clean: named("changes", "removes packages"),
		pristine: named("changes", "installs packages again"),
		open: named("runs", "opens an editor"),
		console: named("runs", "runs code from its input"),
		binstubs: named("changes", "writes programs"),
		gem: named("changes", "writes the files of a project"),
		init: named("changes", "writes a Gemfile"),
		inject: named("changes", "changes the Gemfile"),
		plugin: named("loads", "installs code into bundler itself"),
	},
};

/** gem: packages of ruby. */
export const gem: ProgramTable = {
	names: ["gem"],
	closed: true,
	subcommands: {
		list: { operands: "data" },
		search: { operands: "data" },
		info: { operands: "data" },
		specification: { operands: "data" },
		which: { operands: "data" },
		environment: { operands: "data" },
		outdated: {},
		dependency: { operands: "data" },
		contents: { operands: "data" },
		help: { operands: "data" },
		check: {},
		install: named("runs", "installs packages and builds their extensions", { operands: "maybe-read", options: [writes("-i --install-dir <directory>", "installs to another place"), writes("-n --bindir <directory>", "installs to another place"), redirects("-s --source <url>", "takes packages from another place"), loads("-g --file [file]", "runs a Gemfile"), ...plain("-v --version <version>")] }),
		uninstall: named("changes", "removes packages"),
		update: named("changes", "installs other versions"),
		cleanup: named("changes", "removes packages"),
		build: { operands: "read", options: [writes("-o --output <file>", "writes the package"), ...withRole("cwd", ["-C <directory>"])] },
		unpack: { operands: "data", options: [writes("--target <directory>", "unpacks to another place")] },
		fetch: { operands: "data" },
		exec: named("runs", "fetches and runs a program"),
		open: named("runs", "opens an editor"),
		push: account("publishes a package"),
		yank: account("withdraws a package"),
		owner: account("changes who may publish"),
		signin: account("makes a credential"),
		signout: account("deletes a credential"),
		cert: account("works on credentials"),
		sources: account("changes where packages come from"),
	},
};

/** rake: runs the tasks of a Rakefile. */
export const rake: ProgramTable = {
	names: ["rake"],
	operands: "data",
	assignments: "loads",
	options: [
		runs("-e --execute <code>", "runs text as code"),
		runs("-E --execute-continue <code>", "runs text as code"),
		runs("-p --execute-print <code>", "runs text as code"),
		loads("-f --rakefile [file]", "runs another file"),
		loads("-r --require <module>", "loads code"),
		loads("-I --libdir <directory>", "changes which code is loaded"),
		loads("-R --rakelibdir --rakelib <directory>", "changes which code is loaded"),
		loads("-g --system", "runs the tasks of the user"),
		loads("-C --directory <directory>", "runs another project"),
		...plain("-T --tasks [pattern]", "-D --describe [pattern]", "-W --where [pattern]", "-P --prereqs", "-j --jobs [number]", "-n --dry-run", "-t --trace [place]", "-q --quiet", "-s --silent", "-A --all", "-m --multitask", "-v --verbose [value]", "--rules", "--backtrace [place]", "--comments", "--job-stats [level]", "--suppress-backtrace <pattern>"),
	],
};

/** rspec: runs tests of ruby. */
export const rspec: ProgramTable = {
	names: ["rspec", "minitest", "cucumber"],
	operands: "maybe-read",
	analyser: "code-operands",
	options: [
		loads("-I <directory>", "changes which code is loaded"),
		loads("-r --require <file>", "loads code first"),
		loads("-O --options <file>", "loads options from a file"),
		{ ...loads("-f --format --formatter <name>", "any other name is a class that is loaded"), except: ["progress", "p", "documentation", "d", "html", "h", "json", "j", "failures", "f", "pretty", "summary", "junit"] },
		loads("--drb [port]", "runs in another process"),
		loads("--default-path <path>", "takes tests from another place"),
		writes("-o --out <file>", "writes a report"),
		changes("--init", "writes settings"),
		changes("--bisect [mode]", "runs the tests again and again"),
		...plain("-e --example <text>", "-E --example-matches <regex>", "-t --tag <tag>", "-P --pattern <pattern>", "--exclude-pattern <pattern>", "--order <kind>", "--seed <number>", "-p --profile [number]", "--fail-fast [number]", "--failure-exit-code <number>", "--error-exit-code <number>", "-b --backtrace", "-w --warnings", "--dry-run", "--only-failures", "-n --next-failure", "--color", "--no-color"),
	],
};

/** rubocop and its kin: lint of ruby; settings may be code. */
export const rubocop: ProgramTable = {
	names: ["rubocop", "standardrb", "brakeman", "reek", "erblint"],
	operands: "maybe-read",
	options: [
		loads("-c --config <file>", "settings name code"),
		loads("-r --require <file>", "loads code"),
		loads("--plugin <name>", "loads code"),
		{ ...loads("-f --format <name>", "any other name is a class that is loaded"), except: ["progress", "p", "simple", "s", "clang", "c", "json", "j", "html", "h", "emacs", "e", "files", "fi", "offenses", "o", "quiet", "q", "tap", "t", "worst", "w", "github", "junit", "markdown", "pacman", "fuubar", "fu", "autogenconf", "text"] },
		{ names: ["-a", "--autocorrect", "--auto-correct", "-A", "--autocorrect-all", "--auto-correct-all", "-x", "--fix-layout", "--fix", "--safe-auto-correct"], operandsBecome: "write", why: "rewrites the files" },
		writes("-o --out --output <file>", "writes a report"),
		writes("--cache-root <directory>", "writes a cache"),
		changes("--auto-gen-config --regenerate-todo", "writes settings"),
		changes("--init", "writes settings"),
		runs("--start-server --server --restart-server", "starts a process that stays"),
		runs("--lsp", "starts a server"),
		runs("--editor-mode", "waits for an editor"),
		...plain("--only <cops>", "--except <cops>", "--fail-level <level>", "--display-only-fail-level-offenses", "--stdin <name>", "-s <name>", "--force-exclusion", "--parallel", "-P", "--show-cops [cops]", "--show-docs-url [cops]"),
	],
};

/** rails: commands of a rails application. */
export const rails: ProgramTable = {
	names: ["rails"],
	closed: true,
	subcommands: {
		test: { operands: "maybe-read" },
		"test:system": { operands: "maybe-read" },
		routes: { options: plain("-c --controller <name>", "-g --grep <text>") },
		about: {},
		version: {},
		stats: {},
		notes: {},
		"db:migrate:status": {},
		"zeitwerk:check": {},
		help: { operands: "data" },
		runner: named("runs", "runs text as code"),
		r: named("runs", "runs text as code"),
		console: named("runs", "runs code from its input"),
		c: named("runs", "runs code from its input"),
		dbconsole: named("runs", "starts a database client"),
		server: named("runs", "starts a server"),
		s: named("runs", "starts a server"),
		generate: named("runs", "runs code that writes files"),
		g: named("runs", "runs code that writes files"),
		destroy: named("changes", "deletes files"),
		new: named("runs", "runs a template that writes files"),
		"db:migrate": named("changes", "changes the database"),
		"db:drop": named("changes", "deletes the database"),
		"db:reset": named("changes", "deletes the database"),
		"db:seed": named("changes", "changes the database"),
		"credentials:edit": named("redirects", "opens credentials in an editor"),
		"credentials:show": named("redirects", "shows credentials"),
	},
};
