import type { AnalyserFinding } from "../analyser.ts";
import { codeOperands } from "../operand-analysers.ts";
import { changes, loads, named, plain, reads, redirects, runs, withRole, writes } from "../option-rows.ts";
import type { ProgramTable } from "../program-table.ts";

/** make: runs the recipes of a makefile; a variable on the command line becomes part of them. */
export const make: ProgramTable = {
	names: ["make", "gmake", "gnumake", "bmake"],
	operands: "data",
	targets: true,
	analyser: readMake,
	runsRecipes: true,
	options: [
		runs("-E --eval <text>", "makefile text runs commands", "GTFOBins make"),
		loads("-f --file --makefile <file>", "runs the recipes of another file"),
		loads("-I --include-dir <directory>", "takes included makefiles from another place"),
		loads("-e --environment-overrides", "the environment overrides the makefile"),
		changes("-t --touch", "changes the time of files"),
		...withRole("cwd", ["-C --directory <directory>"]),
		...plain(
			"-j --jobs [number]",
			"-l --load-average --max-load [number]",
			"-o --old-file --assume-old <file>",
			"-W --what-if --new-file --assume-new <file>",
			"-O --output-sync [type]",
			"--debug [flags]",
			"--shuffle [seed]",
			"-d",
			"--trace",
			"--jobserver-auth <descriptors>",
			"--jobserver-style <style>",
			"--no-print-directory",
			"--ignore-errors",
		),
	],
};

/** just, task: run the recipes of a file, as make does. */
export const just: ProgramTable = {
	names: ["just", "task", "go-task", "mask", "invoke", "inv", "doit", "earthly", "dagger"],
	abbreviations: false,
	operands: "data",
	assignments: "runs",
	options: [
		loads("-f --justfile --taskfile --maskfile -c --collection <file>", "runs the recipes of another file"),
		...withRole("cwd", ["-d --working-directory --dir --chdir <directory>"]),
		runs("--shell <program>", "runs the recipes with another shell"),
		runs("--shell-arg <argument>", "runs the recipes in another way"),
		runs("--set <name> <value>", "a variable becomes part of what is run"),
		runs("--chooser <program>", "starts this program"),
		runs("--choose", "starts a program that chooses"),
		runs("--command <command>", "runs a command"),
		runs("-e --edit", "opens the configured editor"),
		loads("--dotenv-path -E --dotenv-filename <file>", "loads variables into the environment"),
		loads("-g --global-justfile --global", "runs the recipes of the user"),
		changes("--init", "writes a file"),
		changes("--fmt", "rewrites the file"),
		...plain(
			"-l --list [module]",
			"--list-all",
			"-a --all",
			"--summary",
			"--show <name>",
			"-s --silent",
			"--dump",
			"--evaluate",
			"--dry-run -n",
			"-v --verbose",
			"-q --quiet",
			"--color <when>",
			"--list-heading <text>",
			"-p --parallel",
			"-C --concurrency <number>",
			"--status",
			"--yes",
		),
	],
};

/** ninja, samurai: run the commands of a build file. */
export const ninja: ProgramTable = {
	names: ["ninja", "samu"],
	style: "gnu",
	operands: "data",
	targets: true,
	options: [
		loads("-f <file>", "runs the commands of another file"),
		...withRole("cwd", ["-C <directory>"]),
		{
			...changes("-t <tool>", "some tools delete files or start a server"),
			except: ["list", "query", "targets", "graph", "commands", "inputs", "deps", "missingdeps", "compdb", "rules"],
		},
		...plain("-j <number>", "-k <number>", "-l <number>", "-d <mode>", "-w <flag>", "-n", "-v --verbose", "--quiet"),
	],
};

