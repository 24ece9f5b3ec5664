import { existsSync, mkdirSync, readdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { confine, own, samplePlan, scratch, shell } from "./confined.ts";

describe("the mounts of a plan", () => {
	it("[sandbox-3-read-only-run] what is granted for reading cannot be written", async () => {
		const [workspace, data] = [scratch(), scratch()];
		writeFileSync(join(data, "note"), "seen");
		const plan = samplePlan(workspace);
		const mounts = [...plan.mounts, { kind: "bind", source: data, target: "/data", writable: false } as const];
		const { output } = await shell({ ...plan, mounts }, "cat /data/note; (echo x >/data/new) 2>&1; echo x >made");
		expect(output).toContain("seen");
		expect(output).toContain("Read-only file system");
		expect(existsSync(join(workspace, "made"))).toBe(true);
	});

	it("[sandbox-7-covers-run] a covered file can be read and not written, renamed or removed", async () => {
		const workspace = scratch();
		mkdirSync(join(workspace, "git"));
		writeFileSync(join(workspace, "git/config"), "as it was");
		own(workspace);
		const cover = { source: join(workspace, "git/config"), target: "/sandbox/workspace/git/config", file: true };
		const { output } = await shell(
			samplePlan(workspace, { readOnly: [cover] }),
			"cd git; cat config; (echo x >config) 2>&1; mv config other 2>&1; rm -f config 2>&1; chmod 777 config 2>&1; true",
		);
		expect(output.split("\n")[0]).toMatch(/^as it was/);
		expect(output.match(/Read-only|busy/g)).toHaveLength(4);
	});

	it("[sandbox-7-masks-run] a masked file or directory is hidden and cannot be written, and git does not see the stub", async () => {
		const workspace = scratch();
		mkdirSync(join(workspace, "secrets"));
		writeFileSync(join(workspace, "secrets/key"), "k");
		writeFileSync(join(workspace, ".env"), "k");
		own(workspace);
		const target = (name: string) => ({ source: join(workspace, name), target: `/sandbox/workspace/${name}` });
		const masks = [
			{ ...target("secrets"), file: false, exists: true },
			{ ...target(".mcp.json"), file: true, exists: false },
			{ ...target(".claude"), file: false, exists: false },
			{ ...target(".env"), file: true, exists: true },
		];
		const script =
			"ls secrets; cat .env 2>&1; (echo x >secrets/new) 2>&1; cat .mcp.json 2>&1; (echo x >.mcp.json) 2>&1; mkdir .claude/x 2>&1; mv .mcp.json y 2>&1; test -f .mcp.json || echo no file; if command -v git >/dev/null; then git init -q . && git status --porcelain -uall | grep -v env; fi; true";
		const { output } = await shell(samplePlan(workspace, { masks }), script);
		expect(output).not.toContain("key");
		expect(output.match(/Read-only|denied|busy|directory$/gim)).toHaveLength(6);
		expect(output).toMatch(/no file\n$/);
	});

	it("[sandbox-7-masks-lost] what its owner puts into a mask after all never reaches the host, and nobody can move the mask away", async () => {
		const workspace = scratch();
		mkdirSync(join(workspace, ".claude"));
		own(workspace);
		const masks = [{ source: join(workspace, ".claude"), target: "/sandbox/workspace/.claude", file: false, exists: false }];
		const script =
			"chmod 755 .claude && echo x >.claude/settings.json && cat .claude/settings.json; head -c 9000 /dev/zero >.claude/big; mv .claude other; rm -r .claude; umount .claude; ls -d .claude";
		const { output, complaints } = await shell(samplePlan(workspace, { masks }), script);
		expect(output).toBe("x\n.claude\n");
		expect(complaints).toMatch(/No space left/);
		expect(complaints.match(/busy/g)).toHaveLength(2);
		expect(readdirSync(workspace)).toEqual([".claude"]);
		expect(readdirSync(join(workspace, ".claude"))).toEqual([]);
	});

	it("[sandbox-4-linked-target-run] a mount target through a link is refused before anything is made outside", async () => {
		const [workspace, outside] = [scratch(), scratch()];
		symlinkSync(`/oldroot${outside}`, join(workspace, ".git"));
		const masks = [{ source: join(workspace, ".git/hooks"), target: "/sandbox/workspace/.git/hooks", file: false, exists: false }];
		const { outcome } = await confine(samplePlan(workspace, { masks }), ["true"]);
		expect(outcome).toMatchObject({ ok: false, code: "path-symlink" });
		expect(readdirSync(outside)).toEqual([]);
	});

	it("a link of the plan leads where it says, and a tmpfs holds no more than its size", async () => {
		const workspace = scratch();
		const plan = samplePlan(workspace, { links: [{ at: "/sandbox/here", to: "/sandbox/workspace" }] });
		const { output } = await shell(
			plan,
			"echo x >/sandbox/here/made; head -c 20000000 /dev/zero >/sandbox/home/big; wc -c </sandbox/home/big",
		);
		expect(existsSync(join(workspace, "made"))).toBe(true);
		expect(Number(output)).toBeLessThanOrEqual(16 * 1024 * 1024);
	});
});
