import { spawn } from "node:child_process";
import { existsSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { ended, runHome, WRIT } from "./run-home.ts";

const { home, workspace } = runHome();

describe("writ run in a terminal", () => {
	it("[sandbox-11-terminal-held] no process inside holds the person's terminal", async () => {
		const inside = "tty; for p in /proc/[0-9]*; do readlink $p/fd/0 $p/fd/1 $p/fd/2; done | sort -u; true";
		const out = await inTerminal(running(inside)).text();
		expect(out.filter((line) => /pts|tty/.test(line))).toEqual(["/dev/pts/0", "/dev/pts/0"]);
	});

	it("[sandbox-11-terminal-keys] keys are the program's: text, an interrupt, an end of the input", async () => {
		const inside = "trap 'echo interrupted' INT; echo ready; read -r line; echo got $line; cat; read -r line; echo told $?";
		const terminal = inTerminal(`${running(inside)}; echo code $?`);
		await terminal.shows("ready");
		terminal.types("grüße\n");
		await terminal.shows("got grüße");
		terminal.types("\u0003");
		await terminal.shows("interrupted");
		terminal.types("\u0004");
		await terminal.shows("told 1");
		expect(await terminal.text()).toContain("code 0");
	});

	it("[sandbox-11a-start-line] says first where the program runs", async () => {
		const out = await inTerminal(`"$WRIT" run -- echo done`).text();
		expect(out.filter((line) => line !== "")).toEqual([expect.stringMatching(/writ: interactive, in \/\S+, no network, L[34]/), "done"]);
	});

	it("[sandbox-11-terminal-size] a terminal that changes its size changes that of the program", async () => {
		const inside = "echo ready; until [ \"$(stty size)\" = '41 121' ]; do sleep 0.1; done; echo resized";
		const terminal = inTerminal(`stty rows 24 cols 80; tty=$(tty); (sleep 2; stty -F $tty rows 41 cols 121) & ${running(inside)}`);
		await terminal.shows("resized");
	});

	it("[sandbox-11-terminal-output] much output arrives whole and in order", async () => {
		const out = await inTerminal(`"$WRIT" run -- seq 1 30000`).text();
		expect(out.filter((line) => line !== "").slice(1)).toEqual(Array.from({ length: 30_000 }, (_, index) => `${index + 1}`));
	});

	it("[sandbox-11-terminal-output] what the program writes is shown as it is, also how its lines end", async () => {
		const terminal = inTerminal(running("printf 'a\\n'; stty -opost; printf 'b\\nc'"));
		await terminal.text();
		expect(terminal.screen()).toContain("a\r\nb\nc");
		expect(terminal.screen()).not.toContain("\r\r");
	});

	it("[sandbox-11-terminal-signals] signals to writ are for the program, not for what made its terminal", async () => {
		const terminal = inTerminal(
			`${running("trap 'echo got; exit 9' TERM; echo ready; while :; do sleep 0.1; done")} & wait $!; echo code $?`,
		);
		await terminal.shows("ready");
		process.kill(writOf(terminal.pid), "SIGTERM");
		expect(await terminal.text()).toEqual(expect.arrayContaining(["got", "code 9"]));
	});

	it("[sandbox-11-terminal-gone] a terminal that is closed while the program writes ends it, and what it left is looked at", async () => {
		const directory = workspace();
		const inside =
			"trap '' HUP; mkdir -p deep/.claude; echo x > deep/.claude/settings.json; while echo more; do sleep 0.05; done; sleep 30";
		const terminal = inTerminal(running(inside), directory);
		await terminal.shows("more");
		process.kill(terminal.pid, "SIGKILL");
		await expect.poll(() => readdirSync(directory), { timeout: 30_000 }).toEqual(["deep"]);
		await expect.poll(() => existsSync(join(directory, "deep/.claude")), { timeout: 30_000 }).toBe(false);
	});
});

/** The process of writ below one that runs a shell which runs it. */
function writOf(pid: number): number {
	const children = (one: number) => readFileSync(`/proc/${one}/task/${one}/children`, "latin1").split(" ").filter(Boolean).map(Number);
	const below = [pid];
	for (const one of below) below.push(...children(one));
	const writ = below.find(
		(one) => /\0run\0--\0/.test(readFileSync(`/proc/${one}/cmdline`, "latin1")) && basename(readlinkSync(`/proc/${one}/exe`)) === "node",
	);
	return writ ?? 0;
}

function running(inside: string): string {
	return `"$WRIT" run -- sh -c '${inside.replaceAll("'", "'\\''")}'`;
}

/** Runs a shell text in a terminal, whose keys and screen these are. */
function inTerminal(script: string, directory = workspace()) {
	const child = spawn("/usr/bin/script", ["-qec", script, "/dev/null"], {
		cwd: directory,
		env: { ...process.env, WRIT, WRIT_HOME: home, WRIT_KEY: "", TERM: "xterm", LANG: "C.UTF-8", SHELL: "/bin/sh" },
		stdio: ["pipe", "pipe", "pipe"],
	});
	let screen = "";
	const decoder = new TextDecoder();
	child.stdout.on("data", (bytes: Uint8Array) => {
		screen += decoder.decode(bytes, { stream: true });
	});
	const done = ended(child);
	return {
		pid: child.pid ?? 0,
		screen: () => screen,
		types: (keys: string) => void child.stdin.write(keys),
		shows: (text: string) => expect.poll(() => screen, { timeout: 30_000, interval: 50 }).toContain(text),
		text: async () => {
			await done;
			return screen.replaceAll("\r", "").split("\n");
		},
	};
}
