import type { ProgramTable } from "../program-table.ts";
import { loads, named, plain, redirects, withRole } from "./option-rows.ts";

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
				...plain(
					"-b --browser <name>",
					"-e --env <variables>",
					"-s --spec <files>",
					"--tag <tag>",
					"-o --reporter-options <options>",
					"-p --port <port>",
					"--parallel",
					"--group <name>",
					"--ci-build-id <id>",
					"-q --quiet",
				),
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
