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

/** The engine's view of one path on the disk: kernel semantics, synchronous. `platform/real-path` makes the real one. */
export type Resolve = (path: string, cwd: string) => Resolution;

/** The names in one directory, by what they are; a link is a link, wherever it leads. */
export interface Listing {
	readonly ok: true;
	/** Ordinary files, and whatever is neither a directory nor a link. */
	readonly files: readonly string[];
	readonly directories: readonly string[];
	readonly links: readonly string[];
}

/** `missing`: there is no such directory, so it holds nothing. `unknown`: what it holds cannot be told. */
export type DirectoryListing = Listing | { readonly ok: false; readonly why: "missing" | "unknown"; readonly message: string };

/**
 * The engine's view of one directory, given by its real path. Bounded: a directory with too many entries is unknown.
 * The same object may be given again while nothing in the directory has changed. `platform/list-directory` makes the real one.
 */
export type List = (directory: string) => DirectoryListing;

/** All that the engine sees of the disk. */
export interface Disk {
	readonly resolve: Resolve;
	readonly list: List;
}
