import { spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { makeDirectory } from "../../platform/index.ts";

/** Whether a browser can be shown to whoever sits at this terminal. */
export function hasBrowser(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
	if (platform === "darwin") return environment.SSH_CONNECTION === undefined;
	return platform === "linux" && (environment.DISPLAY ?? environment.WAYLAND_DISPLAY ?? "") !== "";
}

/**
 * Shows a link in the person's browser; whether a program for that could be started.
 * SECURITY: everybody on the machine sees the arguments of a program, and whoever came first could use the link. So it stands in a file
 * that only the person can read.
 */
export async function openInBrowser(home: string, url: string): Promise<boolean> {
	const folder = join(home, "run");
	makeDirectory(folder);
	const file = join(folder, "open.html");
	rmSync(file, { force: true });
	writeFileSync(
		file,
		`<!doctype html><meta charset="utf-8"><title>writ</title><meta http-equiv="refresh" content="0; url=${escaped(url)}">\n`,
		{
			mode: 0o600,
			flag: "wx",
		},
	);
	const program = process.platform === "darwin" ? "open" : "xdg-open";
	return new Promise((resolve) => {
		const child = spawn(program, [file], { stdio: "ignore", detached: true });
		child.once("error", () => resolve(false));
		child.once("spawn", () => {
			child.unref();
			resolve(true);
		});
	});
}

function escaped(url: string): string {
	return url.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
}
