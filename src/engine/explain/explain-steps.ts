import { type CompareWish, type Link, lineOf, spendFacts } from "../decide/index.ts";
import { assertNever, type Facts, type Request, type Writ } from "../language/index.ts";
import { explainEvent, explainNetwork, explainPath, explainSpawn, explainSpend } from "./dimensions.ts";
import { callContext, explainTool } from "./explain-tool.ts";
import type { ExplainedStep } from "./explanation.ts";

/** Who asks, what is known besides, and how a wish is compared with a writ. */
export interface Situation {
	readonly writ: Writ;
	readonly facts: Facts;
	readonly compare: CompareWish | undefined;
}

/** One writ that binds the agent, the facts that it is judged with, and its steps. */
export interface ExplainedLink {
	readonly link: Link;
	readonly facts: Facts;
	readonly steps: readonly ExplainedStep[];
}

/** The steps of every writ that binds the agent, its own first. */
export function explainLine({ writ, facts, compare }: Situation, request: Request): readonly ExplainedLink[] {
	return lineOf(writ, facts)
		.filter(({ repeats }) => !repeats || request.kind === "spend")
		.map((link) => {
			const known = request.kind === "spend" ? spendFacts(link, writ, facts) : withComparison(link, facts, compare);
			return { link, facts: known, steps: stepsOf(link.writ, request, known) };
		});
}

/** Every step of the decision on a request, in order: the agent's own, and then what the writs of its ancestors say. */
export function stepsOfLine([own, ...others]: readonly ExplainedLink[]): readonly ExplainedStep[] {
	if (own === undefined) return [];
	return [...own.steps, ...others.flatMap(({ link: { agent }, steps }) => stepsAbove(agent, agent === own.link.agent, steps))];
}

/** Of a writ above only what stands against the request is shown, or that nothing does. */
function stepsAbove(agent: string, isOwn: boolean, steps: readonly ExplainedStep[]): readonly ExplainedStep[] {
	const whose = isOwn ? "as wished" : `ancestor '${agent}'`;
	const of = isOwn ? {} : { ancestor: agent };
	const against = steps.filter(({ outcome }) => outcome === "deny" || outcome === "ask");
	if (against.length > 0) return against.map((step) => ({ ...step, name: `${step.name} (${whose})`, ...of }));
	const message = isOwn ? "what was wished for allows it" : "this writ allows it too";
	return [{ name: isOwn ? "wish" : whose, outcome: "pass", message, reasons: [], details: [], ...of }];
}

function withComparison({ writ }: Link, facts: Facts, compare: CompareWish | undefined): Facts {
	if (facts.escalations !== undefined || compare === undefined) return facts;
	return { ...facts, escalations: (wish) => compare(writ, wish, facts) };
}

/** Every step of what one writ says. */
function stepsOf(writ: Writ, request: Request, facts: Facts): readonly ExplainedStep[] {
	const { terms } = writ;
	switch (request.kind) {
		case "tool":
		case "command":
		case "target": {
			const context = callContext(writ, terms, request, facts);
			return context === null ? [] : explainTool(context);
		}
		case "path":
			return explainPath(writ, terms, request, facts);
		case "network":
			return explainNetwork(writ, terms, request, facts);
		case "spend":
			return explainSpend(writ, terms, request, facts);
		case "spawn":
			return explainSpawn(writ, terms, request, facts);
		case "event":
			return explainEvent(writ, terms, request, facts);
		default:
			return assertNever(request);
	}
}
