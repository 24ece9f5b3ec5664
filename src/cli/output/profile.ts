import { allowedText, type Composition, isConditionalEntry, type Source } from "../../engine/index.ts";

/** One line of a profile as YAML, and where what it says was written. */
export interface ProfileLine {
	readonly text: string;
	readonly source?: Source;
}

type Origins = Composition["origins"];

/** A composed profile as lines of YAML; each entry and each plain value knows its source. */
export function renderProfile({ profile, origins }: Pick<Composition, "profile" | "origins">): readonly ProfileLine[] {
	return renderKeys(Object.entries(profile), "", "", origins);
}

function renderKeys(
	entries: readonly (readonly [string, unknown])[],
	path: string,
	indent: string,
	origins: Origins,
): readonly ProfileLine[] {
	return entries
		.filter(([, value]) => value !== undefined)
		.flatMap(([key, value]) =>
			renderValue(`${indent}${plainOrQuoted(key)}:`, value, path === "" ? key : `${path}.${key}`, indent, origins),
		);
}

function renderValue(start: string, value: unknown, path: string, indent: string, origins: Origins): readonly ProfileLine[] {
	const source = origins[path]?.[""];
	if (Array.isArray(value)) {
		if (value.length === 0) return [line(`${start} []`, source)];
		return [
			line(start, undefined),
			...value.map((entry) => line(`${indent}  - ${scalar(entry)}`, origins[path]?.[entryText(entry)] ?? source)),
		];
	}
	if (typeof value === "object" && value !== null) {
		const entries = Object.entries(value);
		if (entries.length === 0) return [line(`${start} {}`, source)];
		return [line(start, undefined), ...renderKeys(entries, path, `${indent}  `, origins)];
	}
	return [line(`${start} ${scalar(value)}`, source)];
}

function line(text: string, source: Source | undefined): ProfileLine {
	return source === undefined ? { text } : { text, source };
}

/** The entry as origins name it. */
function entryText(entry: unknown): string {
	return isConditionalEntry(entry) ? allowedText(entry) : String(entry);
}

function scalar(value: unknown): string {
	if (isConditionalEntry(value)) return `{ rule: ${JSON.stringify(value.rule)}, when: ${value.when} }`;
	if (typeof value === "string") return plainOrQuoted(value);
	return typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** YAML reads JSON's quoted text as it is; only what cannot be anything else goes without quotes. */
function plainOrQuoted(text: string): string {
	const isPlain =
		/^[A-Za-z./_][\w./()*-]*([ :][\w./()*-]+)*$/.test(text) && !/^(true|false|null|yes|no|on|off|y|n|\.inf|\.nan|~)$/i.test(text);
	return isPlain ? text : JSON.stringify(text);
}
