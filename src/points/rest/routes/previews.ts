import { present, unreadRequest } from "../../../engine/index.ts";
import { problem, refuseAgent, replyTo } from "../problem.ts";
import { answer, defineRoute, type RestRoute } from "../rest-route.ts";
import { anything, members, moment, readMoment, text } from "../shapes.ts";

const WISH = { profile: anything, overrides: anything, definition: text };

/** What definitions would do; nothing of this is recorded. */
export const previewRoutes: readonly RestRoute[] = [
	defineRoute({
		method: "POST",
		path: "/v1/compose",
		tag: "definitions",
		summary: "A definition with everything that it builds on worked in",
		access: "anyone",
		body: members(WISH),
		example: { profile: "standard", overrides: { tools: { disallowed_add: ["Write"] } } },
		replies: { 200: anything },
		run: async ({ authority, caller, body }) => replyTo(await authority.preview(caller, body), (composition) => answer(composition)),
	}),
	defineRoute({
		method: "POST",
		path: "/v1/diff",
		tag: "definitions",
		summary: "What one definition allows and another does not, with requests that show it",
		access: "anyone",
		body: members({ before: members(WISH), after: members(WISH) }, ["before", "after"]),
		example: { before: { profile: "restricted" }, after: { profile: "standard" } },
		replies: { 200: anything },
		run: async ({ authority, caller, body: { before, after } }) =>
			replyTo(await authority.compare(caller, before, after), (difference) => answer(difference)),
	}),
	defineRoute({
		method: "POST",
		path: "/v1/explain",
		tag: "definitions",
		summary: "Why a request of an agent, or under a definition, is decided as it is",
		access: "anyone",
		body: members({ ...WISH, agent: text, request: anything }, ["request"]),
		example: { profile: "read-only", request: { kind: "command", command: "rm -rf build" } },
		replies: { 200: anything },
		async run({ authority, caller, body: { agent: named, request, ...wish } }) {
			const own = caller.principal.kind === "agent" ? caller.principal.id : undefined;
			const agent = named ?? (Object.keys(wish).length === 0 ? own : undefined);
			if (agent === undefined && Object.keys(wish).length === 0)
				return problem(400, "invalid-request", "Say which agent, or which profile", { pointer: "/agent" });
			const explained = await authority.explain(caller, agent === undefined ? { wish } : { agent }, unreadRequest(request));
			return explained.ok || agent === undefined
				? replyTo(explained, (explanation) => answer(explanation))
				: refuseAgent(caller, agent, explained.refusal);
		},
	}),
	defineRoute({
		method: "POST",
		path: "/v1/replay",
		tag: "definitions",
		summary: "What a definition would have answered to what was really asked",
		access: "person",
		body: members({
			...WISH,
			agent: text,
			since: moment,
			until: moment,
			examples: { kind: "number", integer: true, minimum: 0, maximum: 100 },
		}),
		example: { profile: "restricted", agent: "reviewer" },
		replies: { 200: anything },
		async run({ authority, caller, body: { since, until, ...rehearsal } }) {
			const from = since === undefined ? undefined : readMoment(since);
			const to = until === undefined ? undefined : readMoment(until);
			if (from === null || to === null) return problem(400, "invalid-request", "A moment is written as ISO 8601");
			const replayed = await authority.replay(caller, {
				...rehearsal,
				...present({ since: from, until: to }),
			});
			return replyTo(replayed, (result) => answer(result));
		},
	}),
];
