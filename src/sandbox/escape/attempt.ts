/** What an attempt goes for. */
export const FAMILIES = [
	"reading",
	"writing",
	"links",
	"protected paths",
	"processes",
	"outliving",
	"namespaces",
	"kernel",
	"sockets",
	"network",
	"terminal",
	"set-id files",
	"identity",
	"environment",
	"descriptors",
	"devices",
	"limits",
	"knowledge",
] as const;
export type Family = (typeof FAMILIES)[number];

/**
 * One way to break out, as data. The program runs in the workspace and finds its surroundings in variables (`OUTSIDE`,
 * `SECRET`, …, see `variablesOf`). It has broken out when
 * - it wrote a line that starts with `escaped`, or the secret itself,
 * - or `[ID]` reached one of the host's servers,
 * - or something that carries its id lies where `leaves` says.
 */
export interface Attempt {
	readonly id: string;
	readonly family: Family;
	/** One sentence, as in "reads …". */
	readonly what: string;
	readonly program: "sh" | "perl";
	readonly text: string;
	/** Places in the world (`outside/…`, `workspace/…`) that are looked at when everything has ended. */
	readonly leaves?: readonly string[];
	/** What it says when it is refused, where no other room lets it through: shows that it did try. */
	readonly refusal?: RegExp;
	/** It needs a launch of its own, or one with those that have the same text here. */
	readonly alone?: true | string;
	/** Put into the workspace before the launch: links by their place, which may make a launcher refuse. */
	readonly links?: Readonly<Record<string, string>>;
	/** A path that a launcher protects, for the room that would not by itself. */
	readonly masks?: readonly string[];
	/** What the sandbox is given besides the usual. */
	readonly stage?: "network" | "unix-sockets" | "small-disk" | "short" | "supervised";
	/** It is made by two at once, one of which swaps the other's directory. */
	readonly scene?: "swap-race";
	/** Seconds after the end until the places are looked at. */
	readonly later?: number;
	/** Seconds that it may take; 5 unless told. */
	readonly seconds?: number;
	/** Why it is not run without a sandbox. */
	readonly notPlain?: string;
	/** Why it cannot be stopped here, or not entirely; SECURITY.md says so too. */
	readonly known?: string;
	/** It may end its own launch, and then gives no answer. */
	readonly silent?: true;
	/** Only on this processor. */
	readonly architecture?: "x64";
}

/** An attempt written in shell. */
export function shell(family: Family, id: string, what: string, text: string, rest: Partial<Attempt> = {}): Attempt {
	return { id, family, what, program: "sh", text, ...rest };
}

/** An attempt written in Perl, for what a shell cannot call. */
export function perl(family: Family, id: string, what: string, text: string, rest: Partial<Attempt> = {}): Attempt {
	return { id, family, what, program: "perl", text, ...rest };
}
