import type { ProgramTable } from "../program-table.ts";
import { loads, named, plain, runs, withRole, writes } from "./option-rows.ts";

/** meson: prepares and runs builds. */
export const meson: ProgramTable = {
	names: ["meson"],
	closed: true,
	subcommands: {
		setup: named("runs", "runs the project's build files", {
			operands: ["write", "read"],
			options: [
				loads("--native-file <file>", "settings name programs"),
				loads("--cross-file <file>", "settings name programs"),
				loads("-D <option>", "changes settings"),
				writes("--prefix <directory>", "installs to another place"),
			],
		}),
		compile: {
			operands: "data",
			options: [
				...withRole("cwd", ["-C <directory>"]),
				loads("--ninja-args <arguments>", "passes options to ninja"),
				loads("--vs-args <arguments>", "passes options to the builder"),
				loads("--xcode-args <arguments>", "passes options to the builder"),
				...plain("-j --jobs <number>", "-l --load-average <number>"),
			],
		},
		test: {
			operands: "data",
			options: [
				...withRole("cwd", ["-C <directory>"]),
				runs("--wrapper --wrap <program>", "runs tests with this program"),
				runs("--gdb", "starts a debugger"),
				runs("--gdb-path <program>", "starts this program"),
				loads("--test-args <arguments>", "passes words to the tests"),
				writes("--logbase <name>", "writes logs"),
				...plain(
					"--suite <name>",
					"--no-suite <name>",
					"--repeat <number>",
					"-j --num-processes <number>",
					"-t --timeout-multiplier <number>",
					"--setup <name>",
					"--maxfail <number>",
				),
			],
		},
		introspect: { operands: "read" },
		configure: { operands: "data", options: [loads("-D <option>", "changes settings")] },
		format: {
			operands: "maybe-read",
			options: [
				{ names: ["-i", "--inplace"], operandsBecome: "write", why: "rewrites the files" },
				writes("-o --output <file>", "writes a file"),
				loads("-c --configuration <file>", "loads settings"),
			],
		},
		help: {},
		install: named("changes", "installs files"),
		dist: named("runs", "runs the project's scripts"),
		devenv: named("runs", "starts a shell or a program"),
		wrap: named("loads", "fetches code"),
		subprojects: named("loads", "fetches code"),
		init: named("changes", "writes the files of a project"),
		rewrite: named("changes", "rewrites the build files"),
	},
};
