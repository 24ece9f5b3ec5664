import type { CommandForm, OptionRow, ProgramTable } from "../program-table.ts";
import { changes, everywhere, loads, named, plain, reads, redirects, runs, withRole, writes } from "./option-rows.ts";

const ruffOptions: readonly OptionRow[] = [
	loads("--config <file-or-setting>", "loads settings"),
	writes("--cache-dir <directory>", "writes a cache"),
	writes("-o --output-file <file>", "writes a report"),
	...plain("--select <rules>", "--ignore <rules>", "--extend-select <rules>", "--extend-ignore <rules>", "--fixable <rules>", "--unfixable <rules>", "--extend-fixable <rules>", "--per-file-ignores <map>", "--extend-per-file-ignores <map>", "--exclude <paths>", "--extend-exclude <paths>", "--target-version <version>", "--line-length <number>", "--output-format <format>", "--stdin-filename <name>", "--extension <map>", "--range <range>", "--color <when>", "--show-fixes", "--isolated"),
];

/** ruff: lint and format of python. */
export const ruff: ProgramTable = {
	names: ["ruff"],
	closed: true,
	abbreviations: false,
	options: ruffOptions,
	subcommands: everywhere(ruffOptions, {
		check: {
			operands: "maybe-read",
			analyser: "response-files",
			defaultOperand: ".",
			options: [
				{ names: ["--fix", "--unsafe-fixes", "--fix-only"], operandsBecome: "write", why: "rewrites the files" },
				{ names: ["--add-noqa"], value: "optional", operandsBecome: "write", why: "rewrites the files" },
				...plain("--no-fix", "--diff", "--watch"),
			],
		},
		format: {
			operands: "write",
			analyser: "response-files",
			defaultOperand: ".",
			options: [{ names: ["--check", "--diff"], operandsBecome: "maybe-read" }],
		},
		rule: { operands: "data" },
		config: { operands: "data" },
		linter: {},
		version: {},
		help: {},
		analyze: { operands: "maybe-read" },
		clean: named("changes", "deletes caches"),
		server: named("runs", "starts a process that stays"),
	}),
};

/** black: rewrites python files unless it only checks. */
export const black: ProgramTable = {
	names: ["black", "isort", "autopep8", "yapf", "autoflake", "pyupgrade", "docformatter"],
	operands: "write",
	options: [
		{ names: ["--check", "--check-only", "-c", "--diff", "-d", "--list-files"], operandsBecome: "maybe-read" },
		loads("--config --settings-path --settings-file --sp --settings <file>", "loads settings"),
		loads("--style <style-or-file>", "loads settings"),
		...plain("-l --line-length --line-width --max-line-length <number>", "-t --target-version <version>", "--include <pattern>", "--exclude <pattern>", "--extend-exclude <pattern>", "--force-exclude <pattern>", "--stdin-filename <name>", "-W --workers <number>", "--required-version <version>", "--profile <name>", "-p --project <name>", "-s --skip <file>", "--skip-glob <glob>", "-j --jobs <number>"),
	],
};

/** mypy: checks types; its plug-ins are code. */
export const mypy: ProgramTable = {
	names: ["mypy", "dmypy"],
	operands: "maybe-read",
	analyser: "response-files",
	options: [
		loads("--config-file <file>", "loads settings, which name plug-ins"),
		runs("--python-executable <program>", "runs this program"),
		runs("--install-types", "installs packages"),
		loads("--custom-typeshed-dir <directory>", "takes types from another place"),
		loads("--plugin <name>", "loads code"),
		writes("--cache-dir <directory>", "writes a cache"),
		writes("--junit-xml <file>", "writes a report"),
		writes("--any-exprs-report <directory>", "writes reports"),
		writes("--cobertura-xml-report <directory>", "writes reports"),
		writes("--html-report <directory>", "writes reports"),
		writes("--linecount-report <directory>", "writes reports"),
		writes("--linecoverage-report <directory>", "writes reports"),
		writes("--lineprecision-report <directory>", "writes reports"),
		writes("--txt-report <directory>", "writes reports"),
		writes("--xml-report <directory>", "writes reports"),
		writes("--xslt-html-report <directory>", "writes reports"),
		writes("--xslt-txt-report <directory>", "writes reports"),
		writes("--timing-stats <file>", "writes a file"),
		writes("--line-checking-stats <file>", "writes a file"),
		...reads("--shadow-file <source> <shadow>"),
		...plain("-m --module <module>", "-p --package <package>", "-c --command <text>", "--python-version <version>", "--platform <name>", "--exclude <pattern>", "--follow-imports <mode>", "--disable-error-code <name>", "--enable-error-code <name>", "--always-true <name>", "--always-false <name>", "--num-workers -n <number>", "--junit-format <format>", "-O --output <format>", "--show-column-numbers", "--strict", "--no-incremental", "--package-root <directory>"),
	],
};

