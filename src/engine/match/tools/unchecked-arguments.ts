import { ABSENT, ownValue } from "./own-value.ts";

/** How deep and how far an undeclared argument is looked at; beyond it the call is refused. */
const MAX_DEPTH = 16;
const MAX_VALUES = 2_000;

const NAMES_SOMETHING =
	/path|file|dir|folder|cwd|root|source|dest|target|glob|command|cmd|script|shell|exec|argv|program|url|uri|host|domain|endpoint|server|address|port/i;

const LOOKS_LIKE_PATH = /^~|^\.{1,2}(\/|$)|^[A-Za-z]:[\\/]|\/|\\|^file:|^\.[a-z]|^[^\s]+\.[A-Za-z][A-Za-z0-9]{0,9}$/;
const LOOKS_LIKE_COMMAND = /\$\(|`|&&|\|\||[;|<>]\s|\s[;|<>]|^[a-z][a-z0-9_.-]*\s+--?[a-z]/;
const LOOKS_LIKE_HOST =
	/^[a-z][a-z0-9+.-]*:\/\/|^([a-z0-9-]+\.)+[a-z]{2,}(:\d+)?(\/|$)|^\d{1,3}(\.\d{1,3}){3}(:\d+)?$|^\[?[0-9a-f]*:[0-9a-f:]+\]?$|^localhost\b/i;

/** The arguments that nobody declared and that look like a path, a command or a host, by their place (`options.out[0]`). */
export function uncheckedArguments(
	known: ReadonlySet<string>,
	input: object,
): readonly string[] | { readonly ok: false; readonly argument: string; readonly why: string } {
	const unknown = Object.keys(input).filter((key) => !known.has(key));
	if (unknown.length === 0) return unknown;
	const names: string[] = [];
	let budget = MAX_VALUES;
	for (const key of unknown) {
		if (!look(key, key, ownValue(input, key), 0)) return { ok: false, argument: key, why: `'${key}' is too large to look through` };
	}
	return names;

	function look(place: string, name: string, value: unknown, depth: number): boolean {
		budget--;
		if (budget < 0 || depth > MAX_DEPTH) return false;
		if (typeof value === "object" && value !== null) {
			const list = Array.isArray(value);
			return Object.keys(value).every((key) => {
				const inner = list ? `${place}[${key}]` : `${place}.${key}`;
				return look(inner, list ? name : key, ownValue(value, key), depth + 1);
			});
		}
		if (value !== ABSENT && looksChecked(name, value)) names.push(place);
		return true;
	}
}

function looksChecked(name: string, value: unknown): boolean {
	// What is computed when read cannot be judged, so it is reported.
	if (typeof value === "symbol" || typeof value === "function") return true;
	if (typeof value === "number") return /port/i.test(name);
	if (typeof value !== "string" || value === "") return false;
	return NAMES_SOMETHING.test(name) || LOOKS_LIKE_PATH.test(value) || LOOKS_LIKE_COMMAND.test(value) || LOOKS_LIKE_HOST.test(value);
}
