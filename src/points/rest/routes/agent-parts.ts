import { sessionName } from "../../../authority/index.ts";
import { CURSORS } from "../cursors.ts";
import { replyTo } from "../problem.ts";
import { answer, defineRoute, type RestRoute } from "../rest-route.ts";
import { anything, flag, list, longText, members, nullable, PAGE, text, whole, withMoments } from "../shapes.ts";
import { aboutAgent } from "../show-agent.ts";
import { EDGE } from "./edges.ts";

/** A message on this wire. */
export const MESSAGE = members(
	{
		id: text,
		from: text,
		to: text,
		content: { kind: "text", maxLength: 1_000_000 },
		depth: whole,
		in_reply_to: nullable(text),
		correlation_id: nullable(text),
		sent_at: text,
		state: text,
		redelivered: flag,
	},
	["id", "from", "to", "content", "state"],
);

const REACHED = members(
	{ id: text, status: text, type: nullable(text), description: nullable(text), allowed: flag, by: text, edge: EDGE },
	["id", "allowed", "by"],
);

/** What belongs to one agent: its writ, its budget, its messages, whom it reaches, its sandbox. */
export const agentPartRoutes: readonly RestRoute[] = [
	defineRoute({
		method: "GET",
		path: "/v1/agents/{id}/writ",
		tag: "agents",
		summary: "The writ that an agent holds, with what its ancestors leave it",
		access: "anyone",
		tool: "my_writ",
		replies: { 200: anything },
		run: async (visit) =>
			aboutAgent(
				visit,
				(id) => visit.authority.writOf(visit.caller, id),
				(writ) => writ,
			),
	}),
	defineRoute({
		method: "GET",
		path: "/v1/agents/{id}/budget",
		tag: "agents",
		summary: "What an agent may spend, has spent and has left",
		access: "anyone",
		replies: { 200: members({ limits: anything, spent: anything, remaining: anything }, ["limits", "spent", "remaining"]) },
		run: async (visit) =>
			aboutAgent(
				visit,
				(id) => visit.authority.budget(visit.caller, id),
				(budget) => budget,
			),
	}),
	defineRoute({
		method: "GET",
		path: "/v1/agents/{id}/reach",
		tag: "agents",
		summary: "Those to whom a message of an agent would be permitted",
		access: "anyone",
		query: members(PAGE),
		cursor: CURSORS.id,
		replies: { 200: members({ items: list(REACHED), next_cursor: nullable(text) }, ["items"]) },
		run: async (visit) =>
			aboutAgent(
				visit,
				(id) => visit.authority.reach(visit.caller, id, { limit: visit.query.limit ?? 100, cursor: visit.query.cursor ?? null }),
				({ items, next_cursor }) => ({
					items: items.map(({ agent: { id, status, type, description }, by, edge }) => ({
						...{ id, status, type, description, allowed: true, by },
						...(edge === null ? {} : { edge: withMoments(edge) }),
					})),
					next_cursor,
				}),
			),
	}),
	defineRoute({
		method: "GET",
		path: "/v1/agents/{id}/sandbox",
		tag: "agents",
		summary: "The sandbox of an agent",
		access: "anyone",
		replies: { 200: anything },
		run: async (visit) =>
			aboutAgent(
				visit,
				(id) => visit.authority.sandbox(visit.caller, id),
				(sandbox) => ({ ...sandbox, session: sessionName(sandbox.session) }),
			),
	}),
	defineRoute({
		method: "GET",
		path: "/v1/agents/{id}/messages",
		tag: "messages",
		summary: "The messages in an agent's mailbox, without taking them; for itself, its owner and administrators",
		access: "anyone",
		tool: "list_messages",
		query: members({ limit: PAGE.limit }),
		replies: { 200: members({ items: list(MESSAGE) }, ["items"]) },
		run: async (visit) =>
			aboutAgent(
				visit,
				(id) => visit.authority.receive(visit.caller, id, { limit: visit.query.limit ?? 100, peek: true }),
				(messages) => ({ items: messages.map(withMoments) }),
			),
	}),
	defineRoute({
		method: "POST",
		path: "/v1/messages/{id}/answer",
		tag: "messages",
		summary: "Answers a message; the sender that waits for it is told",
		access: "anyone",
		body: members({ content: longText }, ["content"]),
		replies: { 200: MESSAGE },
		run: async ({ authority, caller, parameters: { id = "" }, body: { content } }) =>
			replyTo(await authority.answerTo(caller, id, content), (message) => answer(withMoments(message))),
	}),
];
