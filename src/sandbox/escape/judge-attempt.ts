import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";
import type { Attempt } from "./attempt.ts";
import { FOLDER, type Launch } from "./launch.ts";
import type { World } from "./world.ts";

/** `unclear`: it gave no answer, or not the one that shows that it tried; never counted as stopped. */
export type AttemptEnd = "escaped" | "blocked" | "unclear" | "skipped";

/** How one attempt ended in one room. */
export interface Judged {
	readonly verdict: AttemptEnd;
	/** What was seen: the end of its answer, or why it was not made. */
	readonly seen: string;
	/** It said what a refusal of it says, so that it did try. */
	readonly showed: boolean;
}

/** Judges an attempt by what it said, what reached the host and what lies where it should not. */
export function judgeAttempt(attempt: Attempt, launch: Launch, world: World, refusal: string | null): Judged {
	const said = read(join(launch.workspace, FOLDER, `${attempt.id}.said`));
	const code = read(join(launch.workspace, FOLDER, `${attempt.id}.code`))?.trim();
	const seen = lastLine(said ?? "").replaceAll(world.secret, "(the secret)");
	const escaped = (how: string): Judged => ({ verdict: "escaped", seen: how, showed: true });
	if (world.servers.reached(attempt.id)) return escaped("it reached a server of the host");
	const left = (attempt.leaves ?? []).find((place) => carries(placeOf(place, launch, world), attempt.id));
	if (left !== undefined) return escaped(`it left ${left}`);
	if (said?.includes(world.secret)) return escaped("it read the secret");
	if (said !== null && /^escaped/m.test(said)) return escaped(seen);
	// Only who goes against the launcher is stopped by it; for all others a launch that failed proves nothing.
	const isExpected = attempt.links !== undefined || attempt.scene !== undefined;
	if (refusal !== null) return { verdict: isExpected ? "blocked" : "unclear", seen: `not started: ${refusal}`, showed: isExpected };
	const showed = said !== null && attempt.refusal?.test(said) === true;
	if (code !== undefined && code !== "" && said !== null && !isBroken(said))
		return { verdict: "blocked", seen: seen || `ended with ${code}`, showed };
	if (attempt.silent === true) return { verdict: "blocked", seen: seen || "ended without a word", showed };
	return { verdict: "unclear", seen: seen || "no answer", showed };
}

/** A program that does not even run proves nothing. */
function isBroken(said: string): boolean {
	return /syntax error|Can't locate|Undefined subroutine|Global symbol|Can't open perl script|Bareword|Unterminated/i.test(said);
}

function placeOf(place: string, { workspace }: Launch, { base }: World): string {
	return place.startsWith("workspace/") ? join(workspace, place.slice("workspace/".length)) : join(base, place);
}

const SET_ID = 0o6000;

/** Whether something at a path is of an attempt's making and can do harm. */
function carries(path: string, id: string): boolean {
	const stats = lstatSync(path, { throwIfNoEntry: false });
	if (stats === undefined) return false;
	if (stats.isSymbolicLink()) return readlinkSync(path).includes(id);
	// A launcher that followed a link made it; names of attempts stand for what they go for.
	if (stats.isDirectory()) return path.includes(id) || readdirSync(path).includes(id);
	if (!stats.isFile()) return true;
	return (stats.mode & SET_ID) !== 0 || (path.includes(`/outside/${id}`) && !stats.isDirectory()) || (read(path) ?? "").includes(`[${id}]`);
}

function lastLine(text: string): string {
	return text.trim().split("\n").at(-1)?.slice(0, 200) ?? "";
}

function read(path: string): string | null {
	try {
		return readFileSync(path, "latin1");
	} catch {
		return null;
	}
}
