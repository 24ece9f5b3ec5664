import { changes, everywhere, loads, named, plain, reads, redirects, runs, withRole, writes } from "../option-rows.ts";
import type { CommandForm, InstalledPrograms, OptionRow, ProgramTable } from "../program-table.ts";
import { pipPackages } from "./pip.ts";

const launch = (why: string, options: readonly OptionRow[] = [], installed?: InstalledPrograms): CommandForm =>
	named("runs", why, { style: "posix", launcher: { needsRule: "runs", why, installed }, options });

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
	...plain(
		"--color <when>",
		"--resolution <mode>",
		"--prerelease <mode>",
		"--fork-strategy <mode>",
		"--exclude-newer <date>",
		"--link-mode <mode>",
		"--index-strategy <mode>",
		"--python-preference <mode>",
		"--no-index",
		"--no-config",
		"--python-platform <name>",
		"--python-version <version>",
		"-P --upgrade-package <name>",
		"--reinstall-package <name>",
		"--refresh-package <name>",
		"--extra <name>",
		"--group <name>",
		"--no-group <name>",
		"--only-group <name>",
		"--package <name>",
		"--no-binary-package <name>",
		"--no-build-package <name>",
	),
];

const uvInstall: CommandForm = {
	operands: "maybe-read",
	analyser: pipPackages,
	analysesWords: true,
	options: [
		...reads(
			"-r --requirements --requirement <file>",
			"-c --constraints --constraint <file>",
			"-e --editable <path>",
			"--overrides --override <file>",
			"-b --build-constraints <file>",
		),
		writes("-t --target <directory>", "installs to another place"),
		writes("--prefix <directory>", "installs to another place"),
		writes("-o --output-file <file>", "writes a file"),
		changes("--system", "changes the system's python"),
		changes("--break-system-packages", "changes the system's python"),
		...plain("--branch <name>", "--tag <name>", "--rev <revision>", "--optional <name>", "--marker <text>", "--bounds <kind>"),
	],
};

const runOptions: readonly OptionRow[] = [
	runs("-m --module <module>", "runs a module"),
	runs("-s --script", "runs a script"),
	runs("--gui-script", "runs a script"),
	loads("--with <package>", "fetches this package"),
	loads("--with-editable <path>", "loads code from a path"),
	loads("--with-requirements <file>", "fetches packages"),
	loads("--env-file <file>", "loads variables into the environment"),
];

/** uv brings the environment up to date with the lock file first, and then puts its directory of programs before PATH. */
const installed: InstalledPrograms = {
	places: [".venv/bin", "venv/bin"],
	options: ["--", "--frozen", "--locked", "--offline", "--no-sync", "-q", "--quiet", "--all-extras", "--all-groups", "--dev", "--no-dev"],
};

/** uv: packages, environments and programs of python. */
export const uv: ProgramTable = {
	names: ["uv"],
	closed: true,
	abbreviations: false,
	options: uvOptions,
	subcommands: everywhere(uvOptions, {
		run: launch("uv run runs a program in the project's environment", runOptions, installed),
		tool: {
			subcommands: {
				run: launch("uv tool run fetches a package and runs the program it brings", [
					runs("--from <package>", "fetches this package"),
					loads("--with <package>", "fetches this package"),
				]),
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
				uninstall: {
					operands: "data",
					options: [...reads("-r --requirements <file>"), changes("--system", "changes the system's python")],
				},
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
		export: {
			options: [
				writes("-o --output-file <file>", "writes a file"),
				...plain("--format <format>", "--prune <name>", "--no-emit-package <name>"),
			],
		},
		tree: { options: plain("-d --depth <number>", "--prune <name>") },
		version: { operands: "data", options: plain("--bump <part>", "--output-format <format>") },
		venv: { operands: "write", options: plain("--prompt <text>") },
		build: { operands: "maybe-read", options: [writes("-o --out-dir <directory>", "writes packages")] },
		format: { options: [{ names: ["--check", "--diff"] }] },
		init: named("changes", "writes the files of a project", { operands: "write" }),
		python: {
			subcommands: {
				list: {},
				find: {},
				dir: {},
				install: named("changes", "installs another python"),
				uninstall: named("changes", "removes a python"),
				upgrade: named("changes", "installs another python"),
				pin: named("changes", "chooses another python"),
			},
		},
		cache: {
			subcommands: { dir: {}, size: {}, clean: named("changes", "deletes the cache"), prune: named("changes", "deletes the cache") },
		},
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
	options: [
		runs("--from <package>", "fetches this package"),
		loads("--with <package>", "fetches this package"),
		loads("--with-requirements <file>", "fetches packages"),
		loads("--env-file <file>", "loads variables into the environment"),
		...uvOptions,
	],
};
