import { spawn } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { textOf } from "../../client/index.ts";
import { configurationHome, makeDirectory } from "../../platform/index.ts";
import { ask } from "../ask.ts";
import { visible } from "../output/visible.ts";
import type { CommonOptions, Define } from "../subcommand.ts";

interface OpenOptions extends CommonOptions {
	readonly print?: boolean;
}

/** `writ open`: the way into the page. */
export const openCommand: Define = (command, session) => {
	command
		.description(
			"Open the page of the running server in your browser, as the person who owns the server. The link is printed too; it works once, within 60 seconds. Without a display it is only printed.",
		)
		.option("--print", "only print the link")
		.addHelpText(
			"after",
			"\nExamples:\n  writ serve            (in another terminal, first)\n  writ open\n  writ open --print     (to open it by hand, or through an SSH tunnel)\n\nThe reference of the HTTP interface is at /reference of the same server.",
		)
		.action((options: OpenOptions) => {
			let url = "";
			return ask(session, options, {
				event: "system:login_link",
				data: {},
				show: (reply) => {
					url = textOf(reply.url);
					return `${visible(url)}\n`;
				},
				async after(_, { complain, isTyped }) {
					if (url === "" || options.print === true || !isTyped || !hasBrowser(process.env, process.platform)) return;
					const opened = await openInBrowser(configurationHome(options.home), url);
					complain(opened ? "Opening it in your browser.\n" : "No browser could be started: open the link by hand.\n");
				},
			});
		});
};

/** Whether a browser can be shown to the person at this terminal. */
export function hasBrowser(environment: NodeJS.ProcessEnv, platform: NodeJS.Platform): boolean {
	if (platform === "darwin") return environment.SSH_CONNECTION === undefined;
	return platform === "linux" && (environment.DISPLAY ?? environment.WAYLAND_DISPLAY ?? "") !== "";
}

/**
 * Shows a link in the person's browser; whether a program for that could be started.
 * SECURITY: everybody on the machine sees the arguments of a program, and the first to see the link could use it. So it stands in a file
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
