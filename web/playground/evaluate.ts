import { parseDefinition, shippedCatalog } from "../../src/definitions/index.ts";
import {
	type Catalog,
	decide,
	type ExplainedStep,
	explain,
	type Problem,
	type Request,
	sealProfile,
	TOOLS,
} from "../../src/engine/index.ts";
import { type Answer, type Background, EDITED_FILE } from "./answer-view.ts";
import shippedTexts from "./shipped-texts.ts";
import type { Step } from "./steps-view.ts";

/** What the page holds: a profile's text, who asks, and what. */
export interface Situation {
	readonly yaml: string;
	/** `undefined` while the form is not complete. */
	readonly request: Request | undefined;
	readonly agent: string;
	readonly parent: string;
	readonly children: readonly string[];
	readonly root: string;
}

/** Problems of the profile, and the decision when there is one to make. */
export interface Evaluation {
	readonly problems: readonly Problem[];
	readonly answer?: Answer;
	/** Takes longer than the decision: asked for when the person has stopped typing. */
	readonly background?: () => Background;
}

/** Names and texts of the profiles that writ ships. */
export const SHIPPED: ReadonlyMap<string, string> = new Map(Object.entries(shippedTexts));

/** Every tool that has an entry, for the list that is offered while typing. */
export const TOOL_NAMES: readonly string[] = TOOLS.map((tool) => tool.name);

const NAME = "this profile";

/** Reads the profile, seals it for the agent and decides the request: the whole engine, in the page. */
export function evaluate({ yaml, request, agent, parent, children, root }: Situation): Evaluation {
	const parsed = parseDefinition(yaml, { kind: "profile", name: NAME, layer: "user", file: EDITED_FILE, catalog: shippedCatalog });
	if (!parsed.ok) return { problems: parsed.problems };
	const catalog: Catalog = { ...shippedCatalog, profiles: { ...shippedCatalog.profiles, [NAME]: parsed.definition } };
	const sealed = sealProfile(NAME, { catalog, agent, root, children, ...(parent === "" ? {} : { parent }) });
	if (!sealed.ok) return { problems: [...parsed.warnings, ...sealed.problems] };
	const problems = [...parsed.warnings, ...sealed.warnings];
	if (request === undefined) return { problems };
	const { writ } = sealed;
	return {
		problems,
		answer: { request, decision: decide(writ, request) },
		background: () => {
			const { steps, nearest } = explain(writ, request);
			return { steps: steps.map(shown), nearest };
		},
	};
}

const STATES = { pass: "passed", deny: "failed", ask: "asks", skip: "idle" } as const;

function shown({ name, outcome, message, details }: ExplainedStep): Step {
	const parts = details.flatMap((detail) =>
		detail.kind === "part" ? [{ text: detail.text, state: STATES[detail.outcome], message: detail.message }] : [],
	);
	return { name, state: STATES[outcome], detail: message, parts };
}
