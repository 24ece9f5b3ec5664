import type { RecordDraft } from "./draft-record.ts";

/** Drafts as one long text, a line for each member: that is quicker to hand to another thread than many values. */
export function packDrafts(drafts: readonly RecordDraft[]): string {
	const lines: string[] = [];
	for (const { at, kind, agent, effect, correlationId, beforePrev, beforeSeq, end } of drafts)
		lines.push(String(at), kind, packText(agent), effect ?? NOTHING, packText(correlationId), beforePrev, beforeSeq, end);
	return lines.join("\n");
}

/** The drafts in a text that `packDrafts` made. */
export function unpackDrafts(packed: string): readonly RecordDraft[] {
	const lines = packed === "" ? [] : packed.split("\n");
	const line = (at: number): string => lines[at] ?? "";
	const drafts: RecordDraft[] = [];
	for (let at = 0; at < lines.length; at += MEMBERS)
		drafts.push({
			at: Number(line(at)),
			kind: line(at + 1) as RecordDraft["kind"],
			agent: unpackText(line(at + 2)),
			effect: unpackText(line(at + 3)),
			correlationId: unpackText(line(at + 4)),
			beforePrev: line(at + 5),
			beforeSeq: line(at + 6),
			end: line(at + 7),
		});
	return drafts;
}

const MEMBERS = 8;
/** No column has a NUL (`columnText`), and canonical JSON has neither a NUL nor a line break of its own. */
const NOTHING = "\0";

function packText(text: string | null): string {
	if (text === null) return NOTHING;
	return text.includes("\n") ? `${NOTHING}${JSON.stringify(text)}` : text;
}

function unpackText(line: string): string | null {
	if (!line.startsWith(NOTHING)) return line;
	return line === NOTHING ? null : String(JSON.parse(line.slice(1)));
}
