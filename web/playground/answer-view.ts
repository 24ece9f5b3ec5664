import { assertNever, type Decision, type Explanation, type Reason, type Request } from "../../src/engine/index.ts";
import { byId, element } from "./element.ts";
import { type Step, showSteps } from "./steps-view.ts";

/** A request and the engine's answer to it. */
export interface Answer {
	readonly request: Request;
	readonly decision: Decision;
}

/** What takes a little longer to find out: how it came about, and what would change it. */
export interface Background {
	readonly steps: readonly Step[];
	readonly nearest: Explanation["nearest"];
}

const WORDS = { allow: "Allowed", deny: "Denied", ask: "Asks" } as const;
const SIGNS = { allow: "✓", deny: "✕", ask: "?" } as const;

/** Shows a decision: the answer first, then why. The steps of the last one fade until their own arrive. */
export function showAnswer({ request, decision }: Answer, goTo: (line: number, column: number) => void): void {
	const [first, ...others] = decision.reasons;
	byId("decision", HTMLElement).replaceChildren(
		element(
			"div",
			{ class: `verdict ${decision.effect}`, "data-effect": decision.effect, "data-code": first.code },
			stamp(SIGNS[decision.effect], WORDS[decision.effect]),
			element("p", { class: "message" }, first.message),
			element("p", { class: "code" }, first.code),
		),
		element(
			"dl",
			{ class: "facts" },
			...facts(request, first, goTo),
			...others.flatMap((reason) => row("Also", `${reason.code}: ${reason.message}`)),
			...obligations(decision),
		),
	);
	byId("steps", HTMLElement).ariaBusy = "true";
}

/** Shows what would allow the request, and every step that led to the decision. */
export function showBackground({ decision }: Answer, { steps, nearest }: Background): void {
	document.querySelector("#decision .facts")?.append(...remedies(nearest, decision.reasons[0]));
	showSteps(steps);
}

/** Shows that there is nothing to decide yet, and what to do about it. */
export function showNoAnswer(message: string): void {
	byId("decision", HTMLElement).replaceChildren(
		element("div", { class: "verdict invalid", "data-effect": "none" }, stamp("!", "Wait"), element("p", { class: "message" }, message)),
	);
	showSteps([]);
}

function stamp(sign: string, word: string): HTMLElement {
	return element("div", { class: "stamp" }, element("span", { class: "glyph", "aria-hidden": "true" }, sign), word);
}

function facts(request: Request, reason: Reason, goTo: (line: number, column: number) => void): readonly HTMLElement[] {
	return [
		...(request.kind === "command" ? row("Command", marked(request.command, reason.segment)) : []),
		...(request.kind !== "command" && reason.segment !== undefined ? row("Part", code(reason.segment)) : []),
		...(reason.rule === undefined ? [] : row("Rule", code(reason.rule), " ", place(reason, goTo))),
		...(reason.rule === undefined && reason.source !== undefined ? row("Written", place(reason, goTo)) : []),
	];
}

/** What a person would have to write so that it is allowed. */
function remedies(nearest: Explanation["nearest"], reason: Reason): readonly HTMLElement[] {
	const [best] = nearest;
	if (best === undefined) return reason.remedy === undefined ? [] : row("What would help", reason.remedy);
	return row(
		"What would allow it",
		element("ul", { class: "remedies" }, ...best.changes.map((change) => element("li", {}, code(change.text)))),
	);
}

function obligations(decision: Decision): readonly HTMLElement[] {
	return decision.obligations.flatMap((obligation) => {
		switch (obligation.kind) {
			case "timeout":
				return row("Time limit", `${obligation.seconds} s`);
			case "unchecked-arguments":
				return row("Unchecked", obligation.arguments.join(", "));
			case "redact":
				return row("Kept out of the record", obligation.arguments.join(", "));
			case "environment":
				return row(
					"Environment",
					code(
						Object.entries(obligation.set)
							.map(([name, value]) => `${name}=${value}`)
							.join("\n"),
					),
				);
			case "unresolved-paths":
				return row("Paths", "judged as written: this page has no disk, so links are not followed");
			default:
				return assertNever(obligation);
		}
	});
}

/** Where the rule was written: a line of the text beside, or another definition. */
function place(reason: Reason, goTo: (line: number, column: number) => void): HTMLElement | string {
	const { source } = reason;
	if (source === undefined) return "";
	const where = [source.definition ?? source.file, source.line === undefined ? undefined : `line ${source.line}`]
		.filter((part) => part !== undefined)
		.join(", ");
	if (source.file !== EDITED_FILE || source.line === undefined) return where === "" ? source.layer : `${where} (${source.layer})`;
	const { line, column = 1 } = source;
	const button = element("button", { type: "button", class: "link" }, `line ${line}`);
	button.addEventListener("click", () => goTo(line, column));
	return button;
}

/** The name by which reasons refer to the text in the editor. */
export const EDITED_FILE = "profile.yaml";

function marked(text: string, segment: string | undefined): HTMLElement {
	const at = segment === undefined || segment === "" ? -1 : text.indexOf(segment);
	if (segment === undefined || at < 0) return code(text);
	return element("code", {}, text.slice(0, at), element("mark", {}, segment), text.slice(at + segment.length));
}

function row(term: string, ...content: readonly (Node | string)[]): readonly HTMLElement[] {
	return [element("dt", {}, term), element("dd", {}, ...content)];
}

function code(text: string): HTMLElement {
	return element("code", {}, text);
}
