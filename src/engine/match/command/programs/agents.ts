import type { ProgramTable } from "../program-table.ts";
import { loads, plain, redirects, runs } from "./option-rows.ts";

/** Agents: whatever they are told, they can do with the rights of the caller. */
export const agents: ProgramTable = {
	names: ["claude", "codex", "gemini", "opencode", "aider", "cursor-agent", "copilot", "crush", "qwen", "auggie", "droid", "continue", "cn", "plandex", "q", "kiro-cli", "llm", "ollama", "sgpt", "aichat", "mods", "interpreter", "openhands", "cline", "roo", "kilocode"],
	abbreviations: false,
	interpreter: { why: "starts an agent, which can do whatever it is told" },
	hazard: "runs",
	why: "starts an agent, which can do whatever it is told",
	operands: "script",
	options: [
		runs("-p --print --prompt -q --query -m --message <text>", "tells the agent what to do"),
		runs("--dangerously-skip-permissions --yolo --dangerously-bypass-approvals-and-sandbox --full-auto --yes-always", "the agent asks nobody"),
		redirects("--permission-mode --approval-mode --ask-for-approval --sandbox <mode>", "changes what the agent may do"),
		redirects("--allowedTools --allowed-tools --tools <tools>", "changes what the agent may do"),
		redirects("--add-dir --include-directories <directories>", "widens what the agent may touch"),
		loads("--mcp-config --settings --config -c <place>", "settings name programs that are run"),
		loads("--agents --plugin-dir <place>", "loads instructions and code"),
		redirects("--permission-prompt-tool <tool>", "changes who is asked"),
		...plain("--version", "--help", "--model <name>"),
	],
};
