import { type Effect, REASON_CODES, type Reason, type ReasonCode, type Request, type Source } from "../language/index.ts";
import { writtenPathEntry } from "../paths/index.ts";
import type { ExplainedStep, Explanation, MatchedEntry, Remedy, StepDetail } from "./explanation.ts";

const SIGNS = { pass: "✓", deny: "✗", ask: "?", skip: "·" } as const;
const ANSWERS = { allow: "✓ Allowed", deny: "✗ Denied", ask: "? Asks first" } as const;

/** What a text is made of. */
interface Parts extends Pick<Explanation, "steps" | "nearest" | "obstacle"> {
	readonly request: Request;
	readonly effect: Effect;
	/** The decision's, each with its source as far as it is known. */
	readonly reasons: readonly Reason[];
	/** What no rule is proposed for. */
	readonly open: Reason | null;
}

/** An explanation as plain text: what was asked, the answer, why, which rule where, and what would allow it. */
export function explanationText(parts: Parts): string {
	return [requestText(parts.request), "", ...answerLines(parts), ...stepLines(parts.steps), ...nextLines(parts)].join("\n");
}

function answerLines({ effect, reasons }: Parts): readonly string[] {
	return reasons.flatMap((reason, index) => [
		`${index === 0 ? ANSWERS[effect] : "  also"}: ${safeText(reason.message)} (${reason.code})`,
		...ruleLine(reason),
	]);
}

function ruleLine({ rule, source }: Reason): readonly string[] {
	if (rule === undefined) return source === undefined ? [] : [`    written in ${sourceText(source)}`];
	return [`    rule ${safeText(writtenPathEntry(rule))}${source === undefined ? "" : `, written in ${sourceText(source)}`}`];
}

function stepLines(steps: readonly ExplainedStep[]): readonly string[] {
	if (steps.length === 0) return [];
	const taken = steps.filter(({ outcome }) => outcome !== "skip");
	const skipped = steps.filter(({ outcome }) => outcome === "skip").map(({ name }) => name);
	const width = Math.max(0, ...taken.map(({ name }) => name.length));
	return [
		"",
		"Step by step",
		...taken.flatMap(({ name, outcome, message, source, details }) => [
			`  ${SIGNS[outcome]} ${name.padEnd(width)}  ${safeText(message)}${source === undefined ? "" : ` (${sourceText(source)})`}`,
			...details.map((detail) => `      ${detailText(detail)}`),
		]),
		...(skipped.length === 0 ? [] : [`  ${SIGNS.skip} nothing to look at for: ${skipped.join(", ")}`]),
	];
}

function detailText(detail: StepDetail): string {
	switch (detail.kind) {
		case "part":
			return `${SIGNS[detail.outcome]} ${safeText(detail.text)}: ${safeText(detail.message)}${detail.source === undefined ? "" : ` (${sourceText(detail.source)})`}`;
		case "path": {
			const { asked, written, real, viaLink, matches } = detail;
			const where = real === null ? `${written}, which leads nowhere` : viaLink ? `${written}, a link to ${real}` : real;
			return `${safeText(asked)} is ${safeText(where)}: ${matchesText(matches)}`;
		}
		case "target": {
			if (detail.relation === "missing") return "no agent is named";
			const relation =
				detail.relation === "other" ? "neither the parent nor a child" : `${detail.relation === "parent" ? "the" : "a"} ${detail.relation}`;
			const said = detail.restrictions.map(
				({ dimension, allows, holds }) => `${dimension} ${holds ? "holds" : "does not hold"} it (${allows})`,
			);
			return safeText(
				[`'${detail.target}' is ${relation}`, ...said, ...(detail.edge === undefined ? [] : [`edge: ${detail.edge}`])].join("; "),
			);
		}
		case "host":
			return `${safeText(detail.host)}: ${matchesText(detail.matches)}`;
		case "counter": {
			const { limit, unit, used, asked, holds } = detail;
			return `${holds ? SIGNS.pass : SIGNS.deny} ${unit}: ${asked} asked, ${used} used, ${limit === null ? "no limit" : `limit ${limit}`}`;
		}
	}
}

function matchesText(matches: readonly MatchedEntry[]): string {
	if (matches.length === 0) return "no entry matches";
	return matches
		.map(
			({ dimension, entry, source }) =>
				`${dimension} ${safeText(writtenPathEntry(entry))}${source === undefined ? "" : ` (${sourceText(source)})`}`,
		)
		.join(", ");
}

