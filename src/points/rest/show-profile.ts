import type { ProfileView, Refusal, WrittenProfile } from "../../authority/index.ts";
import { isoTime } from "../../platform/index.ts";
import { refusedReply } from "./problem.ts";
import { pointerOf } from "./read-input.ts";
import { answer, type RestReply } from "./rest-route.ts";
import { anything, choice, flag, list, longText, members, nullable, text, whole } from "./shapes.ts";
import { entityTag } from "./versions.ts";

/** A profile on this wire. */
export const PROFILE = members(
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
export const WRITTEN_PROFILE = members(
	{ ...PROFILE.keys, source: nullable(text), profile: anything, diff: anything, warnings: list(text) },
	["name", "version", "diff", "warnings"],
);

/** SECURITY: who wrote it and why, and where it lies, is for people. */
export function showProfile(view: ProfileView, isPerson: boolean): Readonly<Record<string, unknown>> {
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
export function answerWritten(name: string, { view, version, created, diff }: WrittenProfile): RestReply {
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
export function refusedProfile(refusal: Refusal, member: "profile" | "yaml"): RestReply {
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
