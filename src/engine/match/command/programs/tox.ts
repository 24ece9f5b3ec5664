import type { OptionRow, ProgramTable } from "../program-table.ts";
import { everywhere, loads, named, plain, redirects, runs, withRole, writes } from "./option-rows.ts";

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
	...plain(
		"-e --env <names>",
		"-m <labels>",
		"-f <factors>",
		"-p --parallel <number>",
		"--colored <when>",
		"-s --skip-missing-interpreters <mode>",
		"--skip-env <pattern>",
		"--hashseed <number>",
		"--runner <name>",
		"--stderr-color <color>",
		"-r --recreate",
		"--pre",
	),
];

/** tox: runs the commands that the project's settings name, in environments of their own. */
export const tox: ProgramTable = {
	names: ["tox"],
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
		e: {
			...named("runs", "runs a command", { launcher: { needsRule: "runs", why: "tox exec runs a command in an environment" } }),
			aliasOf: "exec",
		},
	}),
};
