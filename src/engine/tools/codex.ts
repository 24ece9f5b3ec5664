import { BASH, defineTools, needed } from "./define-tools.ts";

const APPROVAL = ["justification", "prefix_rule", "timeout_ms", "login"];
/** A request for more than the client's sandbox gives is something that no decision on the command covers. */
const IN_SANDBOX = { sandbox_permissions: ["use_default"] };

/** The tools of the Codex CLI. `additional_permissions` and `with_escalated_permissions` stay undeclared, so that they are refused. */
export const CODEX_TOOLS = defineTools("codex", [
	{
		name: "shell",
		pattern: "command",
		aliasOf: "Bash",
		commands: [needed("command", { shape: "argv" })],
		directories: ["workdir"],
		plain: APPROVAL,
		only: IN_SANDBOX,
	},
	{
		name: "local_shell",
		pattern: "command",
		aliasOf: "Bash",
		commands: [needed("command", { shape: "argv" })],
		directories: ["workdir"],
		plain: APPROVAL,
		only: IN_SANDBOX,
	},
	{
		name: "container.exec",
		pattern: "command",
		aliasOf: "Bash",
		commands: [needed("command", { shape: "argv" })],
		directories: ["workdir"],
		plain: APPROVAL,
		only: IN_SANDBOX,
	},
	{
		name: "shell_command",
		pattern: "command",
		aliasOf: "Bash",
		commands: [needed("command")],
		directories: ["workdir"],
		plain: APPROVAL,
		only: IN_SANDBOX,
	},
	{
		// `shell` may name a program that is not a shell.
		name: "exec_command",
		pattern: "command",
		aliasOf: "Bash",
		commands: [needed("cmd")],
		directories: ["workdir"],
		plain: [...APPROVAL, "tty", "yield_time_ms", "max_output_tokens"],
		only: { ...IN_SANDBOX, shell: BASH },
	},
	// Keys typed into a running program: what they do cannot be told.
	{ name: "write_stdin", pattern: "none", shell: true, plain: ["session_id", "chars", "yield_time_ms", "max_output_tokens"] },
	{
		name: "apply_patch",
		pattern: "path",
		writes: [needed("input", { shape: "patch" }), { argument: "patchText", shape: "patch", insteadOf: "input" }],
	},
	{ name: "update_plan", pattern: "none", plain: ["plan", "explanation"] },
	{ name: "view_image", pattern: "path", reads: [needed("path")], plain: ["detail"] },
	{ name: "web_search", pattern: "none", plain: ["query", "action"] },
	{ name: "list_dir", pattern: "path", reads: [needed("dir_path")], plain: ["offset", "limit", "depth"] },
	{
		name: "grep_files",
		pattern: "path",
		reads: [{ argument: "path", tree: true, defaultsToCwd: true }],
		plain: ["pattern", "include", "limit"],
	},
	{ name: "request_user_input", pattern: "none", plain: ["questions"] },
	{ name: "list_mcp_resources", pattern: "none", plain: ["server", "cursor"] },
	{ name: "list_mcp_resource_templates", pattern: "none", plain: ["server", "cursor"] },
	{ name: "read_mcp_resource", pattern: "none", plain: ["server"] },
	{
		name: "spawn_agent",
		pattern: "agent",
		profiles: ["agent_type"],
		plain: ["message", "items", "task_name", "fork_context", "model", "reasoning_effort"],
	},
	{
		name: "send_input",
		pattern: "agent",
		targets: [needed("target"), { argument: "id", insteadOf: "target" }],
		plain: ["message", "items", "interrupt"],
	},
	{ name: "send_message", pattern: "agent", targets: [needed("target")], plain: ["message"] },
	{ name: "resume_agent", pattern: "agent", targets: [needed("id")] },
	{ name: "wait_agent", pattern: "agent", targets: [{ argument: "targets", shape: "list" }], plain: ["timeout_ms"] },
	{ name: "close_agent", pattern: "agent", targets: [needed("target"), { argument: "id", insteadOf: "target" }] },
]);