/** Other checkers of python: plug-ins and settings are code. */
export const pythonLinters: ProgramTable = {
	names: ["flake8", "pylint", "pyflakes", "pycodestyle", "pydocstyle", "bandit", "pyright", "basedpyright", "vulture", "ty", "pyre", "radon", "interrogate"],
	operands: "maybe-read",
	options: [
		loads("-c --config --append-config --rcfile --configfile --ini <file>", "loads settings, which name code"),
		loads("--load-plugins <modules>", "loads code"),
		loads("--enable-extensions <names>", "loads code"),
		loads("--require-plugins <names>", "loads code"),
		runs("--init-hook <code>", "runs text as code"),
		loads("-p --project <file>", "loads settings"),
		runs("--pythonpath --python <program>", "runs this program"),
		loads("-v --venvpath <directory>", "takes packages from another place"),
		loads("--typeshedpath --typeshed-path <directory>", "takes types from another place"),
		writes("-o --output --output-file --tee-file <file>", "writes a report"),
		writes("--createstub <name>", "writes files"),
		changes("--writebaseline", "writes a file"),
		changes("--generate-rcfile-to <file>", "writes a file"),
		{ names: ["--fix"], operandsBecome: "write", why: "rewrites the files" },
		...plain("--select <rules>", "--ignore <rules>", "--extend-ignore <rules>", "--extend-select <rules>", "--max-line-length <number>", "--max-complexity <number>", "--exclude <patterns>", "--filename <patterns>", "--per-file-ignores <map>", "-j --jobs <number>", "--format <format>", "-f <format>", "--disable <rules>", "-d <rules>", "--enable <rules>", "-e <rules>", "--output-format <format>", "--msg-template <text>", "--fail-under <number>", "--ignore-patterns <patterns>", "--ignore-paths <patterns>", "--level <level>", "--pythonversion <version>", "--pythonplatform <name>", "--threads [number]", "--outputjson", "-l", "--severity-level <level>", "--min-confidence <number>"),
	],
};

const toxOptions: readonly OptionRow[] = [
	loads("-c --conf <file>", "loads settings, which name programs"),
	loads("-x --override <setting>", "changes settings, which name programs"),
	...withRole("cwd", ["--root <directory>"]),
	writes("--workdir <directory>", "makes environments in another place"),
	writes("--temp-dir <directory>", "writes files"),
	writes("--result-json <file>", "writes a report"),
	runs("--discover <program>", "runs with another python"),
	loads("--installpkg <file>", "installs this package"),
	redirects("-i --index-url <url>", "takes packages from another index"),
	loads("--force-dep <dependency>", "installs other packages"),
	loads("--devenv <directory>", "makes an environment"),
	...plain("-e --env <names>", "-m <labels>", "-f <factors>", "-p --parallel <number>", "--colored <when>", "-s --skip-missing-interpreters <mode>", "--skip-env <pattern>", "--hashseed <number>", "--runner <name>", "--stderr-color <color>", "-r --recreate", "--pre"),
];

/** tox: runs the commands that the project's settings name, in environments of their own. */
export const tox: ProgramTable = {
	names: ["tox"],
	closed: true,
	options: toxOptions,
	subcommands: everywhere(toxOptions, {
		run: { operands: "data" },
		r: { operands: "data", aliasOf: "run" },
		"run-parallel": { operands: "data" },
		p: { operands: "data", aliasOf: "run-parallel" },
		list: {},
		l: { aliasOf: "list" },
		config: {},
		c: { aliasOf: "config" },
		depends: {},
		legacy: { operands: "data" },
		quickstart: named("changes", "writes settings"),
		devenv: named("changes", "makes an environment", { operands: "write" }),
		exec: named("runs", "runs a command", { launcher: { needsRule: "runs", why: "tox exec runs a command in an environment" } }),
		e: { ...named("runs", "runs a command", { launcher: { needsRule: "runs", why: "tox exec runs a command in an environment" } }), aliasOf: "exec" },
	}),
};

