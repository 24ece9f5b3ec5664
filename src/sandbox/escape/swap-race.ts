import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Attempt } from "./attempt.ts";
import type { Launch } from "./launch.ts";
import { perlProgram } from "./perl-program.ts";
import type { Entered, Room } from "./rooms/room.ts";
import type { World } from "./world.ts";

const CHILDREN = 8;
const SECONDS = 6;

/** Exchanges two names as fast as it can, until it is told to stop. */
const SWAP =
	'my $end = time + 5; while (time < $end && !-e "stop") { call("renameat2", -100, "child", -100, "leads-away", 2) for 1 .. 500 }';

/**
 * A parent swaps a directory in its workspace for a link that leads outside, and back, while children are started in that
 * directory; each writes one file. Tells how the last child was answered.
 */
export async function raceToSwap(
	attempt: Attempt,
	room: Room,
	world: World,
): Promise<{ readonly launch: Launch; readonly entered: Entered }> {
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
