import type { ToolEntry } from "../language/index.ts";
import { BASH, defineServedTools, defineTools, EVERYONE, needed, OWNERS, PEOPLE } from "./define-tools.ts";

const CLIPBOARD_RANGE = ["key", "scope", "start_line", "end_line", "short_description", "tags", "ttl_seconds"];

/** NEXUS's tools for other agents, which writ serves itself (writ.ts names them again for the model context protocol). */
export const NEXUS_SERVED = defineServedTools("nexus", [
	{
		name: "nexus_send",
		pattern: "agent",
		needs: "agent_messaging",
		targets: [needed("agent_id")],
		plain: ["content", "wait", "timeout_seconds", "in_reply_to"],
		served: { gate: "target", scopes: EVERYONE, words: "nexus", sends: true },
	},
	{
		name: "nexus_status",
		pattern: "agent",
		needs: "agent_messaging",
		targets: ["agent_id"],
		served: { gate: "target", scopes: EVERYONE, words: "nexus" },
	},
	{
		name: "nexus_cancel",
		pattern: "agent",
		needs: "agent_messaging",
		targets: [needed("agent_id")],
		plain: ["request_id"],
		served: { gate: "target", scopes: EVERYONE, words: "nexus" },
	},
	{
		name: "nexus_create",
		pattern: "agent",
		needs: "spawn_agents",
		profiles: ["preset"],
		reads: ["cwd"],
		writes: [{ argument: "allowed_write_paths", shape: "list" }],
		plain: ["agent_id", "disable_tools", "model", "system_prompt", "initial_message", "wait_for_initial_response", "fit"],
		served: { gate: "spawn", makes: "agent_id", scopes: EVERYONE, role: "creator", words: "nexus", act: "make-agent" },
	},
	{
		name: "nexus_destroy",
		pattern: "agent",
		needs: "spawn_agents",
		targets: [needed("agent_id")],
		served: { gate: "spawner", also: "target", scopes: OWNERS, words: "nexus", act: "end-agent", freeForSelf: true },
	},
	{ name: "nexus_shutdown", pattern: "none", served: { gate: "person", scopes: PEOPLE, role: "admin", words: "nexus" } },
]);

/**
 * The tools of NEXUS3 that it runs itself. A name that Gemini or opencode use too stands here once, with the arguments of each
 * (`path` is NEXUS's, `file_path`, `absolute_path` and `dir_path` are Gemini's).
 */
