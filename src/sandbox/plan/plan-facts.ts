import type { ConfinementLevel } from "../../engine/index.ts";
import type { SandboxPlan, ShownInstead } from "./sandbox-plan.ts";

/** What a plan must know and the writ does not say. All paths are on the host, absolute and real. */
export interface PlanFacts {
	/** What this machine can hold. */
	readonly level: ConfinementLevel;
	/** `$WRIT_HOME`. */
	readonly home: string;
	/** The workspace was made by writ; otherwise it is a person's directory, which keeps its place inside. */
	readonly managed: boolean;
	/** What is at a path now. */
	readonly look: (path: string) => DiskEntry;
	/** Homes of people, where the start files of shells are protected too. */
	readonly homes?: readonly string[];
	/** Whether a directory holds nothing but stubs. */
	readonly isEmpty?: (path: string) => boolean;
	/** What was found in the trees that are mounted; links are not followed and not told. */
	readonly found?: FoundPaths;
	readonly session?: { readonly workspace: string } | null;
	readonly parent?: ParentFacts | null;
	readonly environment?: EnvironmentFacts;
	/** The runner keeps its state in the agent's own `.claude`. */
	readonly claude?: boolean;
	/** The directory of this run that holds its `home` and `tmp`; without one both are memory. */
	readonly scratch?: string;
	/** Directories of programs outside of /usr that the command needs, to be read. */
	readonly programs?: readonly string[];
}

/** One path on the disk. */
export interface DiskEntry {
	readonly kind: "missing" | "file" | "directory" | "other";
	/** A component of the path, the last one included, is a symbolic link. */
	readonly viaLink: boolean;
	/** Where the path leads through links: its real place, and the real places of the links themselves. */
	readonly via?: { readonly real: string; readonly links: readonly string[] };
}

/** Paths that a walk over the mounted trees found. */
export interface FoundPaths {
	/** `blocked_paths` match them, and they are covered. */
	readonly blocked: readonly BlockedPath[];
	/** `blocked_paths` match them, and git's objects show them anyway. */
	readonly exposed?: readonly string[];
	/** Blocked files of repositories that could not be read. */
	readonly unread?: readonly string[];
	/** `protected_paths` match them, besides the names that hold anywhere: those are looked for at the roots. */
	readonly protected: readonly FoundPath[];
	/** What the configuration of a repository makes git run or read, whether it is there or not. */
	readonly trusted: readonly FoundPath[];
	/** Directories of repositories that must stay where they are, so that what is covered in them does. */
	readonly pins?: readonly string[];
	/** Sockets: out of reach, unless the writ opens them; then they are masked. */
	readonly sockets: readonly string[];
	/** Files that have another name outside, or the top-most directories that hold them. */
	readonly linked: readonly FoundPath[];
}

export interface FoundPath {
	readonly path: string;
	readonly file: boolean;
}

/** A path that is covered, with what is seen in its place. */
export interface BlockedPath extends FoundPath {
	readonly shows?: ShownInstead;
}

/** The live parent. */
export interface ParentFacts {
	readonly agent: string;
	readonly workspace: string;
	/** The parent itself may write its workspace. */
	readonly writable: boolean;
	/** `null`: the parent is not confined, so that its writ is the only bound. */
	readonly plan: SandboxPlan | null;
}

/** What else may reach the environment. */
export interface EnvironmentFacts {
	/** Names that a person gave with `--env`. */
	readonly person?: readonly string[];
	/** Names and values that the runner declares. */
	readonly runner?: { readonly pass: readonly string[]; readonly set: Readonly<Record<string, string>> };
}
