import { existsSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Attempt } from "./attempt.ts";
import { perlProgram } from "./attempt-programs.ts";
import { ATTEMPTS } from "./attempts.ts";
import { type ConfinedOptions, confinedRoom } from "./confined-room.ts";
import { type Judged, judgeAttempt } from "./judge-attempt.ts";
import { groupAttempts, type Launch, makeLaunch } from "./launch.ts";
import { naiveRoom, plainRoom } from "./open-rooms.ts";
import { type EscapeReport, reportEscapes } from "./report-escapes.ts";
import { type Entered, ROOMS, type Room, type RoomName } from "./room.ts";
import { makeWorld, type World } from "./world.ts";

/** What is tried, and with what. */
export interface EscapeOptions extends Partial<ConfinedOptions> {
	/** Only these; all unless told. */
	readonly attempts?: readonly Attempt[];
}

/**
 * Makes every attempt to break out, in the sandbox of writ, in a naive one and in none, on a throwaway world. `null` when Perl
 * is missing, in which many of them are written.
 */
export async function runEscapes(options: EscapeOptions = {}): Promise<EscapeReport | null> {
	if (!existsSync("/usr/bin/perl")) return null;
	const { bwrap = "/usr/bin/bwrap", bindsDescriptors = true, writ = null, byCommand = false, attempts = ATTEMPTS } = options;
	const openRoom: Readonly<Record<RoomName, (world: World) => Room>> = {
		writ: (world) => confinedRoom(world, { bwrap, bindsDescriptors, writ, byCommand }),
		naive: (world) => naiveRoom(world, bwrap),
		plain: plainRoom,
	};
	const judged = await Promise.all(ROOMS.map(async (name) => [name, await tryRoom(openRoom[name], attempts)] as const));
	return reportEscapes(attempts, new Map(judged));
}

/** Launches of one room at a time. */
const AT_ONCE = 3;

/** Makes attempts in one room, in a world of its own. */
export async function tryRoom(openRoom: (world: World) => Room, attempts: readonly Attempt[]): Promise<ReadonlyMap<string, Judged>> {
	const world = await makeWorld();
	const results = new Map<string, Judged>();
	const room = openRoom(world);
	try {
		const skipped = attempts.filter(({ notPlain }) => room.name === "plain" && notPlain !== undefined);
		for (const { id, notPlain = "" } of skipped) results.set(id, { verdict: "skipped", seen: notPlain, showed: false });
		const groups = [...groupAttempts(attempts.filter((attempt) => !skipped.includes(attempt)))];
		const work = async (): Promise<void> => {
			for (let group = groups.shift(); group !== undefined; group = groups.shift()) {
				for (const [id, judged] of await tryGroup(group, room, world)) results.set(id, judged);
			}
		};
		await Promise.all(Array.from({ length: AT_ONCE }, work));
	} finally {
		await room.close?.();
		await world.close();
	}
	return results;
}

async function tryGroup(group: readonly Attempt[], room: Room, world: World): Promise<readonly (readonly [string, Judged])[]> {
	const { launch, entered } = await enter(group, room, world);
	// What reached the host's servers is read on the next turns.
	await sleep(1000 * Math.max(0.15, ...group.map(({ later = 0 }) => later)));
	const judged = group.map((attempt) => [attempt, judge(attempt, launch, entered, world)] as const);
	const removed = await room.remove(dirname(launch.workspace));
	return judged.map(([{ id, leaves = [] }, one]) => {
		const stays = !removed && leaves.includes("undeletable");
		return [id, stays ? { verdict: "escaped", seen: "what it left cannot be removed", showed: true } : one];
	});
}

async function enter(group: readonly Attempt[], room: Room, world: World): Promise<{ readonly launch: Launch; readonly entered: Entered }> {
	const [first] = group;
	if (first?.scene === "swap-race") return raceToSwap(first, room, world);
	const launch = makeLaunch(group, world);
	return { launch, entered: await room.enter(launch) };
}

function judge(attempt: Attempt, launch: Launch, entered: Entered, world: World): Judged {
	if (entered.outcome === "not-tried") return { verdict: "skipped", seen: entered.why, showed: false };
	return judgeAttempt(attempt, launch, world, entered.outcome === "refused" ? entered.why : null);
}

const CHILDREN = 8;
const SECONDS = 6;

/** Exchanges two names as fast as it can, until it is told to stop. */
const SWAP =
	'my $end = time + 5; while (time < $end && !-e "stop") { call("renameat2", -100, "child", -100, "leads-away", 2) for 1 .. 500 }';

/**
 * A parent swaps a directory in its workspace for a link that leads outside, and back, while children are started in that
 * directory; each writes one file. Tells how the last child was answered.
 */
async function raceToSwap(attempt: Attempt, room: Room, world: World): Promise<{ readonly launch: Launch; readonly entered: Entered }> {
	const workspace = world.makeWorkspace({});
	const child = join(workspace, "child");
	mkdirSync(child);
	symlinkSync(join(world.base, "outside"), join(workspace, "leads-away"));
	writeFileSync(join(workspace, "swap"), perlProgram(SWAP));
	world.own(workspace);
	const launch = (place: string, command: readonly string[]): Launch => ({
		attempts: [attempt],
		workspace: place,
		command,
		stage: undefined,
		seconds: SECONDS,
	});
	const parent = room.enter(launch(workspace, ["/usr/bin/perl", "swap"]));
	let entered: Entered = { outcome: "not-tried", why: "no child was started" };
	for (let count = 0; count < CHILDREN; count++)
		entered = await room.enter(launch(child, ["/bin/sh", "-c", `echo '[${attempt.id}]' >${attempt.id}`]));
	writeFileSync(join(workspace, "stop"), "");
	await parent;
	return { launch: launch(workspace, []), entered };
}
