import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { samplePlan, scratch, shell } from "./confined.ts";
import { SUPERVISOR } from "./supervisor.ts";

describe("what a confined command sees of the machine", () => {
	it("[sandbox-4-host-absent] files that are not granted are absent: homes, other directories, most of /etc", async () => {
		const secret = join(scratch(), "secret");
		writeFileSync(secret, "s");
		const names = [
			secret,
			"/root",
			"/home",
			"/var",
			"/etc/shadow",
			"/etc/ssh",
			"/etc/hostname",
			"/boot",
			"/sys",
			"/run",
			"/srv",
			"/mnt",
			"/etc/ssl/private",
		];
		const { output } = await shell(
			samplePlan(scratch()),
			`for name in ${names.join(" ")}; do test -e $name && echo $name; done; cat /etc/shadow 2>&1; ls /`,
		);
		expect(output.split("\n").filter((line) => names.includes(line))).toEqual([]);
		expect(output).toContain("No such file or directory");
		expect(output.trim().split("\n").slice(1).sort()).toEqual(
			expect.arrayContaining(["bin", "dev", "etc", "proc", "sandbox", "tmp", "usr"]),
		);
	});

	it("[sandbox-4-etc] what programs need of /etc reads as on the host, copied or bound, and cannot be changed", async () => {
		const places = [
			"/etc/ld.so.cache",
			"/etc/ld.so.conf",
			"/etc/ld.so.conf.d",
			"/etc/ca-certificates",
			"/etc/alternatives",
			"/etc/nsswitch.conf",
		];
		const list = `find ${places.join(" ")} -not -type d | sort | while read -r name; do echo "$name $(readlink "$name" || cksum <"$name")"; done`;
		const host = execFileSync("/bin/sh", ["-c", list], { encoding: "utf8" });
		expect(host).toContain("/etc/ld.so.conf.d/libc.conf ");
		const { output } = await shell(
			samplePlan(scratch()),
			`${list}; for name in ${places.join(" ")}; do chmod u+w $name && echo changed; done 2>&-`,
		);
		expect(output).toBe(host);
	});

	it("[sandbox-4-identity] user, host name and user names inside are the sandbox's own", async () => {
		const { output } = await shell(
			samplePlan(scratch()),
			"id -u; id -un; id -gn; uname -n; wc -l </etc/passwd; grep Cap /proc/self/status",
		);
		const [uid, user, group, host, users, ...capabilities] = output.trim().split("\n");
		expect([uid, user, group, host, users]).toEqual(["1000", "writ", "writ", "writ", "2"]);
		expect(capabilities.map((line) => line.split("\t")[1])).toEqual(Array(5).fill("0000000000000000"));
	});

	it("[sandbox-4-host-uid] on the host, the command and its files belong to an unprivileged user", async () => {
		const workspace = scratch();
		await shell(samplePlan(workspace), "touch made; sleep 0.1");
		expect(execFileSync("stat", ["-c", "%u", join(workspace, "made")], { encoding: "utf8" }).trim()).not.toBe("0");
	});

	it("[sandbox-4-processes-unseen] host processes are unseen and cannot be signalled", async () => {
		const { output } = await shell(samplePlan(scratch()), `ls /proc | grep -c '^[0-9]'; kill -0 ${process.pid} 2>&1`);
		expect(Number(output.split("\n")[0])).toBeLessThan(8);
		expect(output).toMatch(/no such process/i);
	});

	it("[sandbox-8-no-network-run] there is no network, not even the host's own loopback", async () => {
		const server = createServer().listen(0, "127.0.0.1");
		onTestFinished(() => void server.close());
		await new Promise((resolve) => server.once("listening", resolve));
		const address = server.address();
		const port = typeof address === "object" && address !== null ? address.port : 0;
		const { output } = await shell(
			samplePlan(scratch()),
			`tail -n +3 /proc/net/dev | cut -d: -f1; perl -MIO::Socket::INET -e 'print IO::Socket::INET->new("127.0.0.1:${port}") ? "connected" : "refused: $!"'`,
		);
		expect(
			output
				.trim()
				.split("\n")
				.map((line) => line.trim()),
		).toEqual(["lo", expect.stringContaining("refused")]);
	});

	it("[sandbox-6-environ-clean] the caller's variables are in no environment inside, also not in that of process 1", async () => {
		process.env.WRIT_TEST_SECRET = "hidden";
		onTestFinished(() => void delete process.env.WRIT_TEST_SECRET);
		const { output } = await shell(
			samplePlan(scratch()),
			"env | cut -d= -f1 | sort; cat /proc/*/environ | tr '\\0' '\\n' | grep -c SECRET",
			{
				environment: process.env,
			},
		);
		expect(output.trim().split("\n")).toEqual(["HOME", "LANG", "PATH", "PWD", "0"]);
	});

	it("[sandbox-6-pass] a variable that the plan passes on arrives, with any value", async () => {
		const plan = samplePlan(scratch(), { environment: { set: { PATH: "/usr/bin:/bin" }, pass: ["TOKEN"] } });
		const { output } = await shell(plan, 'printf %s "$TOKEN"', { environment: { TOKEN: "--setenv X\n'y' é", OTHER: "o" } });
		expect(output).toBe("--setenv X\n'y' é");
	});

	it("[sandbox-6-descriptors] a descriptor that the supervisor inherited does not reach the command", () => {
		const workspace = scratch();
		const secret = join(scratch(), "secret");
		writeFileSync(secret, "do not read");
		const listing = "for fd in /proc/self/fd/*; do echo ${fd##*/} $(readlink $fd); done; cat <&60";
		const words = [process.execPath, SUPERVISOR, JSON.stringify(samplePlan(workspace)), "bash", "-c", listing];
		const { stdout, stderr } = spawnSync("bash", ["-c", `exec 60<${secret}; exec "$@"`, "bash", ...words], { encoding: "utf8" });
		expect(stderr).toBe("");
		expect(stdout).toContain("60 /dev/null");
		expect(stdout).not.toContain("do not read");
		const open = stdout
			.trim()
			.split("\n")
			.map((line) => line.split(" "));
		// The shell itself opens 255 and the folder that it lists.
		expect(open.filter(([number, to]) => Number(number) > 2 && to !== "/dev/null" && to !== undefined && !to.startsWith("/proc/"))).toEqual(
			[],
		);
	});

	it("[sandbox-6-proxy-descriptor] the proxy's descriptor arrives as number 3, and no other", async () => {
		const given = join(scratch(), "given");
		writeFileSync(given, "through 3");
		const { openSync, closeSync } = await import("node:fs");
		const descriptor = openSync(given, "r");
		onTestFinished(() => closeSync(descriptor));
		const { output } = await shell(samplePlan(scratch()), "cat <&3; ls /proc/self/fd | wc -l", { proxy: descriptor });
		expect(output).toMatch(/^through 3/);
	});

	it("[sandbox-4-core-pattern] sysctls cannot be written, core_pattern first of all", async () => {
		const before = readFileSync("/proc/sys/kernel/core_pattern", "utf8");
		const { output } = await shell(
			samplePlan(scratch()),
			"(echo '|/bin/false' >/proc/sys/kernel/core_pattern) 2>&1; (echo 1 >/proc/sys/vm/drop_caches) 2>&1",
		);
		expect(output.match(/Read-only|denied/g)).toHaveLength(2);
		expect(readFileSync("/proc/sys/kernel/core_pattern", "utf8")).toBe(before);
	});

	it("[sandbox-4-dev] devices are the harmless ones, and nothing can be stored beside them", async () => {
		const { output } = await shell(
			samplePlan(scratch()),
			"ls /dev; (echo x >/dev/x) 2>&1; (echo x >/x) 2>&1; (echo x >/etc/passwd) 2>&1; (echo x > /usr/x) 2>&1",
		);
		expect(output).not.toMatch(/^(sd|vd|nvme|mem|kmsg|kvm|loop)/m);
		expect(output.match(/Read-only|denied/g)).toHaveLength(4);
	});

	it("[sandbox-4-closed-parents] a directory whose parents are closed to others is mounted all the same", async () => {
		const closed = join(scratch(), "closed");
		mkdirSync(join(closed, "inner"), { recursive: true });
		writeFileSync(join(closed, "inner/note"), "seen");
		execFileSync("chmod", ["755", join(closed, "inner")]);
		execFileSync("chmod", ["700", closed]);
		const workspace = scratch();
		const plan = samplePlan(workspace);
		const mounts = [...plan.mounts, { kind: "bind", source: join(closed, "inner"), target: "/inner", writable: false } as const];
		expect((await shell({ ...plan, mounts }, "cat /inner/note")).output).toBe("seen");
	});
});
