import type { Role } from "./principal.ts";

/** How one argument holds its values. */
export type ArgumentShape =
	/** one text */
	| "text"
	/** a list of texts, each checked */
	| "list"
	/** text or list of texts */
	| "text-or-list"
	/** a list of objects; `field` names the text in each */
	| "objects"
	/** one object; `field` names the text in it */
	| "object"
	/** for commands: the argv itself, one word an item */
	| "argv"
	/** for commands: one text that the tool itself splits into words, without a shell (Python's shlex) */
	| "words"
	/** for writes: the text of a patch; the files are those that its `*** Update File:` lines name */
	| "patch"
	/** for hosts: prose; every URL in it counts */
	| "urls";

export interface ArgumentUse {
	readonly argument: string;
	readonly shape?: ArgumentShape; // default: text
	readonly field?: string;
	/** The tool acts on the working directory (or the workspace) when the argument is absent. */
	readonly defaultsToCwd?: boolean;
	/** The path covers everything below it (search tools). */
	readonly tree?: boolean;
	/** A call that has arguments, but neither this one nor another spelling of it, is denied. */
	readonly required?: boolean;
	/** Another spelling of that argument: one of them is enough, both are checked. */
	readonly insteadOf?: string;
	/** The value is a glob pattern: its static part is the path. */
	readonly glob?: boolean;
	/** A relative value starts at the directory that this other argument names. */
	readonly within?: string;
	/** For commands: words that the tool puts before the text (`git` for NEXUS's git tool). */
	readonly before?: readonly string[];
	/** For argv: the argument that holds the words after this one (`program` and `args`). */
	readonly rest?: string;
}

/** Which arguments of a tool are paths, commands, targets and hosts. */
export interface ToolDeclaration {
	readonly description?: string;
	readonly reads?: readonly (string | ArgumentUse)[];
	readonly writes?: readonly (string | ArgumentUse)[];
	readonly commands?: readonly (string | ArgumentUse)[];
	readonly targets?: readonly (string | ArgumentUse)[];
	/** Arguments that hold a URL or a host name. */
	readonly hosts?: readonly (string | ArgumentUse)[];
	/** Arguments that name the directory from which the commands run. */
	readonly directories?: readonly (string | ArgumentUse)[];
	/** Arguments that hold a profile or agent type for a new agent. */
	readonly profiles?: readonly (string | ArgumentUse)[];
	/**
	 * Arguments that are neither: every other argument of a declared tool is unknown to it and reported as unchecked when it looks
	 * like a path, command or host. A tool that runs commands is refused with any other argument.
	 */
	readonly plain?: readonly string[];
}

/** What the pattern in `Name(pattern)` means for a tool. */
export type PatternKind =
	| "command"
	| "path"
	| "domain"
	| "agent"
	/** the name of something the tool is asked for, alone or as the beginning of longer ones (skills, prompts) */
	| "name"
	/** one text, word for word (commands of a language other than the shell's) */
	| "text"
	| "none";

/** One row of the registry of known tools. */
export interface ToolEntry extends ToolDeclaration {
	readonly name: string;
	/** Who brings it: claude, ksi, nexus, codex, gemini, opencode, writ. */
	readonly family: string;
	readonly pattern: PatternKind;
	/** For patterns of kind name and text: the arguments that the pattern is compared with. */
	readonly named?: readonly string[];
	/** The tool is another name for this one: rules for either govern both. */
	readonly aliasOf?: string;
	/** Arguments that change how a command runs: with any other value than these the call is refused. */
	readonly only?: Readonly<Record<string, readonly (string | boolean)[]>>;
	/** It gives the power of a shell in a form that is not read: what forbids or asks for `Bash` binds it too. */
	readonly shell?: true;
	/** The capability flag that also enables it (writ's own MCP tools). */
	readonly needs?: "multi_agent_todo" | "agent_messaging" | "spawn_agents" | "network_access";
	/** Present when writ serves it itself; not repeated under its other names. */
	readonly served?: ToolService;
}

/**
 * How a call is judged before it runs: `self` by the caller's own writ, `edge` and `target` by whom it may write to, `spawn` by what it may
 * start, `spawner` by whether it started the agent, `person` because no agent calls; `none` by nothing at all.
 */
export type ToolGate = "self" | "edge" | "target" | "spawn" | "spawner" | "person" | "none";

/** Whose keys a tool is for. */
export type ToolScope = "user" | "agent" | "system";

/** Everything about a tool that writ serves itself which its arguments do not say: every point and the authority read it here. */
export interface ToolService {
	readonly gate: ToolGate;
	readonly scopes: readonly ToolScope[];
	/** The least role of a person (default: user). */
	readonly role?: Role;
	/** Whose client knows it by this name, and in whose words a denial is said. */
	readonly words: "own" | "trinity" | "nexus";
	/** A spawner may also be the agent itself, or must be in reach besides. */
	readonly also?: "self" | "target";
	/** For the gate spawn: the argument that names the agent which it makes. */
	readonly makes?: string;
	/** A message follows, which is decided where it is sent; a rule about whom one such tool may write to binds the others. */
	readonly sends?: true;
	/** Every agent has it unless a rule takes it away. */
	readonly offered?: true;
	/** Tools with the same act are twins: a rule about one of them binds each. */
	readonly act?: "make-agent" | "end-agent" | "show-agent";
	/** By the route that does the same an agent may do it to itself without the tool. */
	readonly freeForSelf?: true;
}

/** A tool that writ serves itself. */
export interface ServedTool<Name extends string = string> extends ToolEntry {
	readonly name: Name;
	readonly served: ToolService;
}
