import type { CommandForm, OptionRow, ProgramTable } from "../program-table.ts";
import { loads, named, plain, redirects, runs, withRole, writes } from "./option-rows.ts";

const launch = (why: string, options: readonly OptionRow[] = []): CommandForm =>
	named("runs", why, { style: "posix", launcher: { needsRule: "runs", why }, options });

/** pipx and conda: programs and environments. */
export const pipx: ProgramTable = {
	names: ["pipx", "conda", "mamba", "micromamba"],
	closed: true,
	subcommands: {
		run: launch("runs a program in another environment", [
			runs("--spec <package>", "fetches this package"),
			runs("--python <program>", "runs with another python"),
			loads("-p --prefix <directory>", "runs in another environment"),
			loads("-n --name <name>", "runs in another environment"),
			...withRole("cwd", ["--cwd <directory>"]),
		]),
		list: { operands: "data", options: plain("-n --name <name>", "-p --prefix <directory>") },
		info: {},
		search: { operands: "data", options: [redirects("-c --channel <url>", "takes packages from another place")] },
		environment: {},
		env: {
			subcommands: {
				list: {},
				export: { options: [writes("-f --file <file>", "writes a file"), ...plain("-n --name <name>")] },
				create: named("changes", "makes an environment"),
				remove: named("changes", "deletes an environment"),
				update: named("changes", "changes an environment"),
				config: named("changes", "changes an environment"),
			},
		},
		install: named("changes", "installs for the user", { operands: "data", analyser: "pip-packages", analysesWords: true }),
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
