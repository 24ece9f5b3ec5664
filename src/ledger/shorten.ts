import { canonicalText } from "./canonical-text.ts";
import { contentDigest } from "./content-digest.ts";

/** So many bytes of canonical JSON a member of a record may have. */
const MOST_BYTES = 16_384;
/** What one short member may have, and all of them together. */
const MOST_OF_MEMBER = 512;
const MOST_OF_MEMBERS = 4_096;

/**
 * A value as it goes into a record: as it is, or when it is too long its short members with `truncated`, `bytes` and the digest of the
 * whole. SECURITY: whoever is denied may ask again with a megabyte, and the ledger keeps every request for ever.
 */
export function shorten(value: unknown, json: string): unknown {
	// No text has more than three bytes for each of its units.
	if (json.length * 3 <= MOST_BYTES) return value;
	const bytes = Buffer.byteLength(json);
	if (bytes <= MOST_BYTES) return value;
	return { ...shortMembers(value, { left: MOST_OF_MEMBERS }), truncated: true, bytes, digest: contentDigest(json) };
}

/** The members that are short, in their order, and those of a long member one level down. A text is never cut: half a secret is not found. */
function shortMembers(value: unknown, room: { left: number }, deeper = true): Readonly<Record<string, unknown>> {
	if (typeof value !== "object" || value === null || Array.isArray(value)) return {};
	const kept: [string, unknown][] = [];
	for (const [name, member] of Object.entries(value)) {
		const length = name.length > MOST_OF_MEMBER ? Number.POSITIVE_INFINITY : name.length + canonicalText(member).length;
		if (length <= Math.min(MOST_OF_MEMBER, room.left)) {
			room.left -= length;
			kept.push([name, member]);
		} else if (deeper && name.length < room.left && isMembers(member)) {
			room.left -= name.length;
			kept.push([name, shortMembers(member, room, false)]);
		}
		if (room.left <= 0) break;
	}
	return Object.fromEntries(kept);
}

function isMembers(value: unknown): boolean {
	return typeof value === "object" && value !== null && !Array.isArray(value);
}
