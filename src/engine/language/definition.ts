import type { AllowedEntry, Profile } from "./profile.ts";
import type { Layer, Problem, Source } from "./source.ts";

/** One document that a person wrote, read and checked, with the place of every part. */
export interface Definition {
	/** Known by its file: `standard`, `nexus/trusted`, `tools/read_only`. */
	readonly name: string;
	readonly kind: "profile" | "fragment" | "ceiling";
	readonly layer: Layer;
	readonly file?: string;
	readonly profile: Profile;
	/** Dotted path (`tools.allowed[2]`, `resources.max_turns`) → 1-based [line, column]; a missing path means its nearest parent. */
	readonly positions: Readonly<Record<string, readonly [number, number]>>;
}

/** An agent definition: YAML of the KSI kind, or Markdown with frontmatter. */
export interface AgentDefinition {
	readonly name: string;
	readonly layer: Layer;
	readonly file?: string;
	readonly description?: string;
	/** Other agent definitions it builds on. */
	readonly extends?: readonly string[];
	readonly profile?: string;
	readonly overrides?: ProfileOverrides;
	/** Frontmatter `tools`: the effective tools are profile ∩ these; absent = the profile's, `[]` = none. */
	readonly tools?: readonly string[];
	readonly sandbox?: Profile["sandbox"];
	readonly model?: string;
	readonly temperature?: number;
	readonly prompt?: string;
	readonly metadata?: Readonly<Record<string, unknown>>;
	readonly positions: Readonly<Record<string, readonly [number, number]>>;
}

/** Overrides in the KSI style: the plain keys of a profile, and `*_add` / `*_remove` for lists. */
export interface ProfileOverrides extends Omit<Profile, "tools" | "filesystem"> {
	readonly tools?: Profile["tools"] & {
		readonly allowed_add?: readonly AllowedEntry[];
		readonly allowed_remove?: readonly string[];
		readonly disallowed_add?: readonly string[];
		readonly ask_add?: readonly string[];
	};
	readonly filesystem?: Profile["filesystem"] & {
		readonly read_paths_add?: readonly string[];
		readonly read_paths_remove?: readonly string[];
		readonly write_paths_add?: readonly string[];
		readonly write_paths_remove?: readonly string[];
	};
}

/** Everything that names can refer to, all layers together. */
export interface Catalog {
	readonly profiles: Readonly<Record<string, Definition>>;
	readonly fragments: Readonly<Record<string, Definition>>;
	readonly agents: Readonly<Record<string, AgentDefinition>>;
	/** Other names of profiles: `READ_ONLY` → `read-only`. */
	readonly aliases: Readonly<Record<string, string>>;
	readonly ceiling?: Definition;
	/** Problems met while loading; a definition with an error is not in the catalog. */
	readonly problems: readonly Problem[];
}

/** A profile with its `extends`, `include` and overrides worked in, every entry knowing where it came from. */
export interface Composition {
	readonly name: string;
	/** Flat: no `extends`, no `include`, no override keys. */
	readonly profile: Profile;
	/** dimension → entry text → source, as `Origins`. */
	readonly origins: Readonly<Record<string, Readonly<Record<string, Source>>>>;
	/** The ceiling that bounds it, flat. */
	readonly ceiling?: Profile;
	/** Where the ceiling says what it says. */
	readonly ceilingOrigins?: Readonly<Record<string, Readonly<Record<string, Source>>>>;
	/** Further whole profiles, flat: what is granted is what all of them grant. */
	readonly within?: readonly Profile[];
	/** Parts that restrict only the keys that they state, flat: an agent's own list of tools. */
	readonly bounds?: readonly Profile[];
}
