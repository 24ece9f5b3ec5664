import type { ParsedScript } from "unbash";
import { ask, type Judging, type Scene, type Shell } from "../commands/index.ts";
import { FORMS, type FormId, OUTSIDE, type OutsideId } from "./forms.ts";

/** One walk over one shell text. */
export interface Walk extends Judging {
	readonly shell: Shell;
	readonly source: string;
	/** How often each name is bound in the text, wherever it stands. */
	readonly bindings: ReadonlyMap<string, number>;
	/** Judges the commands of a substitution; handed in, so that words and scripts need not import each other. */
	readonly script: (walk: Walk, script: ParsedScript, place: Place) => void;
}

/** Where the walk stands in the text. */
export interface Place extends Scene {
	/** What the names stand for that are surely bound here. */
	readonly known: ReadonlyMap<string, string>;
	/** Whether a `cd` here is followed; in a loop or a pipeline it is not. */
	readonly follows: boolean;
	/** Inside `$( )` or `<( )`: a single plain command of one that stands in no other, or anything else. */
	readonly substituted: "no" | "alone" | "among";
}

/** What a subshell of any kind begins with: its `cd` ends with it. */
export function subshell(place: Place, more: Partial<Place> = {}): Place {
	return { ...place, follows: true, ...more };
}

/**
 * Where the commands of a substitution stand. SECURITY: bash prints them again before it runs them, and forgets what ends a
 * here-document among others (test/corpus/differential/found.jsonl).
 */
export function substituted(place: Place, { commands: [only, ...others] }: ParsedScript): Pick<Place, "substituted" | "input"> {
	const alone = place.substituted === "no" && others.length === 0 && only?.command.type === "Command" && only.background !== true;
	return { substituted: alone ? "alone" : "among", input: "none" };
}

/** A loop or a pipeline: what is in it may run before or after anything else in it. */
export function within(place: Place, part: object, more: Partial<Place> = {}): Place {
	return { ...place, follows: false, moment: { ...place.moment, within: [...place.moment.within, part] }, ...more };
}

/** The background, or a process substitution: it may run as late as anything that follows. */
export function aside(place: Place, more: Partial<Place> = {}): Place {
	return subshell(place, { moment: { ...place.moment, late: true }, ...more });
}

/** A form of the language was met; `false` = not in the language of this shell, which is then asked. */
export function inside(walk: Walk, form: FormId, segment: string): boolean {
	walk.observe?.form(form);
	if (walk.shell === "bash" || FORMS[form].sh) return true;
	outside(walk, "shell", segment);
	return false;
}

/** Something outside the language was met: nobody says what it does. */
export function outside(walk: Judging, construct: OutsideId, segment: string): void {
	const [what, instead] = OUTSIDE[construct];
	walk.findings.push(ask("command-dynamic", segment.slice(0, 200), `writ does not understand ${what}: ${instead}`, { remedy: instead }));
}

/** Where a node stands in the text, verbatim. */
export function textOf(walk: Walk, node: { readonly pos: number; readonly end: number }): string {
	return walk.source.slice(node.pos, node.end);
}
