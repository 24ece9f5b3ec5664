import type { ProgramTable } from "../program-table.ts";
import { changes, loads, named, plain, reads, redirects, runs, withRole, writes } from "./option-rows.ts";

/** cmake: prepares and runs builds; its scripts run commands. */
export const cmake: ProgramTable = {
	names: ["cmake"],
	abbreviations: false,
	operands: "maybe-read",
	options: [
		runs("-E <tool>", "copies, removes and runs things"),
		runs("-P <script>", "runs a script"),
		loads("-C <file>", "runs a script of settings"),
		{ ...loads("-D <definition>", "settings name compilers and launchers"), except: ["CMAKE_BUILD_TYPE=*", "CMAKE_BUILD_TYPE:STRING=*", "CMAKE_EXPORT_COMPILE_COMMANDS=*", "CMAKE_VERBOSE_MAKEFILE=*", "BUILD_TESTING=*", "BUILD_SHARED_LIBS=*", "CMAKE_CXX_STANDARD=*", "CMAKE_C_STANDARD=*", "CMAKE_COLOR_DIAGNOSTICS=*"] },
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
		...plain("-j --parallel [number]", "-t --target <names>", "--config <name>", "--clean-first", "-U <pattern>", "--log-level <level>", "--log-context", "--trace", "--trace-format <format>", "--trace-source <file>", "-W <kind>", "--component <name>", "--strip", "-L", "-LA", "-LAH", "-N", "--debug-output", "--workflow", "--list-presets [type]", "--resolve-package-references <mode>"),
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
		...plain("-C --build-config <name>", "-R --tests-regex <regex>", "-E --exclude-regex <regex>", "-L --label-regex <regex>", "-LE --label-exclude <regex>", "-FA --fixture-exclude-any <regex>", "-j --parallel [number]", "-I --tests-information <range>", "--timeout <seconds>", "--stop-time <time>", "--repeat <mode>", "--schedule-random", "--test-load <number>", "-N --show-only [format]", "-V --verbose", "-VV --extra-verbose", "--output-on-failure", "--rerun-failed", "--no-tests <mode>", "--stop-on-failure", "--progress"),
	],
};

/** ninja, samurai: run the commands of a build file. */
export const ninja: ProgramTable = {
	names: ["ninja", "samu"],
	style: "gnu",
	operands: "data",
	options: [
		loads("-f <file>", "runs the commands of another file"),
		...withRole("cwd", ["-C <directory>"]),
		{ ...changes("-t <tool>", "some tools delete files or start a server"), except: ["list", "query", "targets", "graph", "commands", "inputs", "deps", "missingdeps", "compdb", "rules"] },
		...plain("-j <number>", "-k <number>", "-l <number>", "-d <mode>", "-w <flag>", "-n", "-v --verbose", "--quiet"),
	],
};

/** meson: prepares and runs builds. */
export const meson: ProgramTable = {
	names: ["meson"],
	closed: true,
	subcommands: {
		setup: named("runs", "runs the project's build files", { operands: ["write", "read"], options: [loads("--native-file <file>", "settings name programs"), loads("--cross-file <file>", "settings name programs"), loads("-D <option>", "changes settings"), writes("--prefix <directory>", "installs to another place")] }),
		compile: { operands: "data", options: [...withRole("cwd", ["-C <directory>"]), loads("--ninja-args <arguments>", "passes options to ninja"), loads("--vs-args <arguments>", "passes options to the builder"), loads("--xcode-args <arguments>", "passes options to the builder"), ...plain("-j --jobs <number>", "-l --load-average <number>")] },
		test: { operands: "data", options: [...withRole("cwd", ["-C <directory>"]), runs("--wrapper --wrap <program>", "runs tests with this program"), runs("--gdb", "starts a debugger"), runs("--gdb-path <program>", "starts this program"), loads("--test-args <arguments>", "passes words to the tests"), writes("--logbase <name>", "writes logs"), ...plain("--suite <name>", "--no-suite <name>", "--repeat <number>", "-j --num-processes <number>", "-t --timeout-multiplier <number>", "--setup <name>", "--maxfail <number>")] },
		introspect: { operands: "read" },
		configure: { operands: "data", options: [loads("-D <option>", "changes settings")] },
		format: { operands: "maybe-read", options: [{ names: ["-i", "--inplace"], operandsBecome: "write", why: "rewrites the files" }, writes("-o --output <file>", "writes a file"), loads("-c --configuration <file>", "loads settings")] },
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
		...["build", "test", "query", "cquery", "aquery", "info", "version", "help", "analyze-profile", "coverage"].map((name) => [
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
					...plain("-c --compilation_mode <mode>", "--config <name>", "--test_output <mode>", "--test_filter <filter>", "--test_arg <argument>", "--jobs <number>", "--output <format>", "--define <name>", "--keep_going", "--test_tag_filters <tags>", "--build_tag_filters <tags>", "--runs_per_test <number>", "--platforms <label>"),
				],
			},
		] as const),
		...["run", "mobile-install", "fetch", "sync", "mod", "vendor", "shutdown", "clean", "canonicalize-flags", "dump", "print_action"].map((name) => [name, named("runs", "runs programs or changes the build's state", { operands: "data" })] as const),
	]),
};