/** nox: runs the sessions of noxfile.py. */
export const nox: ProgramTable = {
	names: ["nox"],
	operands: "data",
	options: [
		loads("-f --noxfile <file>", "runs this file"),
		runs("-P --force-python --extra-pythons --extra-python <version>", "runs with another python"),
		writes("--envdir <directory>", "makes environments in another place"),
		writes("--report <file>", "writes a report"),
		...plain("-s -e --sessions --session <names>", "-k --keywords <expression>", "-t --tags <names>", "-p --pythons --python <versions>", "-db --default-venv-backend <name>", "-fb --force-venv-backend <name>"),
	],
};

const launch = (why: string, options: readonly OptionRow[] = []): CommandForm => named("runs", why, { style: "posix", launcher: { needsRule: "runs", why }, options });
const account = (why: string): CommandForm => named("redirects", why, { operands: "data" });

const uvOptions: readonly OptionRow[] = [
	...withRole("cwd", ["--directory <directory>"]),
	loads("--project <directory>", "takes the settings of another project"),
	loads("--config-file <file>", "loads settings"),
	runs("-p --python <program>", "runs with another python"),
	redirects("--index <url>", "takes packages from another index"),
	redirects("--default-index <url>", "takes packages from another index"),
	redirects("-i --index-url <url>", "takes packages from another index"),
	redirects("--extra-index-url <url>", "takes packages from another index"),
	redirects("-f --find-links <url-or-path>", "takes packages from another place"),
	redirects("--allow-insecure-host --trusted-host <host>", "accepts any certificate of a host"),
	redirects("--native-tls", "trusts other certificates"),
	runs("--keyring-provider <name>", "runs a program for credentials"),
	loads("-C --config-setting --config-settings <setting>", "passes options to the build"),
	loads("--no-build-isolation", "builds with the packages that are there"),
	writes("--cache-dir <directory>", "keeps downloads, which are run later, in another place"),
	...plain("--color <when>", "--resolution <mode>", "--prerelease <mode>", "--fork-strategy <mode>", "--exclude-newer <date>", "--link-mode <mode>", "--index-strategy <mode>", "--python-preference <mode>", "--no-index", "--no-config", "--python-platform <name>", "--python-version <version>", "-P --upgrade-package <name>", "--reinstall-package <name>", "--refresh-package <name>", "--extra <name>", "--group <name>", "--no-group <name>", "--only-group <name>", "--package <name>", "--no-binary-package <name>", "--no-build-package <name>"),
];

const uvInstall: CommandForm = {
	operands: "maybe-read",
	analyser: "pip-packages",
	options: [
		...reads("-r --requirements --requirement <file>", "-c --constraints --constraint <file>", "-e --editable <path>", "--overrides --override <file>", "-b --build-constraints <file>"),
		writes("-t --target <directory>", "installs to another place"),
		writes("--prefix <directory>", "installs to another place"),
		writes("-o --output-file <file>", "writes a file"),
		changes("--system", "changes the system's python"),
		changes("--break-system-packages", "changes the system's python"),
		...plain("--branch <name>", "--tag <name>", "--rev <revision>", "--optional <name>", "--marker <text>", "--bounds <kind>"),
	],
};

