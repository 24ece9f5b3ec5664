import { type Expression, everythingBut, exactText, isEmpty, oneOf, repeat, sequence, toAutomaton } from "../automata/index.ts";
import type { GlobComponent } from "./glob.ts";
import type { PathPattern } from "./patterns.ts";
import { componentExpression } from "./residual.ts";

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

/** One component of a shell glob. */
interface ShellName {
	/** The text, when it holds no wildcard. */
	readonly plain: string | undefined;
	readonly language: Expression;
	/** It can stand for a name that begins with a dot: the dot is written. */
	readonly findsHidden: boolean;
}

const IN_NAME = oneOf(everythingBut("/\0"));

/** Reads `*`, `?`, `[…]` as a shell does; `\` makes the next character plain. Classes are read generously. */
function parseShellName(text: string): ShellName {
	const characters = Array.from(text);
	const parts: Expression[] = [];
	let plain = "";
	let wild = false;
	for (let at = 0; at < characters.length; at++) {
		const character = characters[at] ?? "";
		const classEnd = character === "[" ? endOfClass(characters, at) : undefined;
		if (character === "*" || character === "?") {
			parts.push(character === "*" ? repeat(IN_NAME) : IN_NAME);
			wild = true;
		} else if (classEnd !== undefined) {
			parts.push(classEnd.certain ? IN_NAME : repeat(IN_NAME));
			wild = true;
			at = classEnd.at;
		} else {
			const literal = character === "\\" ? (characters[++at] ?? "\\") : character;
			parts.push(exactText(literal));
			plain += literal;
		}
	}
	return { plain: wild ? undefined : plain, language: sequence(parts), findsHidden: !/^[*?[]/.test(text) };
}

/** Where a class ends; when that is not certain (`[[:alpha:]]`, a backslash inside) the rest of the name is anything. */
function endOfClass(characters: readonly string[], from: number): { readonly at: number; readonly certain: boolean } | undefined {
	const first = characters[from + 1] === "!" || characters[from + 1] === "^" ? from + 2 : from + 1;
	const end = characters.indexOf("]", first + 1);
	if (end < 0) return undefined;
	const unclear = characters.slice(first, end).some((character) => character === "[" || character === "\\");
	return unclear ? { at: characters.length, certain: false } : { at: end, certain: true };
}
