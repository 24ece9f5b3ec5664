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
		name: "diff",
		summary: "show what one profile allows and another does not, with examples",
		load: async () => (await import("./commands/diff.ts")).diffCommand,
	},
	{
		name: "test",
		summary: "run the decision tests that lie beside definitions",
		load: async () => (await import("./commands/test.ts")).testCommand,
	},
	{ name: "serve", summary: "serve the playground on this machine", load: async () => (await import("./commands/serve.ts")).serveCommand },
	{
		name: "completion",
		summary: "print the completion script of a shell",
		load: async () => (await import("./commands/completion.ts")).completionCommand,
	},
];