/** uv: packages, environments and programs of python. */
export const uv: ProgramTable = {
	names: ["uv"],
	closed: true,
	abbreviations: false,
	options: uvOptions,
	subcommands: everywhere(uvOptions, {
		run: launch("uv run runs a program in the project's environment", [
			runs("-m --module <module>", "runs a module"),
			runs("-s --script", "runs a script"),
			runs("--gui-script", "runs a script"),
			loads("--with <package>", "fetches this package"),
			loads("--with-editable <path>", "loads code from a path"),
			loads("--with-requirements <file>", "fetches packages"),
			loads("--env-file <file>", "loads variables into the environment"),
		]),
		tool: {
			subcommands: {
				run: launch("uv tool run fetches a package and runs the program it brings", [runs("--from <package>", "fetches this package"), loads("--with <package>", "fetches this package")]),
				install: named("changes", "installs a program for the user", uvInstall),
				upgrade: named("changes", "installs other versions"),
				uninstall: named("changes", "removes a program"),
				list: {},
				dir: {},
				"update-shell": named("changes", "changes the shell's start files"),
			},
		},
		pip: {
			subcommands: {
				install: uvInstall,
				sync: { ...uvInstall, operands: "read" },
				compile: { ...uvInstall, operands: "read" },
				uninstall: { operands: "data", options: [...reads("-r --requirements <file>"), changes("--system", "changes the system's python")] },
				list: {},
				freeze: {},
				show: { operands: "data" },
				tree: {},
				check: {},
			},
		},
		add: uvInstall,
		remove: { operands: "data" },
		sync: uvInstall,
		lock: {},
		export: { options: [writes("-o --output-file <file>", "writes a file"), ...plain("--format <format>", "--prune <name>", "--no-emit-package <name>")] },
		tree: { options: plain("-d --depth <number>", "--prune <name>") },
		version: { operands: "data", options: plain("--bump <part>", "--output-format <format>") },
		venv: { operands: "write", options: plain("--prompt <text>") },
		build: { operands: "maybe-read", options: [writes("-o --out-dir <directory>", "writes packages")] },
		format: { options: [{ names: ["--check", "--diff"] }] },
		init: named("changes", "writes the files of a project", { operands: "write" }),
		python: { subcommands: { list: {}, find: {}, dir: {}, install: named("changes", "installs another python"), uninstall: named("changes", "removes a python"), upgrade: named("changes", "installs another python"), pin: named("changes", "chooses another python") } },
		cache: { subcommands: { dir: {}, size: {}, clean: named("changes", "deletes the cache"), prune: named("changes", "deletes the cache") } },
		self: { subcommands: { version: {}, update: named("runs", "replaces uv by a download") } },
		help: { operands: "data" },
		publish: account("publishes a package"),
		auth: account("makes and shows credentials"),
		"generate-shell-completion": {},
	}),
};

/** uvx and pipx run: fetch a package and run the program it brings. */
export const uvx: ProgramTable = {
	names: ["uvx"],
	style: "posix",
	abbreviations: false,
	launcher: { needsRule: "runs", why: "it fetches a package and runs the program it brings" },
	options: [runs("--from <package>", "fetches this package"), loads("--with <package>", "fetches this package"), loads("--with-requirements <file>", "fetches packages"), loads("--env-file <file>", "loads variables into the environment"), ...uvOptions],
};

const projectOptions: readonly OptionRow[] = [
	...withRole("cwd", ["-C --directory <directory>"]),
	loads("-P --project <directory>", "takes the settings of another project"),
	loads("-c --config <file>", "loads settings"),
	runs("--python <program>", "runs with another python"),
	redirects("--source <name>", "takes packages from another index"),
	redirects("-i --index --pypi-mirror --extra-pip-args <value>", "takes packages from another index"),
	...plain("--with <groups>", "--without <groups>", "--only <groups>", "-G --group <name>", "-E --extras <names>", "-e --env <name>"),
];

/** poetry and its kin: packages and environments of a python project. */
export const poetry: ProgramTable = {
	names: ["poetry", "pdm", "pipenv", "hatch", "rye", "pixi"],
	closed: true,
	options: projectOptions,
	subcommands: everywhere(projectOptions, {
		run: launch("runs a program in the project's environment", [loads("-s --site-packages", "loads other packages")]),
		shell: named("runs", "starts a shell"),
		test: { operands: "maybe-read" },
		fmt: {},
		lint: {},
		install: { operands: "data" },
		sync: { operands: "data" },
		add: { operands: "maybe-read", analyser: "pip-packages", options: [changes("-g --global", "installs for the user"), ...plain("--platform <name>", "--optional")] },
		remove: { operands: "data" },
		uninstall: { operands: "data" },
		update: { operands: "data" },
		upgrade: { operands: "data" },
		lock: {},
		check: {},
		show: { operands: "data", options: plain("-T --top-level", "-o --outdated", "-l --latest") },
		list: { operands: "data" },
		graph: {},
		outdated: {},
		info: {},
		about: {},
		version: { operands: "data" },
		search: { operands: "data" },
		build: { options: [writes("-o --output <directory>", "writes packages"), writes("-d --dest <directory>", "writes packages"), ...plain("-f --format <format>", "-t --target <target>")] },
		export: { options: [writes("-o --output <file>", "writes a file"), ...plain("-f --format <format>")] },
		requirements: {},
		env: { subcommands: { info: {}, list: {}, show: {}, find: {}, activate: {}, use: named("changes", "chooses another python"), remove: named("changes", "deletes environments"), create: named("changes", "makes an environment"), prune: named("changes", "deletes environments"), run: launch("runs a program in an environment") } },
		dep: { subcommands: { show: {}, hash: {} } },
		config: named("redirects", "changes where packages come from, and credentials", { operands: "data" }),
		source: named("redirects", "changes where packages come from", { operands: "data" }),
		self: named("loads", "installs code into the program itself"),
		plugin: named("loads", "installs code into the program itself"),
		cache: named("changes", "deletes from the cache"),
		new: named("changes", "writes the files of a project", { operands: "write" }),
		init: named("changes", "writes the files of a project"),
		python: named("changes", "installs another python"),
		publish: account("publishes a package"),
		verify: {},
		help: { operands: "data" },
	}),
};

