import { changes, everywhere, loads, named, plain, redirects, runs, withRole, writes } from "../option-rows.ts";
import type { CommandForm, InstalledPrograms, OptionRow, ProgramTable } from "../program-table.ts";
import { npmPackages } from "./npm.ts";

const options: readonly OptionRow[] = [
	...withRole("cwd", ["--cwd <directory>"]),
	loads("--use-yarnrc <file>", "loads settings, which name programs"),
	runs("--script-shell <program>", "runs every script with this program"),
	redirects("--registry <url>", "takes packages from another registry"),
	redirects("--proxy <url>", "goes through another host"),
	redirects("--https-proxy <url>", "goes through another host"),
	redirects("--otp <code>", "uses another credential"),
	redirects("--no-strict-ssl", "accepts any certificate"),
	redirects("--prefix <directory>", "installs to another place"),
	writes("--modules-folder <directory>", "installs to another place"),
	writes("--global-folder <directory>", "installs to another place"),
	writes("--link-folder <directory>", "installs to another place"),
	writes("--cache-folder <directory>", "keeps downloads, which are run later, in another place"),
	writes("--preferred-cache-folder <directory>", "keeps downloads, which are run later, in another place"),
	...plain(
		"--mutex <kind>",
		"--network-concurrency <number>",
		"--network-timeout <number>",
		"--cache-control <value>",
		"--har",
		"--emoji [boolean]",
		"--prefer-offline",
		"--production [boolean]",
	),
];

const script: CommandForm = { operands: "data" };
const view: CommandForm = { operands: "data" };
const install: CommandForm = { operands: "data", analyser: npmPackages };
/** `yarn exec` and `yarn NAME` put node_modules/.bin before PATH and fetch nothing; `dlx` always fetches. */
const installed: InstalledPrograms = { places: ["node_modules/.bin"], options: ["--", "-s", "--silent"] };
const launch = named("runs", "runs a program", {
	style: "posix",
	launcher: { needsRule: "runs", why: "yarn runs the program named" },
	options: [runs("-p --package <package>", "fetches this package and runs what it brings")],
});
const account = (why: string): CommandForm => named("redirects", why, { operands: "data" });
const also = (target: string, form: CommandForm): CommandForm => ({ ...form, aliasOf: target });

/** yarn, classic and modern: packages and scripts; a name that is not a command is a script, or else a program of a package. */
export const yarn: ProgramTable = {
	names: ["yarn", "yarnpkg"],
	closed: true,
	runsInstalled: installed,
	abbreviations: false,
	options,
	subcommands: everywhere(options, {
		run: {
			operands: "data",
			options: [
				runs("-T --top-level", "runs a program of the outermost package"),
				runs("-B --binaries-only", "runs a program of a package"),
				runs("--inspect [address]", "opens a debugger's port"),
				runs("--inspect-brk [address]", "opens a debugger's port"),
				runs("--require <file>", "loads this file first"),
			],
		},
		test: script,
		start: script,
		build: script,
		lint: script,
		format: script,
		typecheck: script,
		dev: script,
		install,
		add: install,
		remove: install,
		up: install,
		upgrade: also("up", install),
		"upgrade-interactive": install,
		import: {},
		dedupe: {},
		rebuild: install,
		autoclean: named("changes", "deletes files of packages"),
		check: {},
		audit: view,
		list: view,
		why: view,
		info: view,
		outdated: view,
		licenses: view,
		explain: view,
		versions: {},
		version: { operands: "data" },
		bin: view,
		help: view,
		search: view,
		pack: { options: [writes("-o --out <file>", "writes the archive"), writes("-f --filename <file>", "writes the archive")] },
		"generate-lock-entry": {},
		constraints: { options: [changes("--fix", "rewrites package.json")] },
		workspaces: named("runs", "runs a command in every workspace"),
		workspace: named("runs", "runs a command in another workspace"),
		exec: { ...launch, launcher: { ...launch.launcher, installed } },
		dlx: launch,
		node: named("runs", "runs node", { style: "posix" }),
		create: named("runs", "runs the package create-<name>"),
		init: named("runs", "may run a package", { operands: "data" }),
		link: named("changes", "links packages from outside", install),
		unlink: named("changes", "changes links to packages", install),
		unplug: named("changes", "unpacks a package"),
		patch: named("changes", "unpacks a package for editing"),
		"patch-commit": named("changes", "writes a patch of a package", { operands: "read" }),
		plugin: named("loads", "installs code into yarn itself"),
		policies: named("loads", "replaces yarn by a download"),
		set: named("loads", "replaces yarn by a download, or changes settings"),
		global: named("changes", "installs for the whole machine"),
		config: {
			operands: "data",
			subcommands: {
				get: view,
				list: {},
				current: {},
				set: named("loads", "settings name programs that are run", { operands: "data" }),
				unset: named("changes", "deletes a setting"),
				delete: named("changes", "deletes a setting"),
			},
		},
		cache: {
			subcommands: {
				list: {},
				dir: {},
				clean: named("changes", "deletes the cache"),
				clear: named("changes", "deletes the cache"),
			},
		},
		npm: account("acts on the registry in the user's name"),
		publish: account("publishes a package"),
		login: account("makes a credential"),
		logout: account("deletes a credential"),
		owner: account("changes who may publish"),
		team: account("changes who may publish"),
		tag: account("changes a published package"),
		stage: named("changes", "stages or commits files"),
	}),
};
