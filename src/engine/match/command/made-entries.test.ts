import { describe, expect, it } from "vitest";
import { parseCommandPattern } from "./command-pattern.ts";
import { EMPTY_PATTERNS, type FileAccess, patternSet } from "./command-policy.ts";
import { judgeCommand } from "./judge-command.ts";

/** A disk on which `/ws/link` and `/ws/tree/inner` lead to `/etc`. */
const LINKS = ["/ws/link", "/ws/tree/inner"];

function follow(path: string, directory: string): string {
	const absolute = path.startsWith("/") ? path : `${directory}/${path}`;
	const link = LINKS.find((one) => absolute === one || absolute.startsWith(`${one}/`));
	return link === undefined ? absolute : `/etc${absolute.slice(link.length)}`;
}

const write: FileAccess["write"] = (path, directory) =>
	follow(path, directory).startsWith("/ws/") ? null : { effect: "deny", code: "path-outside", message: "outside" };
const files: FileAccess = {
	everythingReadable: true,
	read: () => null,
	blocked: () => null,
	readTree: () => null,
	readGlob: () => null,
	write,
	writeTree: write,
	remove: () => null,
	enter: (path, directory) => ({ finding: null, directory: follow(path, directory), certain: true }),
};

const PROGRAMS = ["cp", "mv", "tar", "unzip", "rsync", "ln", "echo", "cat", "mkdir", "rm", "touch"];
const allowed = patternSet(
	PROGRAMS.map((program) => {
		const read = parseCommandPattern(`${program}:*`);
		if (!read.ok) throw new Error(read.why);
		return { rule: `Bash(${program}:*)`, pattern: read.pattern };
	}),
);

function judged(command: string, access: FileAccess = files): string {
	const policy = {
		allowed: [allowed],
		disallowed: EMPTY_PATTERNS,
		ask: EMPTY_PATTERNS,
		granted: EMPTY_PATTERNS,
		files: access,
		host: () => null,
		home: null,
	};
	return judgeCommand(command, "/ws", policy).findings[0]?.effect ?? "allow";
}

describe("what an earlier part of a text makes", () => {
	it("[command-made-entries] a link that is copied or moved is not written through", () => {
		for (const command of [
			"cp -P link src/x; echo a > src/x/y",
			"cp -a link src/x && touch src/x/y",
			"mv link src/x; echo a > src/x/y",
			"cp -r tree src/t && echo a > src/t/inner/y",
			"cp -r tree src && echo a > src/tree/inner/y",
			"(cp -P link src/x); echo a > src/x/y",
			"cp -P link src/x; echo a > src/x/../y",
			"for i in 1 2; do echo a > src/x/y; mv link src/x; done",
			"while read line; do echo a > src/x/y; mv link src/x; done",
		])
			expect(judged(command), command).toBe("ask");
	});
	it("[command-made-entries] below what was unpacked nothing is written unseen", () => {
		for (const command of [
			"tar -xf a.tar -C out; echo a > out/y",
			"unzip a.zip -d out && touch out/y",
			"rsync -a s/ d/; echo a > d/x",
			"ln -s src other; echo a > other/y",
			"tar xf a.tar -C out && rm out/x/y",
			"tar xf a.tar -C out && cd out && echo a > y",
		])
			expect(judged(command), command).toBe("ask");
	});
	it("[command-made-entries] where not everything may be read, reading through it is asked too", () => {
		const careful = { ...files, everythingReadable: false };
		expect(judged("tar -xf a.tar -C out; cat out/y", careful)).toBe("ask");
		expect(judged("tar -xf a.tar -C out; cat out/*", careful)).toBe("ask");
		expect(judged("mv link src/x; cat src/x", careful)).toBe("ask");
		expect(judged("mv a b; cat b", careful)).toBe("allow");
		expect(judged("tar -xf a.tar -C out; cat other/y", careful)).toBe("allow");
	});
	it("[command-made-entries] everyday sequences pass", () => {
		for (const command of [
			"mkdir -p dist && cp a dist/",
			"cp a b && cat b",
			"cp a b && echo x >> b",
			"cp -r src dist && echo hi > dist/x",
			"mv a b && echo x > b",
			"tar czf a.tgz src && mv a.tgz out/",
			"tar xf a.tar -C out && rm a.tar",
			"tar xf a.tar -C out && cat out/x",
			"echo a > out/y; tar -xf a.tar -C out",
		])
			expect(judged(command), command).toBe("allow");
	});
});
