import type { Authority, Caller } from "../../../authority/index.ts";
import { give, type Handlers, handle } from "../tool-row.ts";

type Agent = Awaited<ReturnType<Authority["team"]>>[number];

/** Tools about whom there is to talk to. */
export const teamTools = {
	list_agents: handle(async ({ authority, caller }) => give({ agents: (await authority.team(caller)).map(brief) })),
	team_refresh: handle(async ({ authority, caller }) => {
		const agents = await authority.team(caller);
		return give({ team: teamText(caller, agents), agents: agents.map(brief) });
	}),
	list_templates: handle(async ({ authority }) => give({ templates: authority.templates().map(template) })),
} satisfies Handlers;

/** The agents that the caller may write to, as a person or a model reads them. */
export function teamText({ principal }: Caller, agents: readonly Agent[]): string {
	const others = agents.filter(({ id }) => principal.kind !== "agent" || id !== principal.id);
	if (others.length === 0) return "There is no agent that you may write to.";
	return ["You may write to these agents:", ...others.map(line)].join("\n");
}

function line({ id, type, status, description }: Agent): string {
	const words = [type, status].filter((word) => word !== null).map((word) => oneLine(word));
	return `- ${id} (${words.join(", ")})${description === null ? "" : `: ${oneLine(description)}`}`;
}

/** SECURITY: what somebody wrote about an agent cannot begin a line of its own. */
function oneLine(text: string): string {
	return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").slice(0, 500);
}

function brief({ id, status, type }: Agent): Readonly<Record<string, unknown>> {
	return { name: id, status, type };
}

function template({ name, description, profile }: ReturnType<Authority["templates"]>[number]): Readonly<Record<string, unknown>> {
	return { name: `local:${name}`, description, profile };
}
