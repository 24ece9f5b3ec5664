import {
	type Decision,
	type Effect,
	type ExplainedStep,
	type Explanation,
	type MatchedEntry,
	type Reason,
	type Remedy,
	type StepDetail,
	type StepOutcome,
	writtenPathEntry,
} from "../../engine/index.ts";
import type { Palette } from "../terminal.ts";
import { showSource } from "./problems.ts";
import { visible } from "./visible.ts";

/** An explanation as people read it: the decision, every step, and what would allow it. */
export function explanationLines({ decision, steps, nearest, obstacle }: Explanation, paint: Palette, directory: string): string {
	const taken = steps.filter(({ outcome }) => outcome !== "skip");
	const skipped = steps.filter(({ outcome }) => outcome === "skip").map(({ name }) => name);
	const width = Math.max(0, ...taken.map(({ name }) => name.length));
	const lines = [
		...taken.flatMap((step) => [
			stepLine(step, width, paint, directory),
			...step.details.map((detail) => indented(detailLine(detail, paint, directory))),
		]),
		...(skipped.length === 0 ? [] : [paint.faint(`  · nothing to look at for: ${skipped.join(", ")}`)]),
	];
	const ending =
		obstacle === null ? remedyLines(nearest, paint) : [`${paint.strong("Nothing can allow it:")} ${visible(obstacle.message)}`];
	// A step keeps only the remedies that a definition may say.
	const offered = new Set(steps.flatMap(({ reasons }) => reasons.map(({ remedy }) => remedy)));
	const answer = decisionLines(decision, offered, paint, directory).trimEnd();
	const parts = [answer, [paint.strong("Steps"), ...lines].join("\n"), ending.join("\n")];
	return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function stepLine({ name, outcome, message, rule, source }: ExplainedStep, width: number, paint: Palette, directory: string): string {
	const by =
		rule === undefined ? "" : `  ${paint.faint(`${visible(rule)}${source === undefined ? "" : ` ${showSource(source, directory)}`}`)}`;
	return `  ${sign(outcome, paint)} ${name.padEnd(width)}  ${visible(message)}${by}`;
}

function sign(outcome: StepOutcome, paint: Palette): string {
	return { pass: paint.good("✓"), deny: paint.bad("✗"), ask: paint.warn("?"), skip: paint.faint("·") }[outcome];
}

function detailLine(detail: StepDetail, paint: Palette, directory: string): string {
	switch (detail.kind) {
		case "part": {
			const by = detail.rule === undefined ? visible(detail.message) : visible(detail.rule);
			return `${sign(detail.outcome, paint)} ${visible(detail.text)}  ${paint.faint(`${by}${detail.source === undefined ? "" : ` ${showSource(detail.source, directory)}`}`)}`;
		}
		case "path": {
			const way = `→ ${visible(detail.real ?? "nowhere")}${detail.viaLink ? " (through a link)" : ""}`;
			return [`${visible(detail.asked)} ${paint.faint(way)}`, ...matched(detail.matches, paint, directory)].join("\n");
		}
		case "target": {
			const held = detail.restrictions.map(({ dimension, allows, holds }) => `${holds ? "✓" : "✗"} ${dimension} allows ${allows}`);
			return `${visible(detail.target)} ${paint.faint(visible([`is ${article(detail.relation)}`, ...held, detail.edge === undefined ? "" : `edge: ${detail.edge}`].filter((part) => part !== "").join(", ")))}`;
		}
		case "host":
			return [visible(detail.host), ...matched(detail.matches, paint, directory)].join("\n");
		case "counter":
			return `${detail.holds ? paint.good("✓") : paint.bad("✗")} ${detail.agent === "" ? "itself" : visible(detail.agent)}: ${detail.used} used + ${detail.asked} asked, limit ${detail.limit ?? "none"} ${detail.unit}`;
	}
}

function article(relation: "parent" | "child" | "other" | "missing"): string {
	return { parent: "its parent", child: "its child", other: "another agent", missing: "not named" }[relation];
}

function matched(matches: readonly MatchedEntry[], paint: Palette, directory: string): readonly string[] {
	return matches.map(({ dimension, entry, source }) => {
		const place = source === undefined ? "" : ` ${showSource(source, directory)}`;
		return paint.faint(`    ${visible(dimension)}: ${visible(writtenPathEntry(entry))}${place}`);
	});
}

function indented(text: string): string {
	return text.replaceAll(/^/gm, "      ");
}

function remedyLines(nearest: readonly Remedy[], paint: Palette): readonly string[] {
	if (nearest.length === 0) return [];
	const lines = nearest.map(({ changes, ancestors }) => {
		const others = ancestors.length === 0 ? "" : paint.faint(`  (and in the writ of ${visible(ancestors.join(", "))})`);
		return `  ${visible(changes.map(({ text }) => text).join("  and  "))}${others}`;
	});
	return [paint.strong("It would be allowed by"), ...lines];
}

const SIGNS: Readonly<Record<Effect, string>> = { allow: "✓ allow", deny: "✗ deny", ask: "? ask" };

/** The effect as a word with its sign and colour. */
function showEffect(effect: Effect, paint: Palette): string {
	const colours = { allow: paint.good, deny: paint.bad, ask: paint.warn };
	return colours[effect](paint.strong(SIGNS[effect]));
}

/** A decision as people read it: the effect, then every reason with its rule, place, part, and its remedy if that is one of the `offered`. */
function decisionLines(
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
