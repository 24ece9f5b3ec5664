import { defineTools, needed } from "./define-tools.ts";

/** The tools that the Claude CLI brings, older and newer clients together. */
export const CLAUDE_TOOLS = defineTools("claude", [
	// Files
	{ name: "Read", pattern: "path", reads: [needed("file_path")], plain: ["offset", "limit", "pages"] },
	{ name: "Write", pattern: "path", writes: [needed("file_path")], plain: ["content"] },
	{ name: "Edit", pattern: "path", writes: [needed("file_path")], plain: ["old_string", "new_string", "replace_all"] },
	{
		name: "NotebookEdit",
		pattern: "path",
		writes: [needed("notebook_path")],
		plain: ["cell_id", "cell_number", "new_source", "cell_type", "edit_mode"],
	},
	{
		// SECURITY: the pattern itself may be absolute or climb with `..`, so it is a path besides being a filter.
		name: "Glob",
		pattern: "path",
		reads: [{ argument: "path", defaultsToCwd: true }, needed("pattern", { glob: true, within: "path" })],
	},
	{
		name: "Grep",
		pattern: "path",
		reads: [{ argument: "path", tree: true, defaultsToCwd: true }],
		plain: ["pattern", "glob", "type", "output_mode", "head_limit", "offset", "multiline", "context", "-A", "-B", "-C", "-i", "-n", "-o"],
	},
	{ name: "LSP", pattern: "path", reads: [needed("filePath")], plain: ["operation", "line", "character", "query"] },

	// Commands
	{
		name: "Bash",
		pattern: "command",
		commands: [needed("command")],
		plain: ["description", "timeout", "run_in_background"],
		only: { dangerouslyDisableSandbox: [false] },
	},
	{ name: "BashOutput", pattern: "none", plain: ["bash_id", "filter"] },
	{ name: "KillShell", pattern: "none", plain: ["shell_id"] },
	{ name: "KillBash", pattern: "none", aliasOf: "KillShell", plain: ["shell_id"] },
	{
		name: "Monitor",
		pattern: "command",
		commands: ["command"],
		hosts: [{ argument: "ws", shape: "object", field: "url" }],
		plain: ["description", "timeout_ms", "persistent"],
	},
	// A language other than the shell's: it can only be allowed as a whole or word for word, and refused as a whole.
	{
		name: "PowerShell",
		pattern: "text",
		shell: true,
		named: ["command"],
		plain: ["command", "description", "timeout", "run_in_background"],
	},
	{ name: "REPL", pattern: "none", plain: ["code", "description", "timeout"] },

	// The web
	{ name: "WebFetch", pattern: "domain", hosts: [needed("url")], plain: ["prompt"] },
	{ name: "WebSearch", pattern: "none", plain: ["query", "allowed_domains", "blocked_domains"] },
	{
		name: "Artifact",
		pattern: "path",
		reads: ["file_path"],
		hosts: ["url"],
		plain: ["action", "favicon", "limit", "scope", "title", "description", "label", "force"],
	},

	// Agents
	{
		name: "Task",
		pattern: "agent",
		profiles: ["subagent_type"],
		plain: ["description", "prompt", "model", "resume", "run_in_background", "max_turns", "name", "team_name", "mode", "isolation"],
	},
	{
		name: "Agent",
		pattern: "agent",
		aliasOf: "Task",
		profiles: ["subagent_type"],
		plain: ["description", "prompt", "model", "resume", "run_in_background", "max_turns", "name", "team_name", "mode", "isolation"],
	},
	{ name: "SendMessage", pattern: "agent", targets: [needed("to")], plain: ["message", "summary", "type"] },
	{ name: "TeamCreate", pattern: "none", plain: ["team_name", "description", "agent_type"] },
	{ name: "TeamDelete", pattern: "none", plain: [] },
	{
		name: "Workflow",
		pattern: "path",
		reads: ["scriptPath"],
		plain: ["script", "name", "description", "title", "args", "resumeFromRunId"],
	},

	// Lists of work
	{ name: "TodoWrite", pattern: "none", plain: ["todos"] },
	{ name: "TaskCreate", pattern: "none", plain: ["subject", "description", "activeForm", "metadata"] },
	{ name: "TaskGet", pattern: "none", plain: ["taskId"] },
	{ name: "TaskList", pattern: "none", plain: [] },
	{
		name: "TaskUpdate",
		pattern: "none",
		plain: ["taskId", "subject", "description", "activeForm", "status", "addBlocks", "addBlockedBy", "owner", "metadata"],
	},
	{ name: "TaskOutput", pattern: "none", plain: ["task_id", "block", "timeout"] },
	{ name: "TaskStop", pattern: "none", plain: ["task_id", "shell_id"] },

	// The session
	{ name: "ExitPlanMode", pattern: "none", plain: ["plan", "allowedPrompts"] },
	{ name: "EnterPlanMode", pattern: "none", plain: [] },
	{ name: "EnterWorktree", pattern: "path", writes: [{ argument: "path", tree: true }], plain: ["name"] },
	{ name: "ExitWorktree", pattern: "none", plain: ["action", "discard_changes"] },
	{ name: "AskUserQuestion", pattern: "none", plain: ["questions", "answers", "annotations", "metadata"] },
	// `command` is the name of a prompt, not a program.
	{ name: "SlashCommand", pattern: "name", named: ["command"], plain: ["command"] },
	{ name: "Skill", pattern: "name", named: ["skill", "command"], plain: ["skill", "command", "args"] },
	{ name: "ToolSearch", pattern: "none", plain: ["query", "max_results"] },
	{ name: "ReportFindings", pattern: "none", plain: ["level", "findings"] },
	{ name: "PushNotification", pattern: "none", plain: ["message", "status"] },
	{ name: "CronCreate", pattern: "none", plain: ["cron", "prompt", "recurring", "durable"] },
	{ name: "CronDelete", pattern: "none", plain: ["id"] },
	{ name: "CronList", pattern: "none", plain: [] },
	{ name: "ScheduleWakeup", pattern: "none", plain: ["delaySeconds", "reason", "prompt", "stop"] },
	{ name: "RemoteTrigger", pattern: "none", plain: ["action", "trigger_id", "session_id", "cursor"] },

	// Servers of the model context protocol: `uri` stays undeclared, so that it is reported as unchecked.
	{ name: "ListMcpResourcesTool", pattern: "none", plain: ["server"] },
	{ name: "ReadMcpResourceTool", pattern: "none", plain: ["server"] },
	{ name: "WaitForMcpServers", pattern: "none", plain: [] },
]);
