declare const realPathBrand: unique symbol;

/** An absolute path as the kernel would reach it; only a `Resolve` makes one. */
export type RealPath = string & { readonly [realPathBrand]: true };

/** What the disk says of one path. */
export type Resolution =
	| {
			readonly ok: true;
			/** Absolute, `.` and `//` removed, `..` and links as written. */
			readonly written: string;
			/** Every link followed, the last component too. */
			readonly real: RealPath;
			/** Every link followed but the last component: the directory entry itself (delete, rename, new link). */
			readonly entry: RealPath;
			/** A link was followed on the way to `real`. */
			readonly viaLink: boolean;
			/** A link was followed on the way to `entry` (so not counting the last component). */
			readonly entryViaLink: boolean;
			readonly exists: boolean;
			readonly directory: boolean;
			/** Names of the same file; 1 for what does not exist. */
			readonly links: number;
	  }
	| { readonly ok: false; readonly why: "nul" | "too-long" | "loop" | "denied" | "alias"; readonly message: string };

/** The engine's only view of the disk: kernel semantics, synchronous. `platform/real-path` makes the real one. */
export type Resolve = (path: string, cwd: string) => Resolution;
