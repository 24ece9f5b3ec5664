import { RUN } from "./run/run-subcommand.ts";
import type { Subcommand } from "./subcommand.ts";

/** Every subcommand, in the order in which the help shows them. */
export const SUBCOMMANDS: readonly Subcommand[] = [
	{
		name: "decide",
		summary: "answer requests, one JSON object a line",
		load: async () => (await import("./commands/decide.ts")).decideCommand,
	},
	{
		name: "explain",
		summary: "say what is decided for one request, and why",
		load: async () => (await import("./commands/explain.ts")).explainCommand,
	},
	{ name: "check", summary: "find every problem in definitions", load: async () => (await import("./commands/check.ts")).checkCommand },
	{
		name: "compose",
		summary: "show a profile as it takes effect, each line with its origin",
		load: async () => (await import("./commands/compose.ts")).composeCommand,
	},
	{
		name: "profile",
		summary: "see the profiles that can be used here",
		load: async () => (await import("./commands/profile.ts")).profileCommand,
	},
	{
		name: "diff",
		summary: "show what one profile allows and another does not, with examples",
		load: async () => (await import("./commands/diff.ts")).diffCommand,
	},
	{
		name: "test",
		summary: "run the decision tests that lie beside definitions",
		load: async () => (await import("./commands/test.ts")).testCommand,
	},
	{
		name: "learn",
		summary: "make the smallest profile that allows what an agent did",
		load: async () => (await import("./commands/learn.ts")).learnCommand,
	},
	{
		name: "replay",
		summary: "try a definition on the recorded decisions",
		load: async () => (await import("./commands/replay.ts")).replayCommand,
	},
	RUN,
	{
		name: "serve",
		summary: "serve the authority and the playground on this machine",
		load: async () => (await import("./commands/serve.ts")).serveCommand,
	},
	{
		name: "open",
		summary: "open the page in your browser",
		load: async () => (await import("./commands/open.ts")).openCommand,
	},
	{
		name: "mcp",
		summary: "offer the tools of a server on standard input and output",
		load: async () => (await import("./commands/mcp.ts")).mcpCommand,
	},
	{ name: "agent", summary: "start, see, reach and end agents", load: async () => (await import("./commands/agent.ts")).agentCommand },
	{ name: "edge", summary: "say who may talk to whom", load: async () => (await import("./commands/edge.ts")).edgeCommand },
	{ name: "group", summary: "put agents under one name for edges", load: async () => (await import("./commands/group.ts")).groupCommand },
	{ name: "grant", summary: "widen an agent's writ for a while", load: async () => (await import("./commands/grant.ts")).grantCommand },
	{
		name: "approval",
		summary: "answer the questions that wait for a person",
		load: async () => (await import("./commands/approval.ts")).approvalCommand,
	},
	{
		name: "key",
		summary: "make and end keys of people, agents and systems",
		load: async () => (await import("./commands/key.ts")).keyCommand,
	},
	{
		name: "sandbox",
		summary: "see and make the directories of agents",
		load: async () => (await import("./commands/sandbox.ts")).sandboxCommand,
	},
	{ name: "audit", summary: "read, follow and verify the ledger", load: async () => (await import("./commands/audit.ts")).auditCommand },
	{
		name: "setting",
		summary: "see and change settings of the server",
		load: async () => (await import("./commands/setting.ts")).settingCommand,
	},
	{
		name: "checkpoint",
		summary: "write everything but the ledger into a file, and read it back",
		load: async () => (await import("./commands/checkpoint.ts")).checkpointCommand,
	},
	{
		name: "doctor",
		summary: "find out how strongly this machine confines a process",
		load: async () => (await import("./commands/doctor.ts")).doctorCommand,
	},
	{
		name: "completion",
		summary: "print the completion script of a shell",
		load: async () => (await import("./commands/completion.ts")).completionCommand,
	},
];
