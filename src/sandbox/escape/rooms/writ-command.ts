import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { FOLDER, type Launch } from "../launch.ts";
import type { World } from "../world.ts";
import { attackerProfile } from "./attacker-writ.ts";
import { ENDED, type Entered } from "./room.ts";
import { runSupervised } from "./run-supervised.ts";

/** `writ run` as a launcher, with a home of its own in the world. */
export interface WritCommand {
	enter(launch: Launch): Promise<Entered>;
	/** Ends the daemon of the home. */
	close(): Promise<void>;
}

/** Makes the command enter launches; `writ` are the words that start it. */
export function writCommand(world: World, writ: readonly string[]): WritCommand {
	const home = join(world.base, "home-of-run");
	mkdirSync(home, { mode: 0o700 });
	/** Launches go on side by side: a profile that another one reads is not written again. */
	const written = new Set<string>();
	return {
		async enter(launch) {
			const profile = join(home, `profile-${launch.stage ?? "usual"}.yaml`);
			if (!written.has(profile)) writeFileSync(profile, JSON.stringify(attackerProfile(world, launch.stage)));
			written.add(profile);
			const words = [...writ, "run", "--home", home, "--profile", profile, "--workspace", launch.workspace, "--", ...launch.command];
			const patient = { ...launch, seconds: launch.seconds + SECONDS_TO_START };
			const { code, complaints } = await runSupervised(words, patient, world, { asCaller: true });
			const why = complaints.trim().split("\n")[0]?.slice(0, 200) ?? "";
			const refused = code !== null && REFUSALS.includes(code) && why !== "" && !isBegun(launch);
			return refused ? { outcome: "refused", why } : ENDED;
		},
		async close() {
			const name = readdirSync(home).find((one) => one.endsWith(".pid"));
			if (name === undefined) return;
			const pid = Number(readFileSync(join(home, name), "utf8"));
			for (let waited = 0; waited < 100 && ends(pid); waited++) await sleep(50);
		},
	};
}

/** The exit codes of a command that was never started. */
const REFUSALS = [1, 2, 3];
/** The first launch starts a daemon too. */
const SECONDS_TO_START = 20;

/** Whether any of its attempts was made. */
function isBegun({ workspace, command }: Launch): boolean {
	try {
		return !command.includes(`${FOLDER}/all`) || readdirSync(join(workspace, FOLDER)).some((name) => name.endsWith(".said"));
	} catch {
		// It took its own answers away.
		return true;
	}
}

function ends(pid: number): boolean {
	try {
		return process.kill(pid, "SIGTERM");
	} catch {
		return false;
	}
}