const RUN_BY_NEXUS = defineTools("nexus", [
	// Reading
	{
		name: "read_file",
		pattern: "path",
		reads: [needed("path"), { argument: "file_path", insteadOf: "path" }, { argument: "absolute_path", insteadOf: "path" }],
		plain: ["offset", "limit", "start_line", "end_line", "line_numbers"],
	},
	{ name: "tail", pattern: "path", reads: [needed("path")], plain: ["lines"] },
	{ name: "file_info", pattern: "path", reads: [needed("path")] },
	{
		name: "list_directory",
		pattern: "path",
		reads: [
			{ argument: "path", defaultsToCwd: true },
			{ argument: "dir_path", insteadOf: "path" },
		],
		plain: ["all", "long", "ignore", "respect_git_ignore", "file_filtering_options"],
	},
	{
		name: "glob",
		pattern: "path",
		reads: [
			{ argument: "path", defaultsToCwd: true },
			{ argument: "dir_path", insteadOf: "path" },
			needed("pattern", { glob: true, within: "path" }),
		],
		plain: ["max_results", "recursive", "kind", "exclude", "case_sensitive", "respect_git_ignore", "respect_gemini_ignore"],
	},
	{
		name: "grep",
		pattern: "path",
		reads: [{ argument: "path", tree: true, defaultsToCwd: true }],
		plain: ["pattern", "recursive", "ignore_case", "max_matches", "include", "context"],
	},
	{
		name: "search_text",
		pattern: "path",
		reads: [{ argument: "path", tree: true, defaultsToCwd: true }],
		plain: ["pattern", "recursive", "ignore_case", "max_matches", "include", "context"],
	},
	{
		name: "outline",
		pattern: "path",
		reads: [needed("path", { tree: true })],
		plain: "file_type language parser depth preview signatures line_numbers tokens symbol diff recursive".split(" "),
	},
	{
		// It writes the joined text beside what it reads, under a name of its own.
		name: "concat_files",
		pattern: "path",
		reads: [{ argument: "path", tree: true, defaultsToCwd: true }],
		writes: [{ argument: "path", tree: true, defaultsToCwd: true }],
		plain: ["extensions", "exclude", "lines", "max_total", "format", "sort", "gitignore", "dry_run"],
	},

	// Writing
	{
		name: "write_file",
		pattern: "path",
		writes: [needed("path"), { argument: "file_path", insteadOf: "path" }],
		plain: ["content", "modified_by_user", "ai_proposed_content"],
	},
	{
		name: "edit_file",
		pattern: "path",
		writes: [needed("path"), { argument: "edits", shape: "objects", field: "path" }],
		plain: ["old_string", "new_string", "replace_all"],
	},
	{
		name: "edit_lines",
		pattern: "path",
		writes: [needed("path"), { argument: "edits", shape: "objects", field: "path" }],
		plain: ["start_line", "end_line", "new_content"],
	},
	{ name: "append_file", pattern: "path", writes: [needed("path")], plain: ["content", "newline"] },
	{
		name: "regex_replace",
		pattern: "path",
		writes: [needed("path")],
		plain: ["pattern", "replacement", "count", "ignore_case", "multiline", "dotall"],
	},
	{
		name: "patch",
		pattern: "path",
		reads: ["diff_file"],
		writes: [needed("path"), { argument: "target", insteadOf: "path" }, { argument: "patchText", shape: "patch", insteadOf: "path" }],
		plain: ["diff", "mode", "fidelity_mode", "fuzzy_threshold", "dry_run"],
	},
	{ name: "copy_file", pattern: "path", reads: [needed("source")], writes: [needed("destination")], plain: ["overwrite"] },
	{ name: "mkdir", pattern: "path", writes: [needed("path")] },
	// A move deletes its source.
	{ name: "rename", pattern: "path", writes: [needed("source"), needed("destination")], plain: ["overwrite"] },

	// Running
	{
		name: "bash_safe",
		pattern: "command",
		aliasOf: "Bash",
		commands: [needed("command", { shape: "words" })],
		directories: ["cwd"],
		plain: ["timeout"],
	},
	{
		name: "exec",
		pattern: "command",
		aliasOf: "Bash",
		commands: [needed("program", { shape: "argv", rest: "args" })],
		directories: ["cwd"],
		plain: ["timeout"],
	},
	{
		name: "shell_UNSAFE",
		pattern: "command",
		aliasOf: "Bash",
		commands: [needed("command")],
		directories: ["cwd"],
		plain: ["timeout"],
		only: { shell: BASH },
	},
	{
		name: "git",
		pattern: "command",
		commands: [needed("command", { shape: "words", before: ["git"] })],
		directories: ["cwd"],
	},
	// Python is not a shell: it can only be allowed or refused as a whole.
	{ name: "run_python", pattern: "path", reads: ["cwd"], plain: ["code", "timeout"] },
	{ name: "sleep", pattern: "none", plain: ["seconds", "label"] },
	{ name: "list_processes", pattern: "none", plain: ["query", "limit", "offset", "user", "command"] },
	{ name: "get_process", pattern: "none", plain: ["pid", "port"] },
	{ name: "kill_process", pattern: "none", plain: ["pid", "signal", "force", "tree"] },

	// Clipboard
	{ name: "copy", pattern: "path", reads: [needed("source")], plain: CLIPBOARD_RANGE },
	{ name: "cut", pattern: "path", reads: [needed("source")], writes: [needed("source")], plain: CLIPBOARD_RANGE },
	{
		name: "paste",
		pattern: "path",
		writes: [needed("target")],
		plain: ["key", "scope", "mode", "line_number", "start_line", "end_line", "marker", "create_if_missing"],
	},
	{ name: "clipboard_list", pattern: "none", plain: ["scope", "verbose", "tags", "any_tags"] },
	{ name: "clipboard_get", pattern: "none", plain: ["key", "scope", "start_line", "end_line"] },
	{ name: "clipboard_update", pattern: "path", reads: ["source"], plain: [...CLIPBOARD_RANGE, "content", "new_key"] },
	{ name: "clipboard_delete", pattern: "none", plain: ["key", "scope"] },
	{ name: "clipboard_clear", pattern: "none", plain: ["scope", "confirm"] },
	{ name: "clipboard_search", pattern: "none", plain: ["query", "scope", "max_results"] },
	{ name: "clipboard_tag", pattern: "none", plain: ["action", "name", "entry_key", "scope", "description"] },
	{ name: "clipboard_export", pattern: "path", writes: [needed("path")], plain: ["scope", "tags"] },
	{ name: "clipboard_import", pattern: "path", reads: [needed("path")], plain: ["scope", "conflict", "dry_run"] },
]);

/** The tools of NEXUS3. */
export const NEXUS_TOOLS: readonly ToolEntry[] = [...RUN_BY_NEXUS, ...NEXUS_SERVED];
