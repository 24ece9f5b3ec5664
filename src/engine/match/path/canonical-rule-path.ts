import { canonicalPathEntry } from "./canonical-path-entry.ts";
import { badPath, type PathProblem } from "./path-problem.ts";
import type { PathUse } from "./path-use.ts";
import { splitEntry } from "./split-entry.ts";

/** The path in a tool rule, `Read(./src/**)` or `Edit(//absolute/**)`, as a canonical entry. */
export function canonicalRulePath(pattern: string, use: PathUse): { readonly ok: true; readonly text: string } | PathProblem {
	if (!pattern.startsWith("/")) return canonicalPathEntry(pattern, use);
	if (pattern.startsWith("//")) return canonicalPathEntry(pattern.replace(/^\/+/, "/"), use);
	// SECURITY: clients disagree on what one slash means (the disk or the project); a wrong guess opens the other tree.
	return badPath("one leading slash has two readings in a rule", `write /${pattern} for the disk, or .${pattern} for the workspace`);
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
