import type { ProfileView, Refusal, WrittenProfile } from "../../../authority/index.ts";
import type { Infer } from "../../../engine/index.ts";
import { isoTime } from "../../../platform/index.ts";
import { CURSORS, cursorOfName, keyIn } from "../cursors.ts";
import { problem, refusedReply, replyTo } from "../problem.ts";
import { pointerOf } from "../read-input.ts";
import { answer, defineRoute, type RestReply, type RestRoute, type Visit } from "../rest-route.ts";
import { anything, choice, flag, list, longText, members, nullable, PAGE, page, text, whole } from "../shapes.ts";
import { entityTag, readIfMatch, stale } from "../versions.ts";

/** A profile on this wire. */
const PROFILE = members(
	{
		name: text,
		version: whole,
		source: choice("shipped", "file", "store"),
		profile: anything,
		yaml: nullable(longText),
		file: nullable(text),
		shadows: nullable(members({ source: text, wider: flag }, ["source", "wider"])),
		reason: nullable(longText),
		changed_by: nullable(text),
		changed_at: nullable(text),
	},
	["name", "version", "source", "profile"],
);

/** A profile after a change, with what it newly allows and forbids. */
const WRITTEN_PROFILE = members({ ...PROFILE.keys, source: nullable(text), profile: anything, diff: anything, warnings: list(text) }, [
	"name",
	"version",
	"diff",
	"warnings",
]);

/** SECURITY: who wrote it and why, and where it lies, is for people. */
function showProfile(view: ProfileView, isPerson: boolean): Readonly<Record<string, unknown>> {
	const { name, version, source, profile, shadows, document, file, kept } = view;
	if (!isPerson) return { name, version, source, profile, shadows };
	return {
		...{ name, version, source, profile, shadows, yaml: document, file },
		reason: kept?.reason ?? null,
		changed_by: kept?.writtenBy ?? null,
		changed_at: kept === null ? null : isoTime(kept.writtenAt),
	};
}

/** The answer to a change of a profile. */
function answerWritten(name: string, { view, version, created, diff }: WrittenProfile): RestReply {
	const warnings =
		view?.shadows?.wider === true
			? [`It takes the place of the shipped profile '${name}' and allows what that one does not`]
			: view?.shadows
				? [`It takes the place of the shipped profile '${name}'`]
				: [];
	const shown = view === null ? { name, source: null, profile: null } : showProfile(view, true);
	return answer({ ...shown, version, diff, warnings }, created ? 201 : 200, { ETag: entityTag(version) });
}

/** A refusal of a document, each problem with its place in the body and, for YAML, its line. */
function refusedProfile(refusal: Refusal, member: "profile" | "yaml"): RestReply {
	const { problems, ...rest } = refusal;
	const reply = refusedReply(rest);
	if (problems === undefined) return reply;
	const placed = problems.map(({ code, path, message, hint, source }) => ({
		code,
		pointer: member === "profile" ? `/profile${pointerOf(path)}` : "/yaml",
		path,
		message,
		...(hint === undefined ? {} : { hint }),
		...(member === "yaml" && source?.line !== undefined ? { line: source.line, column: source.column ?? 1 } : {}),
	}));
	return { ...reply, body: { ...(reply.body as object), pointer: placed[0]?.pointer ?? `/${member}`, problems: placed } };
}

const PUT_BODY = members({ profile: anything, yaml: longText, reason: longText }, ["reason"]);

const VERSION = members({ version: whole, reason: longText, changed_by: text, changed_at: text, yaml: nullable(longText) }, [
	"version",
	"reason",
	"changed_by",
	"changed_at",
]);

