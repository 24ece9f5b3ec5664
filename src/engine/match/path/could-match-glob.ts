import { everythingBut, exactText, isEmpty, oneOf, repeat, sequence, toAutomaton } from "../automaton/index.ts";
import type { GlobComponent } from "./parse-component.ts";
import { parseShellName, type ShellName } from "./parse-shell-name.ts";
import type { PathPattern } from "./place-patterns.ts";
import { componentExpression } from "./residual-automaton.ts";

/**
 * An entry that a shell glob could expand into, or `null`. The glob is absolute; `**` is the shell's plain `*`.
 *
 * SECURITY: `cat .e*` names `.env` without writing it; what cannot be excluded counts (globs.test.ts).
 */
export function couldMatchGlob(patterns: readonly PathPattern[], glob: string): string | null {
	const names = glob
		.split("/")
		.filter((part) => part !== "")
		.map(parseShellName);
	const meets = rememberMeetings();
	return patterns.find((pattern) => couldReach(pattern, names, meets))?.entry ?? null;
}

type PlainComponent = string | Exclude<GlobComponent, "**">;
type Meets = (name: ShellName, component: PlainComponent) => boolean;

/** Walks the components of a pattern; `reached` holds how many of the names could be used up so far. */
function couldReach({ prefix, components, tree }: PathPattern, names: readonly ShellName[], meets: Meets): boolean {
	const wanted: readonly (PlainComponent | "**")[] = [...(prefix === "" ? [] : prefix.slice(1).split("/")), ...components];
	let reached: readonly number[] = [0];
	for (const [index, component] of wanted.entries()) {
		if (component === "**") {
			const first = Math.min(...reached);
			if (index === wanted.length - 1) return first < names.length;
			reached = Array.from({ length: names.length - first + 1 }, (_, offset) => first + offset);
			continue;
		}
		reached = reached.flatMap((used) => {
			const name = names[used];
			return name !== undefined && meets(name, component) ? [used + 1] : [];
		});
		if (reached.length === 0) return false;
	}
	// Everything below what a denial matches is denied too.
	return tree || reached.includes(names.length);
}

/** Whether a name and a component have a text in common; worked out once for each pair. */
function rememberMeetings(): Meets {
	const known = new Map<ShellName, Map<PlainComponent, boolean>>();
	return (name, component) => {
		const answers = known.get(name) ?? new Map<PlainComponent, boolean>();
		known.set(name, answers);
		const answer = answers.get(component) ?? meet(name, component);
		answers.set(component, answer);
		return answer;
	};
}

const NOT_HIDDEN = toAutomaton(sequence([oneOf(everythingBut("/\0.")), repeat(oneOf(everythingBut("/\0")))]));

function meet(name: ShellName, component: PlainComponent): boolean {
	if (name.plain !== undefined && typeof component === "string") return name.plain === component;
	const wanted = toAutomaton(typeof component === "string" ? exactText(component) : componentExpression(component));
	const offered = toAutomaton(name.language);
	return isEmpty(name.findsHidden ? [wanted, offered] : [wanted, offered, NOT_HIDDEN]) !== true;
}
