import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Attempt } from "./attempt.ts";
import { perlProgram } from "./attempt-programs.ts";
import type { World } from "./world.ts";

/** Some attempts that are made in one workspace, one after the other, under one start of a room. */
export interface Launch {
	readonly attempts: readonly Attempt[];
	readonly workspace: string;
	/** Runs them all; to be started in the workspace. */
	readonly command: readonly string[];
	readonly stage: Attempt["stage"] | undefined;
	/** Seconds after which a room ends it. */
	readonly seconds: number;
}

/** Where programs and their answers lie, in a workspace. */
export const FOLDER = "attempts";

const SECONDS = 5;

/** Puts a workspace and the programs of some attempts in place. */
export function makeLaunch(attempts: readonly Attempt[], world: World): Launch {
	const workspace = world.makeWorkspace(Object.assign({}, ...attempts.map(({ links }) => links ?? {})));
	const folder = join(workspace, FOLDER);
	mkdirSync(folder);
	for (const { id, program, text } of attempts) writeFileSync(join(folder, id), program === "perl" ? perlProgram(text) : `${text}\n`);
	const variables = Object.entries({ LANG: "C", ...world.variables });
	const lines = [
		...variables.map(([name, value]) => `export ${name}='${value}'`),
		// Where there is a proxy, its port; else nothing.
		"export PROXY=${HTTP_PROXY##*:}",
		...attempts.map(
			// Waiting for the end of the answer would mean waiting for processes in the background too, so it goes to a file.
			({ id, program, seconds = SECONDS }) =>
				`ID=${id} timeout -k 1 ${seconds} ${program} ${FOLDER}/${id} >${FOLDER}/${id}.said 2>&1 </dev/null; echo $? >${FOLDER}/${id}.code`,
		),
	];
	writeFileSync(join(folder, "all"), `${lines.join("\n")}\n`);
	world.own(folder);
	const seconds = attempts.reduce((sum, attempt) => sum + (attempt.seconds ?? SECONDS) + 1, 5);
	return { attempts, workspace, command: ["/bin/sh", `${FOLDER}/all`], stage: attempts[0]?.stage, seconds };
}

/** How many attempts share a launch. */
const TOGETHER = 24;

/** Which attempts can be made together: those that share a stage and leave each other alone. */
export function groupAttempts(attempts: readonly Attempt[]): readonly (readonly Attempt[])[] {
	const alone = attempts.filter((attempt) => attempt.alone === true).map((attempt) => [attempt]);
	const others = Map.groupBy(
		attempts.filter((attempt) => attempt.alone !== true),
		({ stage, alone: companions }) => `${stage ?? ""} ${companions ?? ""}`,
	);
	const groups = [...others.values()].flatMap((members) =>
		Array.from({ length: Math.ceil(members.length / TOGETHER) }, (_, index) => members.slice(index * TOGETHER, (index + 1) * TOGETHER)),
	);
	// The slow ones first, so that nobody waits for them at the end.
	return [...alone.toSorted(([one], [other]) => (other?.seconds ?? 0) - (one?.seconds ?? 0)), ...groups];
}
