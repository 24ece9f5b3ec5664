import { spawn, spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { connect, createServer, type Socket } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { ended, runHome, WRIT } from "./run-home.ts";

const { home, workspace } = runHome();
const environment = { ...process.env, WRIT_HOME: home, WRIT_KEY: "" };

describe("writ run between others", () => {
	it("[sandbox-11-sockets] sockets on 0, 1 and 2, as other programs give them, become pipes, and everything passes", async () => {
		const script = "readlink /proc/self/fd/0; readlink /proc/self/fd/1; readlink /proc/self/fd/2 >&2; wc -c";
		const child = spawn(WRIT, ["run", "--", "sh", "-c", script], { cwd: workspace(), env: environment, stdio: ["pipe", "pipe", "pipe"] });
		child.stdin.end("x".repeat(300_000));
		const { code, out, complaints } = await ended(child);
		expect(code).toBe(0);
		expect(out).not.toContain("socket:");
		expect(complaints).not.toContain("socket:");
		expect(out).toContain("300000");
	});

	it("[sandbox-11-sockets] the program cannot connect a connection again", async () => {
		const [ours, theirs] = await connection();
		const child = spawn(WRIT, ["run", "--", "sh", "-c", "read -r line; echo got $line; readlink /proc/self/fd/0"], {
			cwd: workspace(),
			env: environment,
			stdio: [theirs, theirs, "pipe"],
		});
		let heard = "";
		ours.on("data", (bytes) => {
			heard += bytes;
		});
		ours.write("hello\n");
		await ended(child);
		await expect.poll(() => heard).toContain("got hello");
		expect(heard).not.toContain("socket:");
	});

	it("[sandbox-11-nobody-reads] nobody reads what writ tells: the program is seen to its end all the same", () => {
		const directory = workspace();
		const inside = "mkdir -p deep/.claude; echo x > deep/.claude/settings.json; for i in 1 2 3 4 5 6 7 8 9; do echo e >&2; sleep 0.1; done";
		spawnSync("/bin/sh", ["-c", `"$WRIT" run --json -- sh -c '${inside}' 2>&1 | head -n 1`], {
			cwd: directory,
			env: { ...environment, WRIT },
		});
		expect([readdirSync(directory), existsSync(join(directory, "deep/.claude"))]).toEqual([["deep"], false]);
		spawnSync("/bin/sh", ["-c", `"$WRIT" run --json -- sh -c '${inside}' >/dev/full 2>/dev/full`], {
			cwd: directory,
			env: { ...environment, WRIT },
		});
		expect([readdirSync(directory), existsSync(join(directory, "deep/.claude"))]).toEqual([["deep"], false]);
	});

	it("[sandbox-11-utf8] a word that is not UTF-8 would come to mean another: it is refused", () => {
		const directory = workspace();
		const { status, stderr } = spawnSync("/bin/sh", ["-c", `"$WRIT" run -- touch "$(printf 'a\\377')"`], {
			cwd: directory,
			env: { ...environment, WRIT },
			encoding: "utf8",
		});
		expect([status, stderr, readdirSync(directory)]).toEqual([2, expect.stringContaining("UTF-8"), []]);
	});
});

async function connection(): Promise<readonly [Socket, Socket]> {
	const server = createServer();
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	const accepted = new Promise<Socket>((resolve) => server.once("connection", resolve));
	const ours = connect(typeof address === "object" && address !== null ? address.port : 0, "127.0.0.1");
	const theirs = await accepted;
	onTestFinished(() => {
		for (const one of [ours, theirs]) one.destroy();
		server.close();
	});
	return [ours, theirs];
}
