import { mkdirSync, statSync } from "node:fs";
import { enableCompileCache } from "node:module";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

const OTHERS_WRITE = 0o022;

/**
 * Lets Node keep what it compiles in the person's home, so that the next start need not compile it again.
 * SECURITY: what is kept there is run without being read again. So it is kept only where nobody else can write: a home that is ours and
 * closed to others, as no sandbox mounts it; elsewhere nothing is kept.
 */
export function keepCompiledCode(home = process.env.WRIT_HOME): void {
	const place = home === undefined || home === "" ? join(homedir(), ".writ") : home;
	// A home directory that is not absolute is not a home, and what is kept below it could be a project's.
	if (!isAbsolute(place)) return;
	const folder = join(place, "run", "code");
	try {
		if (![place, join(place, "run")].every(isOnlyOurs)) return;
		mkdirSync(folder, { mode: 0o700, recursive: true });
		if (isOnlyOurs(folder)) enableCompileCache(folder);
	} catch {
		// There is no home yet, or none that can be written: it starts a little slower.
	}
}

function isOnlyOurs(folder: string): boolean {
	const { uid, mode } = statSync(folder);
	return uid === process.geteuid?.() && (mode & OTHERS_WRITE) === 0;
}