/** cmake: prepares and runs builds; its scripts run commands. */
export const cmake: ProgramTable = {
	names: ["cmake"],
	abbreviations: false,
	// What follows goes to make or ninja, where `-f`, `-C`, `--eval` and `NAME=value` choose what runs.
	passesOn:
		"-j\\d*|-[ksnvd]|-l\\d*|\\d+|V=\\d|VERBOSE=\\d|--(?:keep-going|silent|quiet|verbose|no-print-directory|dry-run|jobs=\\d+)|[A-Za-z][\\w.+-]*",
	closedOptions:
		"-[hvN]|-L[AHR]*|--(?:verbose|version|help(?:-[a-z-]+)?|log-context|debug-(?:output|trycompile|find)|trace(?:-expand)?|warn-[a-z-]+|check-system-vars|use-stderr|no-warn-unused-cli|compile-no-warning-as-error|system-information|list-presets)",
	operands: "maybe-read",
	options: [
		runs("-E <tool>", "copies, removes and runs things"),
		runs("-P <script>", "runs a script"),
		loads("-C <file>", "runs a script of settings"),
		{
			...loads("-D <definition>", "settings name compilers and launchers"),
			except: [
				"CMAKE_BUILD_TYPE=*",
				"CMAKE_BUILD_TYPE:STRING=*",
				"CMAKE_EXPORT_COMPILE_COMMANDS=*",
				"CMAKE_VERBOSE_MAKEFILE=*",
				"BUILD_TESTING=*",
				"BUILD_SHARED_LIBS=*",
				"CMAKE_CXX_STANDARD=*",
				"CMAKE_C_STANDARD=*",
				"CMAKE_COLOR_DIAGNOSTICS=*",
			],
		},
		loads("--toolchain <file>", "runs a script that names compilers"),
		loads("--preset <name>", "settings name compilers and launchers"),
		{ ...loads("-G <generator>", "chooses the program that builds"), except: ["Ninja", "Ninja Multi-Config", "Unix Makefiles", "Xcode"] },
		loads("-A <platform>", "chooses the compiler"),
		loads("-T <toolset>", "chooses the compiler"),
		runs("--debugger", "opens a debugger"),
		runs("--open <directory>", "starts a graphical program"),
		redirects("--find-package", "loads packages"),
		changes("--fresh", "deletes the settings of the build"),
		changes("--install <directory>", "installs files"),
		writes("--install-prefix --prefix <directory>", "installs to another place"),
		writes("-B <directory>", "builds in another place"),
		writes("--graphviz <file>", "writes a file"),
		writes("--profiling-output <file>", "writes a file"),
		writes("--trace-redirect <file>", "writes a file"),
		...withRole("cwd", ["-S -H <directory>", "--build <directory>"]),
		...plain(
			"-j --parallel [number]",
			"-t --target <names>",
			"--config <name>",
			"--clean-first",
			"-U <pattern>",
			"--log-level <level>",
			"--log-context",
			"--trace",
			"--trace-format <format>",
			"--trace-source <file>",
			"-W <kind>",
			"--component <name>",
			"--strip",
			"-L",
			"-LA",
			"-LAH",
			"-N",
			"--debug-output",
			"--workflow",
			"--list-presets [type]",
			"--resolve-package-references <mode>",
		),
	],
};

/** ctest: runs the tests that cmake knows. */
export const ctest: ProgramTable = {
	names: ["ctest"],
	abbreviations: false,
	operands: "data",
	options: [
		runs("-S --script <file>", "runs a script"),
		runs("-SP --script-new-process <file>", "runs a script"),
		runs("--build-and-test <source> <build>", "builds and runs another project"),
		runs("--test-command <command>", "runs this command"),
		runs("--build-makeprogram <program>", "runs this program"),
		loads("--overwrite <setting>", "settings name programs"),
		loads("--preset <name>", "settings name programs"),
		loads("--resource-spec-file <file>", "loads settings"),
		redirects("-D --dashboard <mode>", "sends results to another host"),
		redirects("-M --test-model <model>", "sends results to another host"),
		redirects("-T --test-action <action>", "sends results to another host"),
		redirects("--submit-index <number>", "sends results to another host"),
		writes("-O --output-log <file>", "writes a log"),
		writes("--output-junit <file>", "writes a report"),
		...withRole("cwd", ["--test-dir <directory>"]),
		...reads("-A --add-notes <files>", "--extra-submit <files>", "--tests-from-file <file>", "--exclude-from-file <file>"),
		...plain(
			"-C --build-config <name>",
			"-R --tests-regex <regex>",
			"-E --exclude-regex <regex>",
			"-L --label-regex <regex>",
			"-LE --label-exclude <regex>",
			"-FA --fixture-exclude-any <regex>",
			"-j --parallel [number]",
			"-I --tests-information <range>",
			"--timeout <seconds>",
			"--stop-time <time>",
			"--repeat <mode>",
			"--schedule-random",
			"--test-load <number>",
			"-N --show-only [format]",
			"-V --verbose",
			"-VV --extra-verbose",
			"--output-on-failure",
			"--rerun-failed",
			"--no-tests <mode>",
			"--stop-on-failure",
			"--progress",
		),
	],
};

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

const bazelOptions = [
	...["--bazelrc", "--blazerc"].map((name) => loads(`${name} <file>`, "loads settings, which name programs")),
	writes("--output_base <directory>", "builds in another place"),
	writes("--output_user_root <directory>", "builds in another place"),
	runs("--server_javabase <directory>", "runs with another java"),
	loads("--host_jvm_args <arguments>", "options of java load code"),
	...plain("--max_idle_secs <seconds>", "--noworkspace_rc", "--nohome_rc"),
];

