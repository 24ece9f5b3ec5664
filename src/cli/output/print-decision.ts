import type { Decision, Effect, Reason } from "../../engine/index.ts";
import type { Palette } from "../terminal.ts";
import { showSource } from "./show-source.ts";
import { visible } from "./visible.ts";

const SIGNS: Readonly<Record<Effect, string>> = { allow: "✓ allow", deny: "✗ deny", ask: "? ask" };

/** The effect as a word with its sign and colour. */
export function showEffect(effect: Effect, paint: Palette): string {
	const colours = { allow: paint.good, deny: paint.bad, ask: paint.warn };
	return colours[effect](paint.strong(SIGNS[effect]));
}

/** A decision as people read it: the effect, then every reason with its rule, place, part, and its remedy if that is one of the `offered`. */
export function decisionLines(
	{ effect, reasons, obligations }: Decision,
	offered: ReadonlySet<string | undefined>,
	paint: Palette,
	directory: string,
): string {
	const [first, ...others] = reasons;
	const lines = [
		`${showEffect(effect, paint)}  ${visible(first.message)}  ${paint.faint(first.code)}`,
		...details(first, offered, paint, directory),
	];
	for (const reason of others)
		lines.push(`  also: ${visible(reason.message)}  ${paint.faint(reason.code)}`, ...details(reason, offered, paint, directory));
	for (const obligation of obligations) {
		const { kind, ...rest } = obligation;
		lines.push(`  must: ${kind}${Object.keys(rest).length === 0 ? "" : ` ${JSON.stringify(rest)}`}`);
	}
	return `${lines.join("\n")}\n`;
}

function details(
	{ rule, source, segment, remedy }: Reason,
	offered: ReadonlySet<string | undefined>,
	paint: Palette,
	directory: string,
): readonly string[] {
	const place = source === undefined ? "" : paint.faint(`  ${showSource(source, directory)}`);
	const rows: readonly (readonly [string, string | undefined])[] = [
		["part", segment === undefined ? undefined : visible(segment)],
		["rule", rule === undefined ? undefined : `${visible(rule)}${place}`],
		["try", remedy === undefined || !offered.has(remedy) ? undefined : visible(remedy)],
	];
	return rows.filter(([, text]) => text !== undefined).map(([label, text]) => `    ${label.padEnd(5)} ${text}`);
}
