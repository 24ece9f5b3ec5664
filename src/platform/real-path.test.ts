import { execFileSync } from "node:child_process";
import { chmodSync, linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { realPath, walk } from "./real-path.ts";

let top = "";
beforeAll(() => {
	top = realpathSync(mkdtempSync(join(tmpdir(), "writ-real-path-")));
	for (const folder of ["desk/src", "outside/deep"]) mkdirSync(join(top, folder), { recursive: true });
	writeFileSync(join(top, "desk/src/a.ts"), "a");
	writeFileSync(join(top, "outside/secret"), "secret");
	linkSync(join(top, "desk/src/a.ts"), join(top, "desk/twin.ts"));
	symlinkSync("src", join(top, "desk/inner"));
	symlinkSync("../outside", join(top, "desk/out"));
	symlinkSync(join(top, "outside/deep"), join(top, "desk/deep"));
	symlinkSync("round-b", join(top, "desk/round-a"));
	symlinkSync("round-a", join(top, "desk/round-b"));
	symlinkSync("../outside/new", join(top, "desk/dangling"));
	symlinkSync("inner/a.ts", join(top, "desk/chain"));
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

/** What became of a path below the temporary folder, seen from `desk`. */
function resolved(path: string) {
	const resolution = realPath(path, join(top, "desk"));
	if (!resolution.ok) return resolution.why;
	const below = (text: string) => (text.startsWith(`${top}/`) ? text.slice(top.length + 1) : text);
	return { ...resolution, written: below(resolution.written), real: below(resolution.real), entry: below(resolution.entry) };
}

describe("realPath", () => {
	it("[path-relative] a relative path starts at the working directory", () => {
		expect(resolved("src/./a.ts")).toMatchObject({ written: "desk/src/a.ts", real: "desk/src/a.ts", viaLink: false, exists: true });
		expect(resolved("")).toMatchObject({ real: "desk", directory: true });
		expect(resolved(".")).toMatchObject({ real: "desk", entry: "desk", directory: true });
	});

	it("[path-link-followed] a link on the way is followed, whether relative or absolute", () => {
		expect(resolved("out/secret")).toMatchObject({ real: "outside/secret", entry: "outside/secret", viaLink: true, entryViaLink: true });
		expect(resolved("deep/x")).toMatchObject({ real: "outside/deep/x", exists: false, links: 1 });
		expect(resolved("chain")).toMatchObject({ real: "desk/src/a.ts", entry: "desk/chain", viaLink: true, entryViaLink: false });
	});

	it("[path-dotdot-after-link] '..' after a link leaves the place the link leads to", () => {
		expect(resolved("deep/../secret")).toMatchObject({ real: "outside/secret", written: "desk/deep/../secret" });
		expect(resolved("deep/..")).toMatchObject({ real: "outside", entry: "outside", directory: true });
	});

	it("[path-missing-literal] what follows the first missing component is taken as written, '..' too", () => {
		expect(resolved("none/b/../c")).toMatchObject({ real: "desk/none/c", exists: false, directory: false, links: 1 });
		expect(resolved("none/../../outside/secret")).toMatchObject({ real: "outside/secret", exists: true });
		expect(resolved("src/a.ts/below/x")).toMatchObject({ real: "desk/src/a.ts/below/x", exists: false });
	});

	it("[path-missing-literal] a link behind a missing component and '..' is followed", () => {
		expect(resolved("none/../out/secret")).toMatchObject({ real: "outside/secret", viaLink: true, exists: true });
	});

	it("[path-entry] the entry is the last name itself, unless a slash, '.' or '..' follows it", () => {
		expect(resolved("out")).toMatchObject({ real: "outside", entry: "desk/out", directory: true, entryViaLink: false });
		for (const path of ["out/", "out/.", "out//"])
			expect(resolved(path)).toMatchObject({ real: "outside", entry: "outside", entryViaLink: true });
		expect(resolved("dangling")).toMatchObject({ real: "outside/new", entry: "desk/dangling", exists: false, viaLink: true });
	});

	it("[path-hard-links] the names of a file are counted, those of a directory are one", () => {
		expect(resolved("twin.ts")).toMatchObject({ links: 2, directory: false });
		expect(resolved("../outside")).toMatchObject({ links: 1, directory: true });
	});

	it("[path-ordinary-characters] '~', '$VAR', 'file://' and '%2e' are ordinary characters", () => {
		expect(resolved("~/x")).toMatchObject({ real: "desk/~/x" });
		expect(resolved("$HOME/x")).toMatchObject({ real: "desk/$HOME/x" });
		expect(resolved("file:///etc/passwd")).toMatchObject({ real: "desk/file:/etc/passwd" });
		expect(resolved("%2e%2e/x")).toMatchObject({ real: "desk/%2e%2e/x" });
		expect(resolved("..\\x")).toMatchObject({ real: "desk/..\\x" });
	});

	it("[path-nul] NUL is refused", () => expect(resolved("a\0b")).toBe("nul"));

	it("[path-too-long] more than 4,096 bytes are refused, and a name that the disk does not take", () => {
		expect(resolved("ä/".repeat(1500))).toBe("too-long");
		expect(resolved(`${"d/".repeat(2100)}x`)).toBe("too-long");
		expect(resolved("n".repeat(300))).toBe("too-long");
		expect(resolved("../".repeat(1000))).toMatchObject({ real: "/" });
	});

	it("[path-loop] a loop of links is refused, and so is a chain of more than 40", () => {
		expect(resolved("round-a/x")).toBe("loop");
		expect(resolved("round-a")).toBe("loop");
		for (let index = 0; index < 41; index += 1) symlinkSync(index === 0 ? "src" : `chain-${index - 1}`, join(top, `desk/chain-${index}`));
		expect(resolved("chain-39")).toMatchObject({ real: "desk/src" });
		expect(resolved("chain-40")).toBe("loop");
	});

	it("[path-alias] what means another file to each process is refused, even through a link", () => {
		symlinkSync("/proc/self", join(top, "desk/me"));
		symlinkSync("/dev/fd/0", join(top, "desk/input"));
		const paths =
			"/proc/self/root/etc /proc/self /proc/thread-self/cwd /proc/1/root/x /proc/1/cwd /proc/99999999/fd/3 /proc/1/task/1/root /dev/fd/3 /dev/stdin";
		for (const path of [...paths.split(" "), "/dev/stdout", "/dev/stderr", "/proc/../dev/./fd/1", "me/environ", "input", "/proc/mounts"]) {
			expect(resolved(path), path).toBe("alias");
		}
		expect(resolved("/dev/null")).toMatchObject({ real: "/dev/null", exists: true });
		expect(resolved("/proc/version")).toMatchObject({ real: "/proc/version" });
	});

	it("[path-unreadable] a folder that may not be searched is refused", () => {
		mkdirSync(join(top, "locked/inner"), { recursive: true });
		chmodSync(join(top, "locked"), 0);
		chmodSync(top, 0o755);
		// An ordinary account sees the lock; root does not, so root asks as nobody.
		const script = `import { realPath } from ${JSON.stringify(join(import.meta.dirname, "real-path.ts"))};
			if (process.getuid() === 0) process.seteuid(65534);
			console.log(realPath(${JSON.stringify(join(top, "locked/inner/x"))}, "/").why);`;
		const answer = execFileSync(process.execPath, ["--input-type=module", "-e", script], { encoding: "utf8" });
		chmodSync(join(top, "locked"), 0o755);
		expect(answer.trim()).toBe("denied");
	});

	it("[path-text] text that the disk would take for another name is refused, and so is a working directory that is not absolute", () => {
		expect(resolved("a\ud800")).toBe("denied");
		expect(realPath("a", "desk")).toMatchObject({ ok: false, why: "denied" });
		symlinkSync(Buffer.from([0x66, 0xff]), join(top, "desk/bytes"));
		expect(resolved("bytes")).toBe("denied");
	});

	it("[path-kernel] agrees with the kernel on every place that exists", () => {
		const parts = ["desk", "src", "a.ts", "inner", "out", "deep", "..", ".", "secret", "chain", "outside"];
		for (const first of parts) {
			for (const second of parts) {
				for (const third of [...parts, ""]) {
					const path = `${top}/desk/${first}/${second}/${third}`;
					const expected = kernelPath(path);
					if (expected !== undefined) expect(realPath(path, "/"), path).toMatchObject({ ok: true, real: expected });
				}
			}
		}
	});
});

function kernelPath(path: string): string | undefined {
	try {
		return realpathSync.native(path);
	} catch {
		return undefined;
	}
}

describe("the two ways of realPath", () => {
	it("[path-kernel-semantics] say the same of every path", () => {
		const names = [
			"src",
			"src/a.ts",
			"src/new.ts",
			"src/new/newer.ts",
			"twin.ts",
			"inner",
			"inner/a.ts",
			"out",
			"out/secret",
			"deep",
			"chain",
		];
		const odd = ["dangling", "src/a.ts/below", "src/../src/a.ts", "src//a.ts", "src/.", "src/", "..", "dangling/x", "src/...", "round-a"];
		for (const name of [...names, ...odd]) {
			const absolute = `${top}/desk/${name}`;
			expect(realPath(absolute, "/"), name).toEqual(walk(absolute));
		}
		for (const absolute of ["/", "/etc", "/etc/passwd", "/proc/self/fd/0", "/dev/null", "/no-such", "/no-such/x"])
			expect(realPath(absolute, "/"), absolute).toEqual(walk(absolute));
	});
});