/** bazel: builds and tests. */
export const bazel: ProgramTable = {
	names: ["bazel", "bazelisk", "blaze"],
	closed: true,
	abbreviations: false,
	options: bazelOptions,
	subcommands: Object.fromEntries([
		...["build", "test", "query", "cquery", "aquery", "info", "version", "help", "analyze-profile", "coverage"].map(
			(name) =>
				[
					name,
					{
						operands: "data",
						options: [
							runs("--run_under <command>", "runs with this program"),
							loads("--override_repository <repository>", "takes code from another place"),
							loads("--override_module <module>", "takes code from another place"),
							loads("--package_path <path>", "takes code from another place"),
							loads("--action_env <variable>", "changes the environment of what is run"),
							loads("--test_env <variable>", "changes the environment of what is run"),
							loads("--repo_env <variable>", "changes the environment of what is run"),
							runs("--shell_executable <program>", "runs actions with another shell"),
							runs("--workspace_status_command <program>", "runs this program"),
							runs("--credential_helper <program>", "runs this program"),
							redirects("--remote_cache <url>", "takes results from another host"),
							redirects("--remote_executor <url>", "runs on another host"),
							redirects("--bes_backend <url>", "sends results to another host"),
							redirects("--registry <url>", "takes code from another place"),
							writes("--build_event_json_file <file>", "writes a file"),
							writes("--build_event_text_file <file>", "writes a file"),
							writes("--build_event_binary_file <file>", "writes a file"),
							writes("--explain <file>", "writes a file"),
							writes("--profile <file>", "writes a file"),
							writes("--output_file <file>", "writes a file"),
							writes("--disk_cache <directory>", "writes a cache"),
							writes("--symlink_prefix <prefix>", "makes links"),
							loads("--query_file <file>", "reads a query from a file"),
							{ ...loads("--spawn_strategy <name>", "may run without a sandbox"), except: ["sandboxed"] },
							...plain(
								"-c --compilation_mode <mode>",
								"--config <name>",
								"--test_output <mode>",
								"--test_filter <filter>",
								"--test_arg <argument>",
								"--jobs <number>",
								"--output <format>",
								"--define <name>",
								"--keep_going",
								"--test_tag_filters <tags>",
								"--build_tag_filters <tags>",
								"--runs_per_test <number>",
								"--platforms <label>",
							),
						],
					},
				] as const,
		),
		...["run", "mobile-install", "fetch", "sync", "mod", "vendor", "shutdown", "clean", "canonicalize-flags", "dump", "print_action"].map(
			(name) => [name, named("runs", "runs programs or changes the build's state", { operands: "data" })] as const,
		),
	]),
};

/** mix, rebar3: builds and tests of elixir and erlang. */
export const mix: ProgramTable = {
	names: ["mix", "rebar3", "dune", "cabal", "zig", "swiftpm", "gleam", "shards", "nimble"],
	closed: true,
	abbreviations: false,
	subcommands: {
		test: {
			operands: "maybe-read",
			analyser: codeOperands,
			options: [
				loads("-r --require <file>", "loads code first"),
				...plain(
					"--only <tag>",
					"--exclude <tag>",
					"--seed <number>",
					"--max-failures <number>",
					"--cover",
					"--trace",
					"--stale",
					"--failed",
					"--filter <pattern>",
					"--formatter <name>",
				),
			],
		},
		compile: { operands: "data" },
		build: { operands: "data" },
		check: { operands: "data" },
		format: {
			operands: "write",
			options: [
				{ names: ["--check-formatted", "--check"], operandsBecome: "maybe-read" },
				loads("--dot-formatter <file>", "loads settings, which are code"),
			],
		},
		fmt: { operands: "write", options: [{ names: ["--check"], operandsBecome: "maybe-read" }] },
		credo: { operands: "maybe-read", options: [loads("--config-file <file>", "loads settings, which are code")] },
		dialyzer: { operands: "data" },
		deps: { operands: "data" },
		"deps.get": {},
		"deps.tree": {},
		"hex.outdated": {},
		help: { operands: "data" },
		version: {},
		run: { hazard: "runs", why: "runs code", operands: "script" },
		exec: { hazard: "runs", why: "runs a program", operands: "script" },
		eval: { hazard: "runs", why: "runs text as code" },
		clean: { hazard: "changes", why: "deletes the output" },
		install: { hazard: "changes", why: "installs programs" },
		new: { hazard: "changes", why: "writes the files of a project", operands: "write" },
		init: { hazard: "changes", why: "writes the files of a project" },
		publish: { hazard: "redirects", why: "publishes a package" },
		"hex.publish": { hazard: "redirects", why: "publishes a package" },
		repl: { hazard: "runs", why: "runs code from its input" },
		cc: { hazard: "changes", why: "writes files" },
	},
};

/** Judges the operands of make: a variable set on the command line overrides the makefile and ends up in its recipes. */
export function readMake(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return operands.flatMap((operand) => {
		if (operand === null) return [unknownWord];
		if (!operand.includes("=") || isHarmlessSwitch(operand)) return [];
		return [
			{
				kind: "hazard",
				hazard: "runs",
				segment: operand,
				why: "a variable of make becomes part of the commands that it runs (SHELL=, CC=, FLAGS=)",
			} as const,
		];
	});
}

const unknownWord: AnalyserFinding = {
	kind: "ask",
	segment: "",
	why: "the word may set a variable of make, which becomes part of the commands that it runs",
};

// SECURITY: only words that cannot name a program or carry shell text; `.SHELLFLAGS`, SHELL and MAKE… are never switches.
function isHarmlessSwitch(operand: string): boolean {
	const match = /^([A-Z][A-Z0-9_]*)=(?:[0-9]{1,6}|true|false|yes|no|on|off|y|n)$/.exec(operand);
	return match !== null && !/^(SHELL|MAKE.*|GNUMAKEFLAGS|VPATH|CC|CXX|LD|AR)$/.test(match[1] ?? "");
}
