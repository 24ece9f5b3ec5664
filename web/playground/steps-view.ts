import { byId, element } from "./element.ts";

export type StepState = "passed" | "failed" | "asks" | "idle";

/** One step of a decision, as the page shows it. */
export interface Step {
	readonly name: string;
	readonly state: StepState;
	readonly detail: string;
	/** The simple commands of a shell text, each judged by itself. */
	readonly parts: readonly { readonly text: string; readonly state: StepState; readonly message: string }[];
}

const STATES: Readonly<Record<StepState, { readonly sign: string; readonly word: string }>> = {
	passed: { sign: "✓", word: "passed" },
	failed: { sign: "✕", word: "failed" },
	asks: { sign: "?", word: "asks" },
	idle: { sign: "·", word: "nothing to look at" },
};

/** Shows every step of a decision, in the order in which the engine takes them. */
export function showSteps(steps: readonly Step[]): void {
	const holder = byId("steps", HTMLElement);
	holder.ariaBusy = "false";
	if (steps.length === 0) holder.replaceChildren();
	else holder.replaceChildren(element("h3", {}, "Step by step"), element("ol", { class: "step-list" }, ...steps.map(stepItem)));
}

function stepItem({ name, state, detail, parts }: Step): HTMLElement {
	return element(
		"li",
		{ class: `step ${state}` },
		sign(state),
		element("span", { class: "step-name" }, name),
		element(
			"div",
			{ class: "step-detail" },
			detail,
			parts.length === 0 ? undefined : element("ul", { class: "parts" }, ...parts.map((part) => partItem(part, detail))),
		),
	);
}

function partItem({ text, state, message }: Step["parts"][number], said: string): HTMLElement {
	const note = message === said ? undefined : element("span", {}, message);
	return element("li", { class: `part ${state}` }, sign(state), element("code", {}, text), note);
}

function sign(state: StepState): HTMLElement {
	return element("span", { class: "sign", role: "img", "aria-label": STATES[state].word }, STATES[state].sign);
}
