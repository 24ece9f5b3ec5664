import type { ProgramTable } from "../program-table.ts";
import { loads, named, plain, redirects, runs, writes } from "./option-rows.ts";

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
