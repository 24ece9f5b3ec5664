import { execFileSync } from "node:child_process";
import { existsSync, linkSync, mkdirSync, openSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { homedir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { IS_ROOT, runHome } from "./run-home.ts";

const { folder, home, call, run, workspace, profile, records } = runHome();
const server = createServer((_, response) => response.end("from the host"));
let port = 0;
beforeAll(async () => {
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const address = server.address();
	port = typeof address === "object" && address !== null ? address.port : 0;
});
afterAll(() => {
	server.close();
	server.closeAllConnections();
});
const perl = existsSync("/usr/bin/perl");

describe("a program under writ run", () => {
	it("[sandbox-16-s22] cannot write where nothing may be written", async () => {
		const reading = profile("name: reading\ntools: {allowed: [Read]}\nfilesystem: {read_paths: [./workspace], write_paths: []}\n");
		const { code, complaints } = await run(["--profile", reading], "cat file && echo x > file", {
			directory: workspace({ file: "text\n" }),
		});
		expect([code, complaints]).toEqual([2, expect.stringContaining("Read-only file system")]);
	});

	it("[sandbox-16-s23] does not find secrets of the host, the home, another agent's files, nor writ's own home", async () => {
		const sibling = workspace({ secret: "sibling" });
		const paths = ["/etc/shadow", homedir(), join(homedir(), ".ssh"), join(sibling, "secret"), home, join(home, "admin.key")];
		const script = paths.map((path) => `cat ${path} 2>&1 | grep -o 'No such file' || echo FOUND`).join("; ");
		const { out } = await run([], script, { directory: workspace() });
		expect(out).toBe("No such file\n".repeat(paths.length));
	});

	it("[sandbox-16-s24] does not find the caller's variables, in any process", async () => {
		const environment = { MY_SECRET: "s3cr3t-value" };
		const script = "env; for file in /proc/[0-9]*/environ; do tr '\\0' '\\n' < $file; done; true";
		const { out } = await run([], script, { directory: workspace(), environment });
		expect(out).toContain("HOME=/sandbox/home");
		expect(out).not.toContain("s3cr3t-value");
	});

	it("[sandbox-16-s25] does not get descriptors that writ was started with", async () => {
		const file = join(folder, "held");
		writeFileSync(file, "held open");
		const held = openSync(file, "r");
		const stdio = Array.from({ length: 58 }, (_, index) => (index === 57 ? held : ("ignore" as const)));
		const script = "cat <&60 2>/dev/null; ls -l /proc/self/fd | grep -c held; true";
		const { out } = await call(["run", "--", "bash", "-c", script], { directory: workspace(), stdio });
		expect(out).toBe("0\n");
	});

	it("[sandbox-16-s26] cannot change hooks or configuration of git, nor rename .git away", async () => {
		const directory = workspace({ ".git/hooks/pre-commit": "", ".git/config": "[core]\n", ".git/HEAD": "ref: refs/heads/main\n" });
		const script = "echo evil > .git/hooks/pre-commit; echo evil >> .git/config; mv .git away; echo ok > .git/HEAD; cat .git/HEAD";
		const { out } = await run([], script, { directory });
		expect(out).toBe("ok\n");
		expect([readFileSync(join(directory, ".git/hooks/pre-commit"), "utf8"), readFileSync(join(directory, ".git/config"), "utf8")]).toEqual([
			"",
			"[core]\n",
		]);
		expect(readdirSync(directory)).toEqual([".git"]);
	});

	it("[sandbox-16-s27] cannot make what clients trust, and no stub is left of it", async () => {
		const directory = workspace({ file: "" });
		const { code } = await run([], "echo '{}' > .mcp.json || mkdir .vscode/x", { directory });
		expect([code === 0, readdirSync(directory)]).toEqual([false, ["file"]]);
	});

	it("[sandbox-16-s28] [sandbox-13-findings] what it leaves deeper down is put into quarantine, told and recorded", async () => {
		const directory = workspace({ "sub/file": "" });
		const ran = await run(
			["--json", "--id", "planter", "--workspace", directory],
			"mkdir sub/.claude && echo '{}' > sub/.claude/settings.json",
		);
		expect(ran.code).toBe(0);
		expect(readdirSync(join(directory, "sub"))).toEqual(["file"]);
		const [violation] = ran.report().violations;
		expect(violation).toMatchObject({ kind: "file", path: "sub/.claude", outcome: "moved" });
		expect(readFileSync(join(String(violation?.moved_to), "settings.json"), "utf8")).toBe("{}\n");
		expect(await records("planter")).toContainEqual(
			expect.objectContaining({
				kind: "sandbox",
				effect: "deny",
				request: expect.objectContaining({ action: "found", path: "sub/.claude" }),
			}),
		);
		const plain = await run([], "mkdir sub/.claude", { directory });
		expect(plain.complaints).toMatch(/denied\n.*sub\/\.claude/);
	});

	it("[sandbox-16-s29] [sandbox-12-links] is not started where .git leads elsewhere, and nothing is made there", async () => {
		const directory = workspace();
		const outside = join(folder, "outside");
		mkdirSync(outside);
		symlinkSync(`/oldroot${outside}`, join(directory, ".git"));
		const ran = await run(["--json"], "touch ran", { directory });
		expect([ran.code, ran.report().code, readdirSync(outside), readdirSync(directory)]).toEqual([3, "path-symlink", [], [".git"]]);
		expect(ran.report().exit_code).toBeNull();
	});

	it("[sandbox-16-s30] [sandbox-12-links] a file with another name outside is refused, or read-only, or replaced by a copy", async () => {
		const directory = workspace();
		const outside = join(folder, "linked-outside");
		writeFileSync(outside, "outside\n");
		linkSync(outside, join(directory, "inside"));
		const refused = await run(["--json", "--hardlinks", "refuse"], "touch ran", { directory });
		expect([refused.code, refused.report().code, refused.report().error]).toEqual([3, "path-outside", expect.stringContaining("inside")]);
		const reading = await run([], "cat inside; echo changed > inside", { directory });
		expect([reading.out, reading.complaints]).toEqual(["outside\n", expect.stringContaining("another name outside")]);
		expect((await run(["--break-hardlinks"], "chmod u+w inside; cat inside", { directory })).out).toBe("outside\n");
		expect([statSync(outside).nlink, readFileSync(outside, "utf8")]).toEqual([1, "outside\n"]);
	});

	it("[sandbox-16-s31] cannot set the bits that change a user", async () => {
		const { code, complaints } = await run([], "cp /bin/true own && chmod u+s own", { directory: workspace() });
		expect([code, complaints]).toEqual([1, expect.stringContaining("Operation not permitted")]);
	});

	it.runIf(perl)("[sandbox-16-s32] cannot make namespaces, by whatever call", async () => {
		const calls = 'unshare -U true; perl -e \'print syscall(435, 0, 0), " ", $!+0, "\\n"\'';
		const { out, complaints } = await run([], calls, { directory: workspace() });
		expect([out, complaints]).toEqual(["-1 38\n", expect.stringContaining("Operation not permitted")]);
	});

	it.runIf(perl)("[sandbox-16-s33] cannot open sockets to virtual machines, nor unix sockets unless the writ opens them", async () => {
		const closed = profile("name: closed\ntools: {allowed: [Read]}\nfilesystem: {read_paths: [./workspace], write_paths: [./workspace]}\n");
		const script = `perl -e 'for (40, 1) { socket(my $s, $_, 1, 0) ? print "open\\n" : print $!+0, "\\n" }'`;
		expect((await run(["--profile", closed], script, { directory: workspace() })).out).toBe("97\n97\n");
	});

	it("[sandbox-16-s34] does not reach a server of the host", async () => {
		const { code } = await call(["run", "--", "bash", "-c", `exec 3<>/dev/tcp/127.0.0.1/${port}`], { directory: workspace() });
		expect(code).not.toBe(0);
	});

	it("[sandbox-16-s35] [sandbox-13-network] reaches what its writ lists through the proxy, nothing else; each is recorded, with its bytes", async () => {
		const online = profile(
			`name: online\ntools: {allowed: [Read]}\nfilesystem: {read_paths: [./workspace]}\nnetwork: {allow: ["localhost:${port}"]}\ncapabilities: {network_access: true}\n`,
		);
		const ask = (url: string): string => `curl -s -o /dev/null -w '%{http_code} ' ${url}`;
		const script = [ask(`http://localhost:${port}/`), ask(`http://127.0.0.1:${port}/`), ask(`http://localhost:${port + 1}/`)].join("; ");
		const ran = await run(["--profile", online, "--json", "--managed", "--id", "online"], script);
		expect(ran.out).toBe("200 403 403 ");
		expect(ran.report().usage).toMatchObject({ received_bytes: expect.any(Number) });
		expect(ran.report().violations).toHaveLength(2);
		const recorded = await records("online");
		const decided = recorded.filter(({ kind }) => kind === "decision").map(({ effect, code }) => [effect, code]);
		expect(decided.toReversed().slice(0, 1)).toEqual([["allow", "granted"]]);
		expect(decided.filter(([effect]) => effect === "deny").length).toBeGreaterThanOrEqual(2);
		const ended = recorded.find(({ request }) => (request as { action?: string }).action === "connection")?.request;
		expect(ended).toMatchObject({ host: "localhost", port, sent: expect.any(Number), received: expect.any(Number) });
		expect((ended as { received: number }).received).toBeGreaterThan(10);
	});

	it.runIf(IS_ROOT)(
		"[sandbox-16-s38] [sandbox-11-root] root's program is never root on the host: its files are the owner's of the workspace",
		async () => {
			const directory = workspace();
			expect((await run([], "touch made", { directory })).code).toBe(0);
			expect(statSync(join(directory, "made")).uid).toBe(65_534);
			const roots = join(folder, "roots");
			mkdirSync(roots);
			const refused = await run([], "touch made", { directory: roots });
			expect([refused.code, refused.complaints]).toEqual([3, expect.stringContaining(`chown -R nobody ${roots}`)]);
			expect(readdirSync(roots)).toEqual([]);
			expect((await run(["--run-as", "root"], "true", { directory: roots })).code).toBe(3);
			execFileSync("chown", ["daemon", roots]);
			await run(["--run-as", "daemon"], "touch made", { directory: roots });
			expect(statSync(join(roots, "made")).uid).toBe(statSync(roots).uid);
		},
	);

	it.runIf(perl)("[sandbox-16-s41] cannot type into a terminal, also with more bits than the call has", async () => {
		const type = `perl -e 'my $k = "x"; for (0x5412, 0x100005412) { ioctl(STDIN, $_, $k) or print $!+0, "\\n" }'`;
		expect(
			(
				await run([], `script -qec "${type.replaceAll("$", "\\$").replaceAll('"', '\\"')}" /dev/null`, { directory: workspace() })
			).out.replaceAll("\r", ""),
		).toBe("1\n1\n");
	});
});
