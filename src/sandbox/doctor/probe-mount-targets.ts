import { chmodSync, existsSync, mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import type { Probe } from "./machine-report.ts";
import { runProgram } from "./run-program.ts";

/** Sees whether this bubblewrap, told to mount on a path that leads through a link, makes files outside of the sandbox. */
export async function probeMountTargets(folder: string, bwrap: string): Promise<Probe> {
	const [outside, workspace] = [join(folder, "outside"), join(folder, "linked")];
	for (const directory of [outside, workspace]) {
		mkdirSync(directory);
		// Whoever owns it: bubblewrap runs as nobody, when it runs at all.
		chmodSync(directory, 0o777);
	}
	// Where bubblewrap keeps the host while it builds.
	symlinkSync(`/oldroot${outside}`, join(workspace, "link"));
	const words = [
		"--unshare-user",
		"--ro-bind",
		"/usr",
		"/usr",
		"--bind",
		workspace,
		"/workspace",
		"--ro-bind",
		"/dev/null",
		"/workspace/link/planted",
	];
	await runProgram(bwrap, [...words, "--", "/usr/bin/true"]);
	const follows = existsSync(join(outside, "planted"));
	return {
		name: "mount-targets",
		ok: !follows,
		detail: follows ? "bubblewrap follows links below writable trees; writ refuses such trees before it starts" : "links are not followed",
		cure: follows ? "Install bubblewrap 0.12 or newer." : null,
	};
}
