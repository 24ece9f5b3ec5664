import { decodeText } from "./decode-text.ts";
import { type DocumentValue, documentValue } from "./document-value.ts";
import type { Fault } from "./fault.ts";
import { lineTable } from "./line-table.ts";
import { parseDocument } from "./parse-document.ts";

/** A YAML text as plain data with the place of everything; without `document` it could not be read at all. */
export interface YamlReading {
	readonly document?: Omit<DocumentValue, "faults">;
	readonly faults: readonly Fault[];
}

/** Reads one YAML document from bytes or text of unknown origin. Never throws, and ends soon for every input. */
export function readYaml(input: string | Uint8Array): YamlReading {
	const decoded = decodeText(input);
	if (!decoded.ok) return { faults: [decoded.fault] };
	const lines = lineTable(decoded.text);
	const parsed = parseDocument(decoded.text, lines);
	if (!parsed.ok) return { faults: parsed.faults };
	const { faults, ...document } = documentValue(parsed.document, lines);
	if (document.value === null && faults.length === 0)
		return { faults: [{ code: "empty-file", path: "", message: "the file is empty", at: [1, 1] }] };
	return { document, faults };
}
