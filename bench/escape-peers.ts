/**
 * `node bench/escape-peers.ts [FOLDER] [--verbose]`: makes the attempts of `writ doctor --attack` in the sandboxes of other projects, told to grant
 * what ours grants. FOLDER is where they were installed (`npm install --prefix FOLDER @anthropic-ai/sandbox-runtime @openai/codex`); one that is
 * not there is said so and left out. Prints, by family, how many attempts are blocked.
 */
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { FAMILIES } from "../src/sandbox/escape/attempt.ts";
import { ATTEMPTS } from "../src/sandbox/escape/attempts.ts";
import type { Judged } from "../src/sandbox/escape/judge-attempt.ts";
import type { Launch } from "../src/sandbox/escape/launch.ts";
import { plainRoom } from "../src/sandbox/escape/open-rooms.ts";
import { ENDED, type Room, runSupervised } from "../src/sandbox/escape/room.ts";
import { tryRoom } from "../src/sandbox/escape/run-escapes.ts";
import type { World } from "../src/sandbox/escape/world.ts";

const [folder = "."] = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const verbose = process.argv.includes("--verbose");

/** Another project's sandbox: its program, and its words for a launch. */
interface Peer {
	readonly name: string;
	readonly program: string;
	readonly words: (launch: Launch, world: World) => readonly string[];
}

const PEERS: readonly Peer[] = [
	{
		name: "sandbox-runtime",
		program: "srt",
		words({ workspace, command }, { base, own }) {
			const secret = ["outside", "home", "sibling", "writs"].map((name) => join(base, name));
			const settings = {
				filesystem: { denyRead: [...secret, join(workspace, ".env")], allowWrite: [workspace], denyWrite: [join(workspace, ".env")] },
				network: { allowedDomains: ["allowed.test"], deniedDomains: [] },
			};
			const file = join(base, "settings");
			mkdirSync(file, { recursive: true });
			const path = join(file, `${workspace.replaceAll("/", "_")}.json`);
			writeFileSync(path, JSON.stringify(settings));
			own(file);
			return ["--settings", path, ...command];
		},
	},
	{ name: "codex", program: "codex", words: ({ command }) => ["sandbox", "-c", 'sandbox_mode="workspace-write"', "--", ...command] },
];

// One of them takes no home below /tmp.
process.env.TMPDIR = "/var/tmp";
for (const peer of PEERS) {
	const program = resolve(folder, "node_modules/.bin", peer.program);
	if (existsSync(program)) report(peer.name, await tryRoom((world) => peerRoom(world, peer, program), ATTEMPTS));
	else console.log(`${peer.name}: not installed (there is no ${program})`);
}

function peerRoom(world: World, peer: Peer, program: string): Room {
	return {
		name: "peer",
		async enter(launch) {
			const patient = { ...launch, seconds: launch.seconds + 20 };
			const { complaints } = await runSupervised([program, ...peer.words(launch, world)], patient, world, {
				// What they need besides bubblewrap is on the caller's path.
				environment: { PATH: `${world.environment.PATH}:${process.env.PATH}` },
			});
			if (verbose && complaints !== "") console.error(complaints.trim().split("\n")[0]);
			return ENDED;
		},
		remove: plainRoom(world).remove,
	};
}

function report(name: string, judged: ReadonlyMap<string, Judged>): void {
	const rows = FAMILIES.map((family) => {
		const members = ATTEMPTS.filter((attempt) => attempt.family === family).map(({ id }) => judged.get(id)?.verdict);
		const count = (verdict: string): number => members.filter((one) => one === verdict).length;
		return { family, attempts: members.length, blocked: count("blocked"), escaped: count("escaped"), unclear: count("unclear") };
	});
	console.log(`\n${name}`);
	console.table(rows);
	const sum = (of: (row: (typeof rows)[number]) => number): number => rows.reduce((total, row) => total + of(row), 0);
	console.log(
		`${sum((row) => row.blocked)} of ${sum((row) => row.attempts)} blocked, ${sum((row) => row.escaped)} not, ${sum((row) => row.unclear)} unclear`,
	);
	if (verbose) for (const [id, { verdict, seen }] of judged) if (verdict !== "blocked") console.log(`  ${id}: ${verdict}: ${seen}`);
}
