import { type Attempt, FAMILIES, type Family } from "./attempt.ts";
import type { Judged } from "./judge-attempt.ts";
import type { RoomName } from "./room.ts";

/** How one attempt ended in each room. */
export interface EscapeResult extends Readonly<Record<RoomName, Judged>> {
	readonly id: string;
	readonly family: Family;
	readonly what: string;
	/** Why it is not stopped, where that is known and written down; `null` = it must be stopped. */
	readonly known: string | null;
	/** It got through elsewhere, or was seen to be refused here: being stopped means something. */
	readonly proven: boolean;
	/** Blocked, and proven to be; or known not to be. */
	readonly ok: boolean;
}

/** One line of the table. */
export interface EscapeTally {
	readonly attempts: number;
	readonly blocked: Readonly<Record<RoomName, number>>;
	/** Not stopped by writ, and known not to be. */
	readonly known: number;
	/** Not made in plain execution, because it would harm the machine. */
	readonly skipped: number;
}

/** Everything that the suite found. */
export interface EscapeReport {
	/** Nothing got out of the sandbox of writ except what is known, and nothing is unclear. */
	readonly ok: boolean;
	readonly total: EscapeTally;
	readonly families: readonly (EscapeTally & { readonly family: Family })[];
	readonly results: readonly EscapeResult[];
}

/** Counts what was judged. */
export function reportEscapes(attempts: readonly Attempt[], judged: ReadonlyMap<RoomName, ReadonlyMap<string, Judged>>): EscapeReport {
	const results = attempts.map(({ id, family, what, known = null }): EscapeResult => {
		const of = (room: RoomName): Judged => judged.get(room)?.get(id) ?? { verdict: "unclear", seen: "not judged", showed: false };
		const [writ, naive, plain] = [of("writ"), of("naive"), of("plain")];
		const proven = writ.showed || naive.verdict === "escaped" || plain.verdict === "escaped";
		return { id, family, what, known, writ, naive, plain, proven, ok: isAsItShould(writ, known, proven) };
	});
	return {
		ok: results.every((result) => result.ok),
		total: tally(results),
		families: FAMILIES.flatMap((family) => {
			const members = results.filter((result) => result.family === family);
			return members.length === 0 ? [] : [{ family, ...tally(members) }];
		}),
		results,
	};
}

/** One that was not tried says nothing against the sandbox. */
function isAsItShould({ verdict }: Judged, known: string | null, proven: boolean): boolean {
	if (verdict === "escaped") return known !== null;
	return verdict === "skipped" || (verdict === "blocked" && proven);
}

function tally(results: readonly EscapeResult[]): EscapeTally {
	const blocked = (room: RoomName): number => results.filter((result) => result[room].verdict === "blocked").length;
	return {
		attempts: results.length,
		blocked: { writ: blocked("writ"), naive: blocked("naive"), plain: blocked("plain") },
		known: results.filter(({ writ, known }) => writ.verdict === "escaped" && known !== null).length,
		skipped: results.filter(({ plain }) => plain.verdict === "skipped").length,
	};
}
