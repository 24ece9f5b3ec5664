import type { ConfinementLevel, Limit, SandboxMode } from "../../engine/index.ts";

/**
 * What one agent's sandbox looks like, as data: made by `planSandbox` from the writ, carried out by a driver. Paths called
 * `source` are on the host (absolute, real), paths called `target` are inside. It holds no value of an environment variable
 * that the caller has, so that it can be shown, digested and recorded.
 */
export interface SandboxPlan {
	readonly agent: string;
	readonly mode: SandboxMode;
	/** The least that the writ accepts. */
	readonly level: ConfinementLevel;
	/** In order, narrower last; after the driver's own (`/usr`, `/proc`, `/dev`) and before `readOnly` and `masks`. */
	readonly mounts: readonly Mount[];
	/** Symbolic links inside, outside of every mount. */
	readonly links: readonly { readonly at: string; readonly to: string }[];
	/** Protected paths that exist: bound read-only over themselves, after the mounts. */
	readonly readOnly: readonly Cover[];
	/** What is hidden, after the read-only binds: blocked paths that exist, and protected paths that do not. */
	readonly masks: readonly Mask[];
	/** Where the agent works. */
	readonly workspace: Workspace;
	/** Inside; where the command starts. */
	readonly workdir: string;
	readonly environment: {
		/** Everything that the sandbox says itself. */
		readonly set: Readonly<Record<string, string>>;
		/** Exact names; where the caller has such a variable, its value stands instead of the one in `set`. */
		readonly pass: readonly string[];
	};
	readonly network: {
		readonly allow: boolean;
		readonly unixSockets: boolean;
		/** Where the proxy listens inside, on 127.0.0.1; `null` without network. */
		readonly proxyPort: number | null;
	};
	readonly limits: {
		readonly processes: Limit;
		readonly memoryMb: Limit;
		readonly fileSizeMb: Limit;
		readonly totalSizeMb: Limit;
		readonly runtimeSeconds: Limit;
		readonly openFiles: number;
	};
	/** How `limits.totalSizeMb` is held for the workspace. */
	readonly quota: "soft" | "hard";
	/** Read entries that are mounted wider than they are written. */
	readonly coarse: readonly string[];
	/** Blocked files that are seen as they are, on the host: the objects of their repository hold them. */
	readonly exposed?: readonly string[];
	/** What the writ says and this sandbox does not hold. */
	readonly missing: readonly Missing[];
}

/** One mount of a plan. */
export interface Mount {
	readonly kind: "bind" | "tmpfs";
	/** `null` for a tmpfs. */
	readonly source: string | null;
	readonly target: string;
	readonly writable: boolean;
	/** The source is a file, not a directory. */
	readonly file?: true;
	/** The source does not exist: the driver makes the directory (mode 0700) before it binds. */
	readonly make?: true;
	/** For a tmpfs. */
	readonly sizeMb?: number;
}

/** An existing path that is bound read-only over itself. */
export interface Cover {
	readonly source: string;
	readonly target: string;
	readonly file: boolean;
}

/** A path that is hidden behind something empty that cannot be written. */
export interface Mask extends Cover {
	/** `false`: nothing is there; the mask leaves an empty stub at `source`, to be removed by the last that leaves. */
	readonly exists: boolean;
	/** Of a file that exists: what is read in its place. Without it the file cannot be opened. */
	readonly shows?: ShownInstead;
}

/** What stands in place of a file: nothing, its harmless settings, or what is committed of it. The content itself is in no plan. */
export type ShownInstead =
	| { readonly as: "empty" }
	| { readonly as: "settings" }
	| {
			readonly as: "committed" /** A git directory on the host. */;
			readonly repository: string;
			readonly blob: string;
			readonly executable: boolean;
	  };

/** The workspace of a plan. */
export interface Workspace {
	/** On the host; with a hard quota it is only the input. */
	readonly source: string;
	readonly target: string;
	/** Made by writ, so it is deleted at the end; otherwise a person's directory. */
	readonly managed: boolean;
	readonly writable: boolean;
}

/** A setting that is not held, or not as strongly as it reads. */
export interface Missing {
	/** The key of the profile. */
	readonly what: string;
	readonly why: string;
}
