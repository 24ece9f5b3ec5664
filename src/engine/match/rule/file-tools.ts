import type { AnyOf, ToolDeclaration } from "../../vocabulary/index.ts";
import { toolOf } from "../tools/index.ts";
import { type Rule, readRules } from "./parse-rule.ts";
import { toolNameText } from "./tool-name.ts";

export type FileUse = "read" | "write";

/** Tools by which clients let people speak of files as such; another tool's rule is about that tool alone. */
const SPEAKS_OF_FILES: Readonly<Record<string, FileUse>> = {
	Read: "read",
	read: "read",
	read_file: "read",
	Edit: "write",
	Write: "write",
	MultiEdit: "write",
	NotebookEdit: "write",
	edit: "write",
	write: "write",
	write_file: "write",
};

/** What a rule for a tool says of files, if it speaks of files as such: `Edit(p)` of all that writes p, `Read(p)` of all that reads it. */
export function fileUseOf(tool: string): FileUse | null {
	return Object.hasOwn(SPEAKS_OF_FILES, tool) ? (SPEAKS_OF_FILES[tool] ?? null) : null;
}

/**
 * What disallowed rules close for everybody, programs included: `Read(p)` blocks p, `Edit(p)` protects it from writing, and
 * `WebFetch(domain:h)` denies the host. The rule alone would bind one tool and leave `cat p` open.
 */
export function deniedPlaces(
	disallowed: AnyOf,
	declarations: Readonly<Record<string, ToolDeclaration>>,
): { readonly blocked: AnyOf; readonly guarded: AnyOf; readonly hosts: AnyOf } {
	const rules = disallowed.flatMap((text): readonly Rule[] => {
		if (!text.includes("(")) return [];
		const read = readRules(text, (name) => toolOf(name, declarations)?.pattern, "deny");
		return read.ok ? read.rules : [];
	});
	const paths = (use: FileUse): AnyOf =>
		rules.flatMap(({ name, pattern }) => (pattern?.kind === "path" && fileUseOf(toolNameText(name)) === use ? [pattern.entry] : []));
	return {
		blocked: paths("read"),
		guarded: paths("write"),
		hosts: rules.flatMap(({ pattern }) => (pattern?.kind === "domain" ? [pattern.host.text] : [])),
	};
}
