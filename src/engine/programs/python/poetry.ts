import { changes, everywhere, loads, named, plain, redirects, runs, withRole, writes } from "../option-rows.ts";
import type { CommandForm, InstalledPrograms, OptionRow, ProgramTable } from "../program-table.ts";
import { pipPackages } from "./pip.ts";

const launch = (why: string, options: readonly OptionRow[] = [], installed?: InstalledPrograms): CommandForm =>
	named("runs", why, { style: "posix", launcher: { needsRule: "runs", why, installed }, options });

/** They put the environment's directory of programs before PATH and fetch nothing; only one inside the project can be looked at. */
const installed: InstalledPrograms = { places: [".venv/bin", "venv/bin"], options: ["--", "-q", "--quiet"] };

const account = (why: string): CommandForm => named("redirects", why, { operands: "data" });

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
		run: launch("runs a program in the project's environment", [loads("-s --site-packages", "loads other packages")], installed),
		shell: named("runs", "starts a shell"),
		test: { operands: "maybe-read" },
		fmt: {},
		lint: {},
		install: { operands: "data" },
		sync: { operands: "data" },
		add: {
			operands: "maybe-read",
			analyser: pipPackages,
			analysesWords: true,
			options: [changes("-g --global", "installs for the user"), ...plain("--platform <name>", "--optional")],
		},
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
		build: {
			options: [
				writes("-o --output <directory>", "writes packages"),
				writes("-d --dest <directory>", "writes packages"),
				...plain("-f --format <format>", "-t --target <target>"),
			],
		},
		export: { options: [writes("-o --output <file>", "writes a file"), ...plain("-f --format <format>")] },
		requirements: {},
		env: {
			subcommands: {
				info: {},
				list: {},
				show: {},
				find: {},
				activate: {},
				use: named("changes", "chooses another python"),
				remove: named("changes", "deletes environments"),
				create: named("changes", "makes an environment"),
				prune: named("changes", "deletes environments"),
				run: launch("runs a program in an environment"),
			},
		},
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
