import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { TreeView } from "../../src/engine/commands/index.ts";
import { compilePaths } from "../../src/engine/decide/compiled-paths.ts";
import { fileAccess } from "../../src/engine/decide/file-access.ts";
import { decide, type Facts, type List, type Profile, type Request, sealProfile, type Writ } from "../../src/engine/index.ts";
import { listDirectory, realDisk } from "../../src/platform/index.ts";

let top = "";
beforeEach(() => {
	top = realpathSync(mkdtempSync(join(tmpdir(), "writ-trees-")));
	put("src/a/b/c/d/deep.ts", "README.md", ".git/HEAD", "docs/guide.md");
});
afterEach(() => rmSync(top, { recursive: true, force: true }));

function put(...files: readonly string[]): void {
	for (const file of files) {
		mkdirSync(dirname(join(top, file)), { recursive: true });
		writeFileSync(join(top, file), "x");
	}
}

const PROFILE: Profile = {
	tools: { allowed: ["Bash(rg:*)", "Bash(grep:*)", "Grep"] },
	filesystem: { sandbox_root: "/", read_paths: ["./workspace"], write_paths: ["./workspace"] },
};

function writFor(profile: Profile = PROFILE): Writ {
	const sealed = sealProfile(profile, { agent: "me", root: top, ...realDisk });
	if (!sealed.ok) throw new Error(JSON.stringify(sealed.problems));
	return sealed.writ;
}

/** The effect, and the file that is named. */
function asked(request: Request, facts: Facts = realDisk, profile: Profile = PROFILE): string {
	const { effect, reasons } = decide(writFor(profile), request, facts);
	const named = /holds '([^']*)', which/.exec(reasons[0].message)?.[1];
	return named === undefined ? effect : `${effect} ${named.slice(top.length + 1)}`;
}

const command = (text: string): Request => ({ kind: "command", command: text });

describe("a reader of a tree", () => {
	it("[tree-blocked] passes where no blocked file is, and is asked about by name where there is one, at any depth", () => {
		for (const text of ["grep -r x .", "rg x", "rg x src", "grep -rn x src docs"]) expect(asked(command(text))).toBe("allow");
		put("src/a/b/c/d/key.pem");
		for (const text of ["grep -r x .", "rg x", "rg x src", "grep -rn x docs src"])
			expect(asked(command(text))).toBe("ask src/a/b/c/d/key.pem");
		expect(asked(command("rg x docs"))).toBe("allow");
		expect(asked(command("grep -rn x src/a/b/c/d"))).toBe("ask src/a/b/c/d/key.pem");
		put(".env");
		expect(asked(command("grep -r x ."))).toBe("ask .env");
		expect(asked(command("rg x src"))).toBe("ask src/a/b/c/d/key.pem");
	});

	it("[tree-blocked] sees a file that came or went between two decisions", () => {
		for (let round = 0; round < 3; round++) {
			expect(asked(command("rg x src"))).toBe("allow");
			put("src/a/.env");
			expect(asked(command("rg x src"))).toBe("ask src/a/.env");
			rmSync(join(top, "src/a/.env"));
		}
	});

	it("[tree-blocked] counts what packages bring, directories that are blocked whole, and links of a blocked name", () => {
		put("node_modules/tls/test/key.pem");
		expect(asked(command("grep -r x ."))).toBe("ask node_modules/tls/test/key.pem");
		rmSync(join(top, "node_modules"), { recursive: true });
		mkdirSync(join(top, "docs/.ssh"));
		expect(asked(command("grep -r x ."))).toBe("ask docs/.ssh");
		rmSync(join(top, "docs/.ssh"), { recursive: true });
		put("docs/.config/gh/hosts.yml", "docs/gh/notes.md");
		expect(asked(command("grep -r x ."))).toBe("ask docs/.config/gh");
		rmSync(join(top, "docs/.config"), { recursive: true });
		symlinkSync("nowhere", join(top, "docs/.env"));
		expect(asked(command("grep -r x ."))).toBe("ask docs/.env");
	});

	it("[tree-blocked] holds for the caller's own tools as well", () => {
		const grep: Request = { kind: "tool", tool: "Grep", input: { pattern: "x" } };
		expect(asked(grep)).toBe("allow");
		put("src/a/b/server.pem");
		expect(asked(grep)).toBe("ask src/a/b/server.pem");
		expect(asked({ kind: "tool", tool: "Grep", input: { pattern: "x", path: "docs" } })).toBe("allow");
	});

	it("[tree-blocked] passes in a sandbox that hides blocked files", () => {
		put(".env");
		expect(asked(command("grep -r x ."), { ...realDisk, masked: true })).toBe("allow");
	});

	it("[tree-blocked] follows entries of the profile: one directory, everything below one, several patterns", () => {
		const blocking = (...blocked: readonly string[]): Profile => ({
			...PROFILE,
			filesystem: { ...PROFILE.filesystem, blocked_paths: blocked },
		});
		put("src/a/secrets/one.txt", "docs/two.key");
		expect(asked(command("rg x"), realDisk, blocking("src/a/secrets"))).toBe("ask src/a/secrets");
		expect(asked(command("rg x"), realDisk, blocking("src/a/secrets/**"))).toBe("ask src/a/secrets/one.txt");
		expect(asked(command("rg x"), realDisk, blocking("nothing/**", "**/*.ke[xyz]"))).toBe("ask docs/two.key");
		expect(asked(command("rg x"), realDisk, blocking("src/b/secrets", "**/three.key"))).toBe("allow");
		expect(asked(command("rg x src"), realDisk, blocking("docs"))).toBe("allow");
		expect(asked(command("rg x"), realDisk, blocking())).toBe("allow");
	});

	it("[tree-unknown] is asked about where nobody can tell what is there", () => {
		const { list: _, ...blind } = realDisk;
		expect(asked(command("rg x src"), blind)).toBe("ask");
		expect(asked(command("rg x src"), {})).toBe("ask");
		const closed =
			(name: string): List =>
			(directory) =>
				directory.endsWith(name) ? { ok: false, why: "unknown", message: "closed" } : listDirectory(directory);
		expect(asked(command("rg x src"), { ...realDisk, list: closed("/b") })).toBe("ask");
		expect(asked(command("rg x docs"), { ...realDisk, list: closed("/b") })).toBe("allow");
	});

	it.skipIf(process.getuid?.() === 0)("[tree-unknown] is asked about where a directory may not be read", () => {
		chmodSync(join(top, "src/a/b"), 0o000);
		expect(asked(command("rg x src"))).toBe("ask");
		chmodSync(join(top, "src/a/b"), 0o700);
	});

	it("[tree-bounded] is asked about where the tree is too large, too deep or without end", () => {
		const listing = (files: readonly string[], directories: readonly string[]) => ({ ok: true, files, directories, links: [] }) as const;
		const endless: List = () => listing(["a"], ["b"]);
		const wide: List = (directory) => listing([], directory.endsWith("src") ? Array.from({ length: 3_000 }, (_, at) => `d${at}`) : []);
		const full: List = () =>
			listing(
				Array.from({ length: 60_000 }, (_, at) => `f${at}`),
				[],
			);
		for (const list of [endless, wide, full]) {
			const before = process.threadCpuUsage();
			expect(asked(command("rg x src"), { ...realDisk, list })).toBe("ask");
			expect(process.threadCpuUsage(before).user).toBeLessThan(200_000);
		}
	});

	it("[tree-listed-once] reads each directory once in a decision, however often it is searched", () => {
		const read: string[] = [];
		const list: List = (directory) => {
			read.push(directory);
			return listDirectory(directory);
		};
		expect(asked(command("rg a src && rg b src/a && grep -r c . && grep -r d ."), { ...realDisk, list })).toBe("allow");
		expect(read.length).toBe(new Set(read).size);
	});

	it("[tree-granted] reads nothing below that no grant covers", () => {
		const only = (...read: readonly string[]): Profile => ({ ...PROFILE, filesystem: { ...PROFILE.filesystem, read_paths: read } });
		expect(asked(command("rg x src"), realDisk, only("src"))).toBe("allow");
		expect(asked(command("rg x docs"), realDisk, only("docs", "docs/*.md"))).toBe("allow");
		expect(asked(command("rg x src"), realDisk, only("./workspace/*"))).toBe("deny");
		expect(asked(command("rg x docs"), realDisk, only("./workspace/{docs,docs/*}"))).toBe("allow");
		put("docs/sub/x.md");
		expect(asked(command("rg x docs"), realDisk, only("./workspace/{docs,docs/*}"))).toBe("deny");
	});
});

