/** One stable code of a reason, with the page that docs/reference shows. */
export interface ReasonCodeEntry {
	readonly meaning: string;
	readonly example: string;
	readonly remedy: string;
}

const entry = (meaning: string, example: string, remedy: string): ReasonCodeEntry => ({ meaning, example, remedy });

/** Every reason code; docs/reference/reason-codes.md is made from this table. */
export const REASON_CODES = {
	"unknown-tool": entry(
		"No rule names the tool and the registry does not know it.",
		"tool `Frobnicate`",
		"Allow the tool by its name, or declare it under `tools.declare`.",
	),
	"tool-disabled": entry(
		"`tools.permissions.T.enabled` is false.",
		"`bash_safe` in `sandboxed`",
		"Set `enabled: true` in a profile that may grant it.",
	),
	"tool-disallowed": entry(
		"A `tools.disallowed` rule matches; nothing beats it.",
		"`Bash` in `restricted`",
		"Remove the rule in the layer that wrote it.",
	),
	"tool-not-allowed": entry("No `tools.allowed` rule matches.", "`Write` in `read-only`", "Add the named rule."),
	"level-not-allowed": entry(
		"The permission level forbids the tool.",
		"`nexus_create` at level sandboxed",
		"Ask a person for a profile of another level.",
	),
	"target-not-parent": entry("The tool may reach only the parent.", "`nexus_send` to a sibling", "Send to the parent."),
	"target-not-child": entry(
		"The tool may reach only the agent's own children.",
		"`nexus_destroy` of a stranger",
		"Target one of your children.",
	),
	"target-not-family": entry(
		"The tool may reach only the parent and the agent's own children.",
		"`nexus_send` to a sibling under `family`",
		"Target your parent or a child.",
	),
	"target-not-listed": entry("The target is not in the list.", "`nexus_send` to `b` under `[a]`", "Add the id to `allowed_targets`."),
	"target-missing": entry(
		"The target is missing, empty or not text, or comes with a host or port.",
		"`nexus_send {}`",
		"Name one agent id, without host or port.",
	),
	"target-blocked": entry("A block edge forbids the pair; block always wins.", "edge a → b blocked", "Remove the block edge."),
	"no-edge": entry("No edge lets this agent reach the target.", "`chat_with_agent` without an edge", "Ask a person for an edge."),
	"edge-expired": entry("The edge has expired.", "edge until yesterday", "Renew the edge."),
	"edge-rate": entry("The edge's rate is used up.", "third message under 2 per minute", "Wait, or raise the rate."),
	"path-outside": entry(
		"The path lies outside the granted trees.",
		"read `/etc/passwd` in `standard`",
		"Grant the path in `read_paths` or `write_paths`.",
	),
	"path-blocked": entry(
		"A `blocked_paths` entry covers the path; nothing beats it.",
		"read `.env`",
		"Remove the entry in the user's layer.",
	),
	"path-protected": entry(
		"The path is never written, even inside `write_paths`.",
		"write `.git/hooks/pre-commit`",
		"Have a person change the file.",
	),
	"path-unresolvable": entry(
		"The path cannot be resolved: NUL, too long, a loop of links, an alias of a process.",
		"`/proc/self/root/etc`",
		"Name the file by its plain path.",
	),
	"path-symlink": entry(
		"A link on the way is not permitted.",
		"write through a link under `allow_symlinks: false`",
		"Use the real path, or set `allow_symlinks`.",
	),
	"path-too-large": entry("The file would be larger than the limit.", "a 20 MB write under 10", "Raise `max_file_size_mb`."),
	"command-not-allowed": entry(
		"No rule covers a part of the command.",
		"`git status && rm x` under `Bash(git status:*)`",
		"Add the named rule.",
	),
	"command-disallowed": entry(
		"A `disallowed` rule matches a part of the command.",
		"`git -C . push` under `!git push:*`",
		"Remove the rule in the layer that wrote it.",
	),
	"command-option": entry(
		"An option runs a program, loads code or configuration, or changes what the plain form only reads.",
		"`rg --pre sh`",
		"Write the option into the rule.",
	),
	"command-unparsable": entry(
		"The text is not a shell program we can read, or it is too large, too deep, or holds control characters.",
		"`echo $(`",
		"Write the command plainly.",
	),
	"command-dynamic": entry("A part is only known when the shell runs.", "`$CMD -x`", "Write the words out."),
	"command-assignment": entry("An assignment changes which program runs or how.", "`PATH=/tmp ls`", "Drop the assignment."),
	"command-redirect": entry("A redirection goes to an unknown place or descriptor.", "`ls >&5`", "Redirect to a writable file."),
	"host-not-allowed": entry(
		"No `network.allow` entry matches the host and port.",
		"`evil.example:443`",
		"Add the host to `network.allow`.",
	),
	"address-not-public": entry(
		"The host is allowed, and leads to a private or reserved address that is not.",
		"`registry.corp:443`, which is 10.0.0.5",
		"Add the address with its port to `network.allow` as well: `10.0.0.5:443`.",
	),
	"host-denied": entry("A `network.deny` entry matches.", "`ads.example`", "Remove the entry."),
	"argument-not-allowed": entry(
		"An argument breaks a rule, or has a shape the registry does not know.",
		"`count: 11` under `max: 10`",
		"Change the argument.",
	),
	"budget-exhausted": entry(
		"The request would exceed a limit of the agent or an ancestor.",
		"spend 10 tokens with 5 left",
		"Raise the limit, or spend less.",
	),
	"rate-exceeded": entry("Too many requests in this minute.", "61st request under 60", "Wait a minute."),
	"spawn-not-allowed": entry(
		"The agent may not spawn, or not this profile, or no more children.",
		"spawn in `standard`",
		"Set `capabilities.spawn_agents`.",
	),
	escalation: entry(
		"The child would exceed its parent.",
		"child asks for `/` under a parent with `./workspace`",
		"Ask for less, or spawn with `--clamp`.",
	),
	"depth-exceeded": entry(
		"The chain of agents is too deep.",
		"fourth generation under `max_depth: 3`",
		"Raise `capabilities.spawn.max_depth`.",
	),
	"needs-confirmation": entry("An `ask` rule or `requires_confirmation` wants a person's answer.", "`?git push`", "Answer the approval."),
	"no-approver": entry("A person must answer, and nobody is there.", "`ask` in a batch run", "Attach an approver."),
	"approval-timeout": entry("Nobody answered before the deadline.", "300 s passed", "Ask again."),
	"approval-denied": entry("A person said no.", "denied with a note", "Read the note."),
	"grant-expired": entry("The grant has expired or is used up.", "second use of a `once` grant", "Ask for a new grant."),
	"grant-revoked": entry("A person took the grant back.", "revoked between hook and gate", "Ask for a new grant."),
	"unknown-agent": entry("No such agent.", "agent `ghost`", "Spawn it first."),
	"unknown-principal": entry("The credential names nobody.", "a revoked key", "Use a valid key."),
	"scope-not-allowed": entry("The key's scope does not cover the act.", "agent key edits edges", "Use a person's key."),
	"authority-unavailable": entry("The authority or its store cannot answer.", "full disk", "See `writ doctor`."),
	"sandbox-level": entry("This machine cannot confine as strongly as the writ asks.", "L3 without bubblewrap", "See `writ doctor`."),
	"limit-exceeded": entry(
		"A program in its sandbox used more than its writ gives, and was ended.",
		"2 GB in the workspace under `max_total_size_mb: 1024`",
		"Raise the limit that the record names.",
	),
	"mode-not-available": entry("The mode does not exist here.", "`acp.client_tools.fs: self_handle` without a root", "Choose another mode."),
	"invalid-definition": entry("The definition has problems.", "unknown key `read_path`", "Run `writ check`."),
	"invalid-request": entry("What was sent is not a request.", '`{kind: "dance"}`', "See docs/reference/requests."),
	granted: entry(
		"A rule or a person's grant allows it, and nothing forbids it.",
		"`git status` under `Bash(git status:*)`",
		"Nothing to do.",
	),
} as const satisfies Record<string, ReasonCodeEntry>;

export type ReasonCode = keyof typeof REASON_CODES;
