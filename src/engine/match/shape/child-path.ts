import { clipText } from "./quote-text.ts";

const PLAIN_KEY = /^[A-Za-z0-9_][A-Za-z0-9_-]*$/;

/**
 * The dotted place of a key or an entry below another place: `tools` + `allowed` → `tools.allowed`, + 2 →
 * `tools.allowed[2]`; a key with other characters is quoted: `tools.permissions["a.b"]`.
 */
export function childPath(parent: string, key: string | number): string {
	if (typeof key === "number") return `${parent}[${key}]`;
	if (key.length > 80 || !PLAIN_KEY.test(key)) return `${parent}[${JSON.stringify(clipText(key))}]`;
	return parent === "" ? key : `${parent}.${key}`;
}
