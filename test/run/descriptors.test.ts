import { spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { ended, IS_ROOT, runHome, says, WRIT } from "./run-home.ts";

const { folder, home, begin, call, run, workspace } = runHome();

/** Runs a shell text outside, in which `$WRIT` is the command. */
function shell(script: string, directory = workspace(), environment: NodeJS.ProcessEnv = {}) {
	const env = { ...process.env, WRIT, WRIT_HOME: home, WRIT_KEY: "", NO_COLOR: "1", ...environment };
	const { status, stdout, stderr } = spawnSync("/bin/sh", ["-c", script], { cwd: directory, env, timeout: 20_000, encoding: "utf8" });
	return { code: status, out: stdout, complaints: stderr };
}

/** Runs writ in an empty directory with a file open under each of these numbers, of 1,024. */
function withNumbers(...numbers: number[]) {
	const directory = workspace();
	const opened = numbers.map((number) => `exec ${number}</etc/hostname;`).join(" ");
	const { code, complaints } = shell(`exec bash -c 'ulimit -n 1024; ${opened} exec "$WRIT" run -- touch started'`, directory);
	return { code, complaints, made: readdirSync(directory) };
}

const NO_ROOM = { code: 3, complaints: expect.stringMatching(/^(?!.*node:).*raise `ulimit -n`/s), made: [] };

describe("the streams of writ run", () => {
	it("[sandbox-6-files] files behind them can neither be written nor emptied by opening them again", () => {
		const [input, log] = [join(folder, "input"), join(folder, "log")];
		writeFileSync(input, "question\n", { mode: 0o666 });
		writeFileSync(log, "before\n", { mode: 0o666 });
		const script =
			"for n in 0 1 2; do test -p /proc/self/fd/$n || echo bare $n; done; echo hacked > /proc/self/fd/0; : > /proc/self/fd/1; head -n 1";
		const { code } = shell(`chmod 666 ${input} ${log}; timeout 18 "$WRIT" run -- sh -c '${script}' < ${input} >> ${log} 2>&1`);
		expect([code, readFileSync(input, "utf8"), readFileSync(log, "utf8")]).toEqual([0, "question\n", "before\nquestion\n"]);
	});

	it("[sandbox-6-high-numbers] descriptors that leave no room for the sandbox's own end with 3 and a cure, and nothing is started", () => {
		expect(shell('"$WRIT" run -- true').code).toBe(0);
		expect(withNumbers(1023)).toEqual(NO_ROOM);
		expect(withNumbers(1021, 1022)).toEqual(NO_ROOM);
	});

	it("[sandbox-6-high-numbers] one free number is enough or not, as the caller has others open, and nothing is half started", () => {
		const ran = withNumbers(1022);
		expect(ran).toEqual(ran.code === 0 ? { code: 0, complaints: "", made: ["started"] } : NO_ROOM);
	});

	it("[sandbox-10-not-kept] a machine that could not be tried out is tried again, and not taken for a weak one", () => {
		const kept = join(home, "run/machine.json");
		rmSync(kept, { force: true });
		const { code, complaints } = shell("exec bash -c 'ulimit -n 1024; exec 1023</etc/hostname; exec \"$WRIT\" run -- true'");
		expect([code, complaints, existsSync(kept)]).toEqual([3, expect.stringContaining("this machine has L0"), false]);
		expect(shell('"$WRIT" run -- echo ran')).toMatchObject({ code: 0, out: "ran\n" });
		expect(existsSync(kept)).toBe(true);
	});

	it("[sandbox-6-file-bytes] a mebibyte goes from a file to a file, identical", () => {
		const [from, to] = [join(folder, "from"), join(folder, "to")];
		writeFileSync(from, randomBytes(1_048_576));
		expect(shell(`"$WRIT" run -- cat < ${from} > ${to}`).code).toBe(0);
		expect(readFileSync(to).equals(readFileSync(from))).toBe(true);
	});

	it("[sandbox-6-file-bytes] output and errors in one file keep their order, also by way of /dev/stderr", () => {
		const to = join(folder, "order");
		shell(`"$WRIT" run -- sh -c 'echo 1; echo 2 >&2; echo 3; echo 4 > /dev/stderr; kill -9 $$' > ${to} 2>&1`);
		expect(readFileSync(to, "utf8")).toBe("1\n2\n3\n4\n");
	});

	it("[sandbox-6-file-bytes] what a program does not read is left for who reads next", () => {
		const list = join(folder, "list");
		writeFileSync(list, "a\nb\nc\n");
		const { out } = shell(
			`{ read x; echo $x; "$WRIT" run -- true; read x; echo $x; "$WRIT" run -- dd bs=1 count=1 status=none; cat; } < ${list}`,
		);
		expect(out).toBe("a\nb\nc\n");
	});

	it("[sandbox-6-file-bytes] a pipe with a name passes through", () => {
		const { code, out } = shell(
			`mkfifo ${folder}/p; { sleep 0.3; echo late; } > ${folder}/p & "$WRIT" run -- sh -c 'cat; readlink /proc/self/fd/0' < ${folder}/p`,
		);
		expect(code).toBe(0);
		expect(out).toMatch(/^late\n/);
		expect(out).not.toContain(`${folder}/p\n`);
	});

	it("[sandbox-6-lost] output that cannot be written is told", () => {
		const { code, complaints } = shell('"$WRIT" run -- echo x > /dev/full');
		expect([code, complaints]).toEqual([1, expect.stringContaining("ENOSPC")]);
	});

	it("[sandbox-6-directory] a directory is refused", () => {
		for (const redirected of ["0</", "1</", "2</"]) {
			const { code, out } = shell(`"$WRIT" run -- sh -c 'echo ran >&2' ${redirected}`);
			expect([redirected, code, out]).toEqual([redirected, 2, ""]);
		}
		expect(shell('"$WRIT" run -- true 0</').complaints).toContain("Standard input is a directory: redirect it");
	});
});

describe("what writ run tells", () => {
	it("[sandbox-11-names] a name with the end of a line and escape sequences stays one line, visible", async () => {
		const script =
			'd=$(printf "x\\033[2J\\033]0;pwn\\007\\nwrit: all fine\\r\\342\\200\\256"); mkdir -p "$d/.claude"; echo > "$d/.claude/x"';
		const { complaints } = await run(["--profile", "write"], script, { directory: workspace() });
		expect(complaints).toContain("\\u{1b}[2J");
		// biome-ignore lint/suspicious/noControlCharactersInRegex: these must not be there
		expect(complaints).not.toMatch(/[\u0007\r\u001b\u202e]|^writ: all fine/m);
	});

	it("[sandbox-11-hang-up] a program that is stopped and ignores a hang-up is ended", async () => {
		const child = begin(["run", "--", "sh", "-c", "trap '' HUP; echo ready; kill -STOP $$; sleep 60"], { directory: workspace() });
		const end = ended(child);
		await says(child, "ready");
		child.kill("SIGHUP");
		expect((await end).code).toBe(137);
	}, 15_000);

	it("[sandbox-12-home] a home that cannot be made is told at once", async () => {
		const { code, complaints } = await call(["run", "--", "true"], { environment: { WRIT_HOME: "/proc/nope" }, directory: workspace() });
		expect([code, complaints]).toEqual([3, expect.stringContaining("/proc/nope")]);
	});

	it("[sandbox-12-directory] a current directory that is gone is told in one line", () => {
		const { code, complaints } = shell(`mkdir gone; cd gone; rmdir ../gone; "$WRIT" run -- true`);
		expect([code, complaints]).toEqual([3, expect.stringMatching(/^(sh: .*\n)?writ: The current directory was removed.*\n$/)]);
	});

	it("[sandbox-12-many-words] more words than bubblewrap takes are refused, with their number", async () => {
		const words = Array.from({ length: 20_000 }, () => "w");
		const { code, complaints } = await call(["run", "--", "true", ...words], { directory: workspace() });
		expect([code, complaints]).toEqual([2, expect.stringContaining("20001 words")]);
	});

	it.runIf(IS_ROOT)("[sandbox-12-system] /etc is not to be given away", async () => {
		const { code, complaints } = await run(["--profile", "write", "--workspace", "/etc"], "true");
		expect(code).toBe(3);
		expect(complaints).not.toContain("chown");
	});
});
