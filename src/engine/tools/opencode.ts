import { defineTools, needed } from "./define-tools.ts";

/** The tools of opencode; `glob`, `grep`, `patch` and `apply_patch` stand with NEXUS's and Codex's of that name. */
export const OPENCODE_TOOLS = defineTools("opencode", [
	{ name: "read", pattern: "path", reads: [needed("filePath")], plain: ["offset", "limit"] },
	{ name: "write", pattern: "path", writes: [needed("filePath")], plain: ["content"] },
	{ name: "edit", pattern: "path", writes: [needed("filePath")], plain: ["oldString", "newString", "replaceAll"] },
	{
		name: "multiedit",
		pattern: "path",
		writes: [needed("filePath"), { argument: "edits", shape: "objects", field: "filePath" }],
	},
	{
		name: "bash",
		pattern: "command",
		aliasOf: "Bash",
		commands: [needed("command")],
		directories: ["workdir"],
		plain: ["description", "timeout"],
	},
	{ name: "list", pattern: "path", reads: [{ argument: "path", defaultsToCwd: true }], plain: ["ignore"] },
	{ name: "webfetch", pattern: "domain", aliasOf: "WebFetch", hosts: [needed("url")], plain: ["format", "timeout"] },
	{
		name: "websearch",
		pattern: "none",
		aliasOf: "WebSearch",
		plain: ["query", "numResults", "livecrawl", "type", "contextMaxCharacters"],
	},
	{ name: "codesearch", pattern: "none", plain: ["query", "tokensNum"] },
	{ name: "todowrite", pattern: "none", aliasOf: "TodoWrite", plain: ["todos"] },
	{ name: "todoread", pattern: "none", aliasOf: "TodoRead", plain: [] },
	{
		name: "task",
		pattern: "agent",
		aliasOf: "Task",
		profiles: ["subagent_type"],
		plain: ["description", "prompt", "session_id", "task_id", "command"],
	},
	{ name: "lsp", pattern: "path", reads: [needed("filePath")], plain: ["operation", "line", "character", "query"] },
	{ name: "skill", pattern: "none", plain: ["name"] },
	{ name: "question", pattern: "none", plain: ["questions"] },
	{ name: "plan_exit", pattern: "none", plain: [] },
]);