function nextLines({ effect, reasons, nearest, obstacle, open }: Parts): readonly string[] {
	if (effect === "allow") return [];
	if (obstacle !== null) {
		const where = obstacle.source === undefined ? "" : ` That is written in ${sourceText(obstacle.source)}.`;
		return ["", `No rule can allow it while this stands: ${safeText(obstacle.message)}.${where}`];
	}
	if (nearest.length > 0)
		return [
			"",
			"What would allow it",
			...nearest.flatMap((remedy, index) => [...(index === 0 ? [] : ["  or, wider,"]), ...remedyLines(remedy)]),
		];
	const [first] = reasons;
	const still = open === null || open.message === first?.message ? [] : [`  Even with a rule for the rest: ${safeText(open.message)}`];
	return ["", "What to do", ...(effect === "ask" ? ["  A person can confirm it."] : []), ...still, ...adviceFor(open ?? first)];
}

/** Advice where no rule is proposed. */
function adviceFor(reason: Reason | undefined): readonly string[] {
	// The question itself is said already.
	if (reason === undefined || reason.code === "needs-confirmation") return [];
	return [`  ${UNPROPOSED.has(reason.code) ? NO_RULE_PROPOSED : safeText(REASON_CODES[reason.code].remedy)}`];
}

const UNPROPOSED: ReadonlySet<ReasonCode> = new Set<ReasonCode>([
	"command-not-allowed",
	"command-option",
	"tool-not-allowed",
	"level-not-allowed",
]);

const NO_RULE_PROPOSED =
	"No rule is proposed: it would allow a program that runs other programs or code, and so whatever they do. Run the inner command itself, or ask a person.";

function remedyLines({ changes, ancestors }: Remedy): readonly string[] {
	const above = ancestors.length === 0 ? [] : [`  and the same for ${ancestors.map((agent) => `'${agent}'`).join(", ")}, above this agent`];
	return [...changes.map(({ text }) => `  ${safeText(text)}`), ...above];
}

/** Where something was written: `profiles/standard.yaml:12:7`, or the definition or layer when no file is known. */
export function sourceText({ file, line, column, definition, layer }: Source): string {
	if (file === undefined && layer === "built-in") return `writ's own ${safeText(definition ?? "list")}`;
	if (file === undefined && definition === undefined) return `the ${layer} definition`;
	const place = [file ?? definition, line, column].filter((part) => part !== undefined).join(":");
	return layer === "ceiling" ? `${safeText(place)}, the organization's ceiling` : safeText(place);
}

/** A request in words, on one line. */
export function requestText(request: Request): string {
	try {
		return safeText(words(request));
	} catch {
		// Callers hand in whatever arrived on a wire.
		return "something that is not a request";
	}
}

function words(request: Request): string {
	switch (request.kind) {
		case "tool":
			return `${request.tool} ${jsonText(request.input)}`;
		case "command":
			return `$ ${request.command}`;
		case "path":
			return `${request.operation} ${request.path}${request.to === undefined ? "" : ` → ${request.to}`}`;
		case "target":
			return `${request.tool} to ${typeof request.target === "string" ? request.target : jsonText(request.target)}`;
		case "network":
			return `connect to ${request.host}:${request.port}`;
		case "spawn":
			return `spawn ${typeof request.wish === "string" ? request.wish : jsonText(request.wish)}`;
		case "spend": {
			const { tokens, requests, costUsd } = request;
			const parts = [
				tokens === undefined ? [] : [`${tokens} tokens`],
				requests === undefined ? [] : [`${requests} requests`],
				costUsd === undefined ? [] : [`${costUsd} US dollars`],
			];
			return `spend ${parts.flat().join(", ") || "nothing"}`;
		}
		case "event":
			return `emit ${request.event}`;
		default:
			return jsonText(request);
	}
}

function jsonText(value: unknown): string {
	return JSON.stringify(value) ?? "nothing";
}

const LONGEST = 400;

// SECURITY: requests and definitions hold text of others; line breaks, control, zero-width and bidirectional characters are
// written out so that they cannot forge or hide a line of an explanation (explain.test.ts).
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** Text of others on one line of an explanation: clipped, nothing invisible. */
function safeText(text: string): string {
	const clipped = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
	return clipped.replace(INVISIBLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}
