import { spawn } from "node:child_process";
import { randomInt } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { HostUser } from "../bubblewrap/index.ts";

/** A process of the host, of the same user as the attempts, that attempts reach for. */
export interface Victim {
	readonly pid: number;
	/** Of the shared memory and the message queue that it has. */
	readonly key: number;
	/** In its command line. */
	readonly mark: string;
	stop(): Promise<void>;
}

/** What the process keeps: the secret in its environment and in shared memory. It ends, and takes both along, when it is let go. */
const PROGRAM = `my ($key, $mark) = @ARGV; my $secret = $ENV{WRIT_ESCAPE_SECRET};
my $memory = shmget($key, 256, 01600); my $queue = msgget($key, 01600);
shmwrite($memory, $secret, 0, length $secret) if defined $memory;
$| = 1; print "ready\\n"; 1 while <STDIN>;
shmctl($memory, 0, 0) if defined $memory; msgctl($queue, 0, 0) if defined $queue;`;

/** Starts the process; when something else ends it, a file in `directory` says so. */
export async function startVictim(wish: {
	readonly directory: string;
	readonly secret: string;
	readonly user: HostUser | null;
}): Promise<Victim> {
	const key = randomInt(0x10000000, 0x7fffffff);
	const mark = `${wish.secret}-victim`;
	const child = spawn("/usr/bin/perl", ["-e", PROGRAM, `${key}`, mark], {
		cwd: wish.directory,
		env: { PATH: "/usr/bin:/bin", WRIT_ESCAPE_SECRET: wish.secret },
		stdio: ["pipe", "pipe", "ignore"],
		...(wish.user ?? {}),
	});
	let stopped = false;
	child.once("exit", () => {
		if (!stopped) writeFileSync(join(wish.directory, "victim-died"), "[kill-all]\n");
	});
	await once(child.stdout, "data");
	return {
		pid: child.pid ?? 0,
		key,
		mark,
		async stop() {
			stopped = true;
			if (child.exitCode !== null || child.signalCode !== null) return;
			child.stdin.end();
			await once(child, "exit");
		},
	};
}