describe("a reader of a tree that leaves something out", () => {
	function search(path: string, view: TreeView): string {
		const { terms, places } = writFor();
		const files = fileAccess({ paths: compilePaths(terms.filesystem, places), symlinks: "inside", facts: realDisk });
		const finding = files.readTree(path, top, view);
		return finding === null ? "nothing" : `${finding.effect} ${finding.code}`;
	}

	it("[tree-view] is not asked about what it leaves out", () => {
		put(".venv/lib/cacert.pem");
		expect(search(".", {})).toBe("ask path-blocked");
		expect(search(".", { without: [".venv"] })).toBe("nothing");
		expect(search(".", { names: ["*.ts", "*.md"] })).toBe("nothing");
		expect(search(".", { names: ["*.ts", "ca*"] })).toBe("ask path-blocked");
		expect(search(".", { names: ["[[:alpha:]]*"] })).toBe("ask path-blocked");
		put("src/.env");
		expect(search(".", { without: [".venv"] })).toBe("ask path-blocked");
	});

	it("[tree-view] is asked about what git has stored, whatever lies in the tree", () => {
		expect(search(".", {})).toBe("nothing");
		expect(search(".", { stored: true })).toBe("ask path-blocked");
	});

	it("[tree-view] goes through links only where it follows them", () => {
		const outside = realpathSync(mkdtempSync(join(tmpdir(), "writ-outside-")));
		symlinkSync(outside, join(top, "src/away"));
		symlinkSync("..", join(top, "src/round"));
		expect(search("src", {})).toBe("nothing");
		expect(search("src", { links: "followed" })).toBe("deny path-outside");
		rmSync(join(top, "src/away"));
		expect(search("src", { links: "followed" })).toBe("nothing");
		put("docs/key.pem");
		expect(search("src", { links: "followed" })).toBe("ask path-blocked");
		expect(search("src", {})).toBe("nothing");
		rmSync(outside, { recursive: true });
	});
});
