import { type Authority, type Snapshot, versionOfAll } from "../../../authority/index.ts";
import { problem, refusedReply, replyTo } from "../problem.ts";
import { answer, defineRoute, type RestReply, type RestRoute } from "../rest-route.ts";
import { anything, members, whole } from "../shapes.ts";
import { entityTag, readIfMatch, stale } from "../versions.ts";

/** Settings of the server, and all of its state at once. */
export const settingRoutes: readonly RestRoute[] = [
	defineRoute({
		method: "GET",
		path: "/v1/settings",
		tag: "server",
		summary: "Settings, by their dotted names",
		access: "person",
		replies: { 200: anything },
		run: async ({ authority }) => showSettings(await authority.settings()),
	}),
	defineRoute({
		method: "PUT",
		path: "/v1/settings",
		tag: "server",
		summary: "Changes settings, all or none",
		access: "person",
		body: "anything",
		example: { "edges.default": "none" },
		replies: { 200: anything },
		async run({ authority, caller, body, ifMatch }) {
			const expected = readIfMatch(ifMatch);
			if (expected === undefined) return problem(400, "invalid-request", "If-Match is an ETag of the settings");
			const changed = await authority.changeSettings(caller, body, expected ?? undefined);
			const all = await authority.settings();
			if (changed.ok) return { ...showSettings(changed.value), headers: { ETag: entityTag(versionOfAll(all)) } };
			return changed.refusal.code === "stale" ? stale(valuesOf(all), versionOfAll(all)) : refusedReply(changed.refusal);
		},
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
	defineRoute({
		method: "POST",
		path: "/v1/snapshot",
		tag: "server",
		summary: "Puts such a document into an empty home, whole or not at all (up to 64 MiB)",
		access: "person",
		body: "anything",
		largestBody: 64 * 1024 * 1024,
		replies: { 200: members({ agents: whole }, ["agents"]) },
		run: async (
			{ authority, caller, body }, // The verb checks what is in it.
		) => replyTo(await authority.restoreSnapshot(caller, body as unknown as Snapshot), (restored) => answer(restored)),
	}),
];

type Settings = Awaited<ReturnType<Authority["settings"]>>;

function showSettings(settings: Settings): RestReply {
	return answer(valuesOf(settings), 200, { ETag: entityTag(versionOfAll(settings)) });
}

function valuesOf(settings: Settings): Readonly<Record<string, unknown>> {
	return Object.fromEntries(settings.map(({ name, value }) => [name, value]));
}