/** pipx and conda: programs and environments. */
export const pipx: ProgramTable = {
	names: ["pipx", "conda", "mamba", "micromamba"],
	closed: true,
	subcommands: {
		run: launch("runs a program in another environment", [runs("--spec <package>", "fetches this package"), runs("--python <program>", "runs with another python"), loads("-p --prefix <directory>", "runs in another environment"), loads("-n --name <name>", "runs in another environment"), ...withRole("cwd", ["--cwd <directory>"])]),
		list: { operands: "data", options: plain("-n --name <name>", "-p --prefix <directory>") },
		info: {},
		search: { operands: "data", options: [redirects("-c --channel <url>", "takes packages from another place")] },
		environment: {},
		env: { subcommands: { list: {}, export: { options: [writes("-f --file <file>", "writes a file"), ...plain("-n --name <name>")] }, create: named("changes", "makes an environment"), remove: named("changes", "deletes an environment"), update: named("changes", "changes an environment"), config: named("changes", "changes an environment") } },
		install: named("changes", "installs for the user", { operands: "data", analyser: "pip-packages" }),
		inject: named("changes", "installs for the user"),
		upgrade: named("changes", "installs other versions"),
		"upgrade-all": named("changes", "installs other versions"),
		uninstall: named("changes", "removes programs"),
		remove: named("changes", "removes packages"),
		create: named("changes", "makes an environment"),
		update: named("changes", "installs other versions"),
		config: named("redirects", "changes where packages come from"),
		ensurepath: named("changes", "changes the shell's start files"),
		init: named("changes", "changes the shell's start files"),
		clean: named("changes", "deletes caches"),
		activate: named("loads", "changes the environment"),
	},
};

/** coverage: runs a script and measures it, or reports. */
export const coverage: ProgramTable = {
	names: ["coverage"],
	closed: true,
	subcommands: {
		run: named("runs", "runs a script", {
			style: "posix",
			operands: ["script", "data"],
			options: [
				{ ...runs("-m --module <module>", "runs a module"), delegates: true },
				loads("--rcfile <file>", "loads settings, which name plug-ins"),
				writes("--data-file <file>", "writes a file"),
				...plain("--concurrency <kind>", "--context <name>", "--include <patterns>", "--omit <patterns>", "--source <names>"),
			],
		}),
		report: report(),
		html: report(writes("-d --directory <directory>", "writes pages")),
		xml: report(writes("-o <file>", "writes a report")),
		json: report(writes("-o <file>", "writes a report")),
		lcov: report(writes("-o <file>", "writes a report")),
		annotate: report(writes("-d --directory <directory>", "writes files")),
		combine: { operands: "read", options: [writes("--data-file <file>", "writes a file"), loads("--rcfile <file>", "loads settings")] },
		erase: named("changes", "deletes the measurements"),
		debug: { operands: "data" },
		help: { operands: "data" },
	},
};

function report(...more: readonly OptionRow[]): CommandForm {
	return {
		operands: "maybe-read",
		options: [loads("--rcfile <file>", "loads settings, which name plug-ins"), ...reads("--data-file <file>"), ...more, ...plain("--include <patterns>", "--omit <patterns>", "--fail-under <number>", "--contexts <patterns>", "--format <format>", "--precision <number>", "--sort <column>", "-m --show-missing", "--title <text>")],
	};
}
