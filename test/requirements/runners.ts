/** What the specification says of how a message becomes work. */
export const RUNNER_REQUIREMENTS: readonly { readonly id: string; readonly source: string; readonly behaviour: string }[] = [
	{
		id: "runner-command",
		source: "DESIGN.md §4",
		behaviour: "a program per message: the message on stdin, the answer on stdout, recorded",
	},
	{
		id: "runner-command-confined",
		source: "wire.md §2 Spawn",
		behaviour: "the program runs in the agent's sandbox; the runner injects a key, which ends with the work",
	},
	{
		id: "runner-command-failed",
		source: "wire.md §2 Messages",
		behaviour: "a program that fails gives the sender its own retryable answer",
	},
	{ id: "runner-command-bounds", source: "wire.md §2 Messages", behaviour: "an answer is bounded in size and time" },
	{
		id: "runner-order",
		source: "wire.md §2 Messages",
		behaviour: "one message at a time per agent, order kept; a wait that is too long is a deadline and the message stays",
	},
	{ id: "runner-stop", source: "wire.md §2, §8 case 65", behaviour: "a stop ends the program; the message comes again after the start" },
	{ id: "runner-terminate", source: "wire.md §2 Terminate", behaviour: "messages of an ended agent return undeliverable" },
	{
		id: "runner-nowait",
		source: "wire.md §2 Messages",
		behaviour: "wait is the default for other runners than mailbox, and can be left out",
	},
	{ id: "runner-chosen-by-admin", source: "wire.md §1", behaviour: "no agent chooses a runner, nor a person without the right" },
	{ id: "runner-level", source: "wire.md §2 Status", behaviour: "a machine too weak for the writ refuses the agent at spawn, whole" },
	{ id: "runner-unknown", source: "DESIGN.md §2", behaviour: "an unknown runner, and one that is not built, is refused with its reason" },
	{ id: "runner-http", source: "DESIGN.md §4", behaviour: "a listening program gets the message as JSON and answers with JSON" },
	{ id: "runner-http-bounds", source: "DESIGN.md §2", behaviour: "no redirects, bounded size and time, odd answers fail" },
	{ id: "runner-http-unavailable", source: "wire.md §2 Messages", behaviour: "an address that nobody listens at is unavailable" },
	{ id: "runner-busy", source: "wire.md §2 Messages", behaviour: "a busy agent's message stays queued and is offered again" },
	{ id: "runner-http-hosts", source: "DESIGN.md §2", behaviour: "only loopback and allow-listed hosts are asked, judged at each message" },
	{ id: "runner-words", source: "DESIGN.md §5", behaviour: "the command line takes mailbox, command:… and http:URL" },
	{ id: "runner-cli", source: "DESIGN.md §5", behaviour: "spawn takes a runner, and send prints the answer of an agent that has one" },
	{ id: "runner-kept", source: "wire.md §2 Restart, Rename, Snapshot", behaviour: "the runner is kept with the agent" },
	{ id: "runner-crash", source: "wire.md §2 Messages", behaviour: "taken messages not answered before a restart come again, redelivered" },
	{ id: "runner-agents-talk", source: "wire.md §2 Messages", behaviour: "an agent waits for an agent with a runner by default" },
];
