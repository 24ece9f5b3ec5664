import { type Change, requestText, type WritDiff } from "../../engine/index.ts";
import type { Terminal } from "../terminal.ts";
import { plural } from "./print-problems.ts";
import { showSource } from "./show-source.ts";
import { visible } from "./visible.ts";

/** A difference as people read it: what is newly allowed, newly forbidden, and otherwise changed, each with its examples. */
export function diffLines({ allows, forbids, changes }: WritDiff, after: string, terminal: Terminal): string {
	const { paint } = terminal;
	if (allows.length + forbids.length + changes.length === 0) return "Both grant the same.\n";
	const parts = [
		section(`${visible(after)} newly allows`, paint.bad("+"), allows, terminal),
		section(`${visible(after)} newly forbids`, paint.good("-"), forbids, terminal),
		section("Also different, with nothing seen to change an answer", paint.faint("~"), changes, terminal),
		`${plural(allows.length, "widening")}, ${plural(forbids.length, "narrowing")}, ${plural(changes.length, "other change")}`,
	];
	return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function section(title: string, sign: string, changes: readonly Change[], terminal: Terminal): string {
	if (changes.length === 0) return "";
	return [terminal.paint.strong(title), ...changes.flatMap((change) => changeLines(change, sign, terminal))].join("\n");
}

function changeLines({ dimension, message, source, witnesses }: Change, sign: string, { paint, directory }: Terminal): readonly string[] {
	const place = source === undefined ? "" : `  ${paint.faint(showSource(source, directory))}`;
	return [
		`  ${sign} ${paint.name(visible(dimension))}: ${visible(message)}${place}`,
		...new Set(
			witnesses.map(({ request, before, after }) => `      ${visible(requestText(request))}  ${paint.faint(`${before} → ${after}`)}`),
		),
	];
}
