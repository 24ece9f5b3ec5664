import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Launch } from "./launch.ts";
import { ENDED, type Room, runSupervised } from "./room.ts";
import type { World } from "./world.ts";

/** No room at all: what a program does that is simply started, as an ordinary user. */
export function plainRoom(world: World): Room {
	return {
		name: "plain",
		async enter(launch) {
			// A parent that waits, to be killed in its place.
			await runSupervised(["/bin/sh", "-c", '"$@"; exit $?', "sh", ...launch.command], launch, world);
			return ENDED;
		},
		remove,
	};
}

/** bubblewrap as it is often used: everything read-only, the workspace writable, all namespaces of its own. */
export function naiveRoom(world: World, bwrap: string): Room {
	return {
		name: "naive",
		async enter(launch) {
			await runSupervised([bwrap, ...naiveWords(launch), "--", ...launch.command], launch, world);
			return ENDED;
		},
		remove,
	};
}

function naiveWords({ workspace, attempts }: Launch): readonly string[] {
	const masks = attempts.flatMap(({ masks = [] }) => masks).flatMap((path) => ["--tmpfs", join(workspace, path)]);
	return [
		"--ro-bind",
		"/",
		"/",
		"--dev",
		"/dev",
		"--proc",
		"/proc",
		"--bind",
		workspace,
		workspace,
		"--unshare-all",
		"--chdir",
		workspace,
		...masks,
	];
}

async function remove(workspace: string): Promise<boolean> {
	try {
		rmSync(workspace, { recursive: true });
		return true;
	} catch {
		return false;
	}
}