/** Profiles: shipped, of the home's files, and those that the store keeps, with their versions. */
export const profileRoutes: readonly RestRoute[] = [
	defineRoute({
		method: "GET",
		path: "/v1/profiles",
		tag: "definitions",
		summary: "The profiles that can be named",
		access: "anyone",
		query: members(PAGE),
		cursor: CURSORS.name,
		replies: { 200: page(PROFILE) },
		async run({ authority, caller, query: { limit = 100, cursor } }) {
			const found = await authority.profileViews({ limit, cursor: cursor === undefined ? null : keyIn(cursor) });
			const isPerson = caller.principal.kind === "person";
			return answer({ items: found.items.map((view) => showProfile(view, isPerson)), next_cursor: cursorOfName(found.next_cursor) });
		},
	}),
	defineRoute({
		method: "GET",
		path: "/v1/profiles/{name}",
		tag: "definitions",
		summary: "One profile as it is written; POST /v1/compose shows it with everything that it builds on",
		access: "anyone",
		replies: { 200: PROFILE },
		run: async ({ authority, caller, parameters: { name = "" } }) =>
			replyTo(await authority.profileView(name), (view) =>
				answer(showProfile(view, caller.principal.kind === "person"), 200, { ETag: entityTag(view.version) }),
			),
	}),
	defineRoute({
		method: "PUT",
		path: "/v1/profiles/{name}",
		tag: "definitions",
		summary: "Writes a version of a profile, for agents that are made from then on; sealed writs stay. Administrators only",
		access: "person",
		body: PUT_BODY,
		example: { profile: { extends: "read-only", tools: { disallowed: ["WebFetch"] } }, reason: "reviewers stay offline" },
		replies: { 200: WRITTEN_PROFILE, 201: WRITTEN_PROFILE },
		run: putProfile,
	}),
	defineRoute({
		method: "GET",
		path: "/v1/profiles/{name}/versions",
		tag: "definitions",
		summary: "The versions of a profile that were written over the wire, the newest first",
		access: "person",
		query: members(PAGE),
		cursor: CURSORS.version,
		replies: { 200: page(VERSION) },
		async run({ authority, parameters: { name = "" }, query: { limit = 100, cursor } }) {
			return replyTo(await authority.profileVersions(name, { limit, cursor: cursor ?? null }), ({ items, next_cursor }) =>
				answer({
					items: items.map(({ version, reason, writtenBy, writtenAt, document }) => ({
						...{ version, reason, changed_by: writtenBy, changed_at: isoTime(writtenAt), yaml: document },
					})),
					next_cursor,
				}),
			);
		},
	}),
	defineRoute({
		method: "POST",
		path: "/v1/profiles/{name}/rollback",
		tag: "definitions",
		summary: "Writes an earlier version as a new one: the one before unless said otherwise; 0 is what is shipped or in a file",
		access: "person",
		body: members({ version: { kind: "number", integer: true, minimum: 0, maximum: 1e15 }, reason: longText }),
		example: { version: 1, reason: "the change was too wide" },
		replies: { 200: WRITTEN_PROFILE },
		async run(visit) {
			const { authority, caller, parameters, body, ifMatch } = visit;
			const { name = "" } = parameters;
			const expected = readIfMatch(ifMatch);
			if (expected === undefined) return BAD_TAG;
			const rolled = await authority.rollBackProfile(caller, name, {
				...body,
				...(expected === null ? {} : { expectedVersion: expected }),
			});
			if (rolled.ok) return answerWritten(name, rolled.value);
			return rolled.refusal.code === "stale" ? staleProfile(visit) : refusedReply(rolled.refusal);
		},
	}),
];

const BAD_TAG = problem(400, "invalid-request", "If-Match is an ETag of this profile");

async function putProfile(visit: Visit<object, Infer<typeof PUT_BODY>>): Promise<RestReply> {
	const { authority, caller, parameters, body, ifMatch } = visit;
	const { name = "" } = parameters;
	const { profile, yaml, reason } = body;
	const expected = readIfMatch(ifMatch);
	if (expected === undefined) return BAD_TAG;
	if ((profile === undefined) === (yaml === undefined))
		return problem(400, "invalid-request", "Say either profile, as an object, or yaml, as text", { pointer: "/profile" });
	if (yaml === undefined && (typeof profile !== "object" || profile === null || Array.isArray(profile)))
		return problem(400, "invalid-request", "profile must be an object", { pointer: "/profile" });
	const written = await authority.writeProfile(caller, name, {
		// JSON is YAML: both are read, and their problems placed, in one way.
		document: yaml ?? JSON.stringify(profile, null, 2),
		reason,
		...(expected === null ? {} : { expectedVersion: expected }),
	});
	if (written.ok) return answerWritten(name, written.value);
	return written.refusal.code === "stale" ? staleProfile(visit) : refusedProfile(written.refusal, yaml === undefined ? "profile" : "yaml");
}

/** How the profile is now, for a caller that saw an earlier version. */
async function staleProfile({ authority, parameters: { name = "" } }: Visit<object, object>): Promise<RestReply> {
	const current = await authority.profileView(name);
	return current.ok ? stale(showProfile(current.value, true), current.value.version) : stale(null, null);
}
