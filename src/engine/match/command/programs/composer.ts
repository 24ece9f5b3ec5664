import type { CommandForm, OptionRow, ProgramTable } from "../program-table.ts";
import { everywhere, named, plain, redirects, withRole, writes } from "./option-rows.ts";

const options: readonly OptionRow[] = [
	...withRole("cwd", ["-d --working-dir <directory>"]),
	redirects("--repository --repository-url <url>", "takes packages from another place"),
	...plain("--no-plugins", "--no-scripts", "-n --no-interaction", "--profile", "--no-cache"),
];

const launch = named("runs", "runs a program of a package", {
	style: "posix",
	launcher: { needsRule: "runs", why: "composer exec runs a program" },
});

const also = (target: string, form: CommandForm): CommandForm => ({ ...form, aliasOf: target });

const install: CommandForm = {
	operands: "data",
	options: plain("--prefer-install <kind>", "--apcu-autoloader-prefix <text>", "--ignore-platform-req <name>", "-W", "--dev"),
};

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
		archive: {
			operands: "data",
			options: [
				writes("--dir <directory>", "writes the archive"),
				writes("--file <file>", "writes the archive"),
				...plain("-f --format <format>"),
			],
		},
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
