import { execFileSync } from "node:child_process";
import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readFileSync,
	realpathSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { sealProfile } from "../../engine/index.ts";
import { deniedPaths, type Finding, type InventoryOptions, quarantineFindings, scanWorkspace, takeInventory } from "../index.ts";

let root = "";
let workspace = "";
let options: InventoryOptions;
beforeEach(() => {
	root = realpathSync(mkdtempSync(join(tmpdir(), "writ-scan-")));
	workspace = join(root, "workspace");
	mkdirSync(workspace);
	const sealed = sealProfile({ filesystem: { write_paths: ["./workspace"] } }, { agent: "kid", root: workspace });
	if (!sealed.ok) throw new Error(JSON.stringify(sealed.problems));
	const isDenied = deniedPaths(sealed.writ.terms.filesystem.protected_paths, sealed.writ, join(root, ".writ"));
	options = {
		workspace,
		mountedAt: "/sandbox/workspace",
		isProtected: (path) => isDenied(path, path),
		allowSymlinks: false,
	};
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function write(path: string, text = "x"): void {
	mkdirSync(dirname(join(workspace, path)), { recursive: true });
	writeFileSync(join(workspace, path), text);
}

/** What a scan finds when `act` happens between the two inventories. */
async function findingsOf(act: () => void | Promise<void>): Promise<readonly Finding[]> {
	const before = await takeInventory(options);
	await act();
	return scanWorkspace(before, await takeInventory(options));
}

const short = (findings: readonly Finding[]): readonly string[] =>
	findings.map(({ path, kind, change, action }) => `${path} ${kind} ${change} ${action}`);

describe("an exit scan", () => {
	it("[sandbox-7-scan-protected] finds a new protected name at any depth, only its top, and nothing else", async () => {
		write("kept/.vscode/settings.json");
		const findings = await findingsOf(() => {
			write("sub/.claude/settings.json");
			write("sub/deeper/still/.mcp.json");
			write(".envrc");
			write("src/index.ts");
			write("kept/.vscode/tasks.json");
			write("home/.ssh/authorized_keys");
			write("home/.config/other/settings");
			write(".git/objects/aa/bb");
			write(".git/commondir", "../other");
		});
		expect(short(findings)).toEqual([
			".envrc protected-name new quarantine",
			".git/commondir protected-name new quarantine",
			"home/.ssh/authorized_keys protected-name new quarantine",
			"kept/.vscode/tasks.json protected-name new quarantine",
			"sub/.claude protected-name new quarantine",
			"sub/deeper/still/.mcp.json protected-name new quarantine",
		]);
	});

	it("[sandbox-7-scan-protected] reports a protected file that was there and is changed", async () => {
		write("kept/.vscode/settings.json");
		const findings = await findingsOf(() => write("kept/.vscode/settings.json", "other text"));
		expect(short(findings)).toEqual(["kept/.vscode/settings.json protected-name changed report"]);
	});

	it("[sandbox-7-scan-special] finds files with a set-id bit and sockets", async () => {
		const server = createServer();
		const findings = await findingsOf(async () => {
			write("tool");
			chmodSync(join(workspace, "tool"), 0o4755);
			write("group");
			chmodSync(join(workspace, "group"), 0o2755);
			await new Promise<void>((settle) => server.listen(join(workspace, "socket"), settle));
		});
		server.close();
		expect(short(findings)).toEqual(["group set-id new quarantine", "socket socket new quarantine", "tool set-id new quarantine"]);
	});

	it.runIf(process.getuid?.() === 0)("[sandbox-7-scan-special] finds devices", async () => {
		const findings = await findingsOf(() => void execFileSync("mknod", [join(workspace, "null"), "c", "1", "3"]));
		expect(short(findings)).toEqual(["null device new quarantine"]);
	});

	it("[sandbox-7-scan-links] finds new links that leave the workspace, but not for /usr, not inside, and not old ones", async () => {
		symlinkSync("/etc", join(workspace, "old"));
		write("src/a");
		const act = (): void => {
			symlinkSync("/etc/passwd", join(workspace, "absolute"));
			symlinkSync("../../..", join(workspace, "src/up"));
			symlinkSync("old/passwd", join(workspace, "through"));
			symlinkSync("/nowhere/at/all", join(workspace, "dangling"));
			symlinkSync("/usr/bin/env", join(workspace, "program"));
			symlinkSync("src/a", join(workspace, "inside"));
			symlinkSync("/sandbox/workspace/src/a", join(workspace, "as-mounted"));
			symlinkSync("/sandbox/workspace/old/passwd", join(workspace, "as-mounted-out"));
		};
		expect((await findingsOf(act)).map(({ path, kind }) => `${path} ${kind}`)).toEqual(
			["absolute", "as-mounted-out", "dangling", "src/up", "through"].map((path) => `${path} leaving-link`),
		);
	});

	it("[sandbox-7-scan-links] leaves links alone when the writ allows them", async () => {
		options = { ...options, allowSymlinks: true };
		expect(await findingsOf(() => symlinkSync("/etc", join(workspace, "away")))).toEqual([]);
	});

	it("[sandbox-7-scan-report] only reports what is below package trees, and a nested .git", async () => {
		const findings = await findingsOf(() => {
			write("node_modules/pkg/.vscode/settings.json");
			symlinkSync("/opt/store", join(workspace, "node_modules/linked"));
			write("clone/.git/config");
			write("clone/.git/hooks/pre-commit");
			write("module/.git", "gitdir: ../elsewhere");
		});
		expect(short(findings)).toEqual([
			"clone/.git/config protected-name new report",
			"clone/.git/hooks protected-name new report",
			"module/.git protected-name new report",
			"node_modules/linked leaving-link new report",
			"node_modules/pkg/.vscode protected-name new report",
		]);
	});
});

describe("quarantine", () => {
	it("[sandbox-7-quarantine] moves findings out of the workspace, with what they hold, into a directory of ours alone", async () => {
		const findings = await findingsOf(() => {
			write("sub/.claude/settings.json", "{}");
			write("node_modules/a/.mcp.json");
			symlinkSync("/etc", join(workspace, "away"));
		});
		const quarantine = join(root, "quarantine");
		const settled = quarantineFindings(workspace, quarantine, findings);
		expect(settled.map(({ path, outcome }) => `${path} ${outcome}`)).toEqual([
			"away moved",
			"node_modules/a/.mcp.json reported",
			"sub/.claude moved",
		]);
		expect(existsSync(join(workspace, "sub/.claude"))).toBe(false);
		expect(existsSync(join(workspace, "node_modules/a/.mcp.json"))).toBe(true);
		expect(readFileSync(join(quarantine, "sub/.claude/settings.json"), "utf8")).toBe("{}");
		expect(statSync(quarantine).mode & 0o777).toBe(0o700);
	});

	it("[sandbox-7-quarantine] does not follow a directory that was swapped for a link meanwhile", () => {
		mkdirSync(join(root, "elsewhere/.claude"), { recursive: true });
		symlinkSync(join(root, "elsewhere"), join(workspace, "sub"));
		const finding: Finding = { path: "sub/.claude", kind: "protected-name", change: "new", action: "quarantine" };
		expect(quarantineFindings(workspace, join(root, "quarantine"), [finding])).toMatchObject([{ outcome: "failed", movedTo: null }]);
		expect(existsSync(join(root, "elsewhere/.claude"))).toBe(true);
	});

	const other = "/dev/shm";
	it.runIf(existsSync(other) && statSync(other).dev !== statSync(tmpdir()).dev)(
		"[sandbox-7-quarantine] copies to another file system, and removes what cannot live there",
		async () => {
			const quarantine = mkdtempSync(join(other, "writ-quarantine-"));
			const server = createServer();
			try {
				const findings = await findingsOf(async () => {
					write("sub/.claude/settings.json", "{}");
					await new Promise<void>((settle) => server.listen(join(workspace, "socket"), settle));
				});
				const settled = quarantineFindings(workspace, quarantine, findings);
				expect(settled.map(({ path, outcome }) => `${path} ${outcome}`)).toEqual(["socket removed", "sub/.claude moved"]);
				expect(readFileSync(join(quarantine, "sub/.claude/settings.json"), "utf8")).toBe("{}");
				expect(existsSync(join(workspace, "sub/.claude"))).toBe(false);
			} finally {
				server.close();
				rmSync(quarantine, { recursive: true, force: true });
			}
		},
	);
});
