import type { Snapshot } from "../../../authority/index.ts";
import { replyTo } from "../problem.ts";
import { answer, defineRoute, type RestRoute } from "../rest-route.ts";
import { anything, members, whole } from "../shapes.ts";

/** Settings of the server, and all of its state at once. */
export const settingRoutes: readonly RestRoute[] = [
	defineRoute({
		method: "GET",
		path: "/v1/settings",
		tag: "server",
		summary: "Settings, by their dotted names",
		access: "person",
		replies: { 200: anything },
		run: async ({ authority }) => answer(Object.fromEntries((await authority.settings()).map(({ name, value }) => [name, value]))),
	}),
	defineRoute<object, Readonly<Record<string, unknown>>>({
		method: "PUT",
		path: "/v1/settings",
		tag: "server",
		summary: "Changes settings, all or none",
		access: "person",
		body: "anything",
		replies: { 200: anything },
		run: async ({ authority, caller, body }) =>
			replyTo(await authority.changeSettings(caller, body), (settings) =>
				answer(Object.fromEntries(settings.map(({ name, value }) => [name, value]))),
			),
	}),
	defineRoute({
		method: "GET",
		path: "/v1/snapshot",
		tag: "server",
		summary: "Everything but the ledger, as one document",
		access: "person",
		replies: { 200: anything },
		run: async ({ authority, caller }) => replyTo(await authority.takeSnapshot(caller), (snapshot) => answer(snapshot)),
	}),
	defineRoute<object, Snapshot>({
		method: "POST",
		path: "/v1/snapshot",
		tag: "server",
		summary: "Puts such a document into an empty home, whole or not at all",
		access: "person",
		body: "anything",
		replies: { 200: members({ agents: whole }, ["agents"]) },
		run: async ({ authority, caller, body }) => replyTo(await authority.restoreSnapshot(caller, body), (restored) => answer(restored)),
	}),
];
