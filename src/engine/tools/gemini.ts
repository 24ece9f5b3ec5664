import { defineTools, needed } from "./define-tools.ts";

/** The tools of the Gemini CLI; `read_file`, `write_file`, `list_directory` and `glob` stand with NEXUS's of that name. */
export const GEMINI_TOOLS = defineTools("gemini", [
	{
		name: "read_many_files",
		pattern: "path",
		reads: [
			needed("include", { shape: "text-or-list", glob: true, tree: true }),
			{ argument: "paths", shape: "list", glob: true, tree: true, insteadOf: "include" },
		],
		plain: ["exclude", "recursive", "useDefaultExcludes", "file_filtering_options"],
	},
	{
		name: "replace",
		pattern: "path",
		writes: [needed("file_path")],
		plain: [
			"old_string",
			"new_string",
			"instruction",
			"expected_replacements",
			"allow_multiple",
			"modified_by_user",
			"ai_proposed_content",
		],
	},
	{
		name: "search_file_content",
		pattern: "path",
		reads: [
			{ argument: "path", tree: true, defaultsToCwd: true },
			{ argument: "dir_path", tree: true, insteadOf: "path" },
		],
		plain: ["pattern", "include", "case_sensitive", "context", "after", "before", "fixed_strings", "no_ignore"],
	},
	{
		name: "grep_search",
		pattern: "path",
		reads: [
			{ argument: "dir_path", tree: true, defaultsToCwd: true },
			{ argument: "path", tree: true, insteadOf: "dir_path" },
		],
		plain:
			"pattern include include_pattern exclude_pattern names_only max_matches_per_file total_max_matches case_sensitive context after before fixed_strings no_ignore".split(
				" ",
			),
	},
	{
		name: "run_shell_command",
		pattern: "command",
		aliasOf: "Bash",
		commands: [needed("command")],
		directories: ["dir_path", { argument: "directory", insteadOf: "dir_path" }],
		plain: ["description", "is_background"],
	},
	{
		name: "web_fetch",
		pattern: "domain",
		hosts: [needed("prompt", { shape: "urls" }), { argument: "url", insteadOf: "prompt" }],
	},
	{ name: "google_web_search", pattern: "none", plain: ["query"] },
	{ name: "save_memory", pattern: "none", plain: ["fact"] },
	{ name: "write_todos", pattern: "none", plain: ["todos"] },
	{ name: "ask_user", pattern: "none", plain: ["questions"] },
	{ name: "activate_skill", pattern: "none", plain: ["name"] },
	// A page of the client's own manual, not of the disk.
	{ name: "get_internal_docs", pattern: "none", plain: ["path"] },
	{ name: "enter_plan_mode", pattern: "none", plain: ["reason"] },
	{ name: "exit_plan_mode", pattern: "path", reads: ["plan_path", { argument: "plan_filename", insteadOf: "plan_path" }], plain: ["plan"] },
	{ name: "update_topic", pattern: "none", plain: ["title", "summary"] },
	{ name: "complete_task", pattern: "none", plain: ["result"] },
	{ name: "codebase_investigator", pattern: "none", plain: ["objective"] },
	{ name: "delegate_to_agent", pattern: "agent", profiles: ["agent_name"], plain: ["objective", "query", "question"] },
]);
