import { canonicalPathEntry } from "./canonical-path-entry.ts";
import { badPath, type PathProblem } from "./path-problem.ts";
import type { PathUse } from "./path-use.ts";
import { splitEntry } from "./split-entry.ts";

/**
 * The path in a tool rule, `Read(./src/**)` or `Edit(//absolute/**)`, as canonical entries. A grant is one entry and the narrow
 * reading; a denial has every reading that its author may have meant, as gitignore and Claude Code read it.
 */
export function canonicalRulePaths(pattern: string, use: PathUse): { readonly ok: true; readonly texts: readonly string[] } | PathProblem {
	// Claude Code writes brackets with a backslash when it saves a rule.
	const text = pattern.replace(/\\([()])/g, "$1");
	if (/^\*+$/.test(text)) return canonical(["**"], use);
	if (text === "~" || text.startsWith("~/")) return canonical([`<home>${text.slice(1)}`], use);
	if (use === "grant") {
		// SECURITY: clients disagree on what one slash means (the disk or the project); a wrong guess opens the other tree.
		if (/^\/(?!\/)/.test(text)) return oneSlash(text);
		// In the name of a file `$` is a character.
		const plain = text.replace(/\$(?=[A-Za-z_{(])/g, "[$]");
		return canonical([plain.startsWith("//") ? plain.replace(/^\/+/, "/") : plain], use);
	}
	if (text.startsWith("//")) return canonical([text.replace(/^\/+/, "/")], use);
	if (text.startsWith("/")) return canonical([text, `.${text}`], use);
	return canonical(relativeReadings(text), use);
}

/** A name alone is meant at any depth, and so is a directory with everything in it; what names a place is that place. */
function relativeReadings(text: string): readonly string[] {
	const name = /^(?!\.{1,2}\/?$)([^/]+)\/?$/.exec(text)?.[1];
	if (name !== undefined) return [`**/${name}`];
	const directory = /^(?:\.\/)?((?!\.{1,2}\/)[^/*]+)\/\*\*?$/.exec(text)?.[1];
	if (directory === undefined || directory.startsWith("<") || /^\.\/(?:workspace|shared|exports|\.claude)\//.test(text)) return [text];
	return [`**/${text.replace(/^\.\//, "")}`];
}

function canonical(patterns: readonly string[], use: PathUse): { readonly ok: true; readonly texts: readonly string[] } | PathProblem {
	const texts: string[] = [];
	for (const pattern of patterns) {
		const read = canonicalPathEntry(pattern, use);
		if (!read.ok) return read;
		texts.push(read.text);
	}
	return { ok: true, texts };
}

function oneSlash(text: string): PathProblem {
	return badPath("one leading slash has two readings in a rule", `write /${text} for the disk, or .${text} for the workspace`);
}

/** The place words as a person writes them; `<own>` has nothing below it. */
const WRITTEN = {
	workspace: "./workspace",
	shared: "./shared",
	exports: "./exports",
	claude: "./.claude",
	session: "../shared",
	operator: "../../_shared",
	own: "./",
	home: "~",
} as const;

/** A canonical entry as a person writes it in a path list. */
export function writtenPathEntry(entry: string): string {
	const parts = splitEntry(entry);
	if (parts === undefined || parts.place === null) return entry;
	return parts.rest === "" ? WRITTEN[parts.place] : `${WRITTEN[parts.place]}/${parts.rest}`;
}

/** A canonical entry as a person writes it in a tool rule, where a path of the disk has two slashes. */
export function writtenRulePath(entry: string): string {
	return entry.startsWith("/") ? `/${entry}` : writtenPathEntry(entry);
}
