import { describe, expect, it } from "vitest";
import { parseCommandPattern } from "../rules/index.ts";
import { judgeCommand } from "../shell/judge-command.ts";
import { EMPTY_PATTERNS, type FileAccess, patternSet } from "./command-policy.ts";

const files: FileAccess = {
	everythingReadable: true,
	read: () => null,
	blocked: () => null,
	readTree: () => null,
	readGlob: () => null,
	write: () => null,
	writeTree: () => null,
	writeLinks: () => null,
	writeCopies: () => null,
	remove: () => null,
	glob: () => null,
	exists: () => false,
	enter: (_path, directory) => ({ finding: null, directory, linked: false }),
};

function rules(...texts: readonly string[]) {
	return patternSet(
		texts.map((text) => {
			const read = parseCommandPattern(text);
			if (!read.ok) throw new Error(read.why);
			return { rule: `Bash(${text})`, pattern: read.pattern };
		}),
	);
}

function judged(command: string, allowed = ["*"], disallowed = ["git push:*"]): string {
	const policy = {
		allowed: [rules(...allowed)],
		disallowed: rules(...disallowed),
		ask: EMPTY_PATTERNS,
		granted: EMPTY_PATTERNS,
		files,
		host: () => null,
		home: null,
		confined: false,
		environment: new Set<string>(),
	};
	return judgeCommand(command, "/ws", policy).findings[0]?.effect ?? "allow";
}

describe("a bare Bash beside a rule that forbids", () => {
	it("[command-disallowed-anywhere] the forbidden command is known under its other names", () => {
		for (const command of ["git-push", "/usr/lib/git-core/git-push", "GIT push", "git send-pack origin", "git subtree push"])
			expect(judged(command), command).toBe("deny");
	});
	it("[command-disallowed-anywhere] what nobody can see is asked", () => {
		for (const command of [
			"cat x | sh",
			"sh < x",
			"echo ls | sh",
			"bash <<< 'ls -la'",
			"echo 'ls' | { read x; sh; }",
			'sh -c "$x"',
			"zsh <<< 'ls *(e:cmd:)'",
			"git p",
			"tee x.sh < y; ./x.sh",
			"make -f x",
		])
			expect(judged(command), command).toBe("ask");
	});
	it("[command-disallowed-anywhere] what nobody can see and names what is forbidden is refused", () => {
		for (const command of [
			"bash <<< 'git push'",
			"echo git push | sh",
			"sh <<E\ngit push\nE",
			"bash <(echo git push)",
			"echo 'git push' > x.sh; bash x.sh",
			"env -S 'git push'",
			"sudo -s 'git push'",
			"npm exec -c 'git push'",
			"ssh h git push",
			"f() { git push; }; f",
		])
			expect(judged(command), command).toBe("deny");
		expect(judged("ssh h git log")).toBe("allow");
	});
	it("[command-disallowed-anywhere] a rule that names the option speaks for it", () => {
		expect(judged("python -c 'run(git, push)'")).toBe("deny");
		expect(judged("python -c 'run(git, push)'", ["*", "python -c:*"])).toBe("allow");
	});
	it("[command-disallowed-anywhere] files and targets of the project stay the person's own", () => {
		for (const command of ["bash build.sh", "./x.sh", "npm test", "make build", "python x.py", "python -c 'print(1)'"])
			expect(judged(command), command).toBe("allow");
	});
	it("[command-disallowed-anywhere] a forbidden target counts wherever it stands", () => {
		const deploy = ["make deploy:*"];
		expect(judged("make test deploy", ["*"], deploy)).toBe("deny");
		expect(judged("make test deploy", ["make:*"], deploy)).toBe("deny");
		expect(judged("gmake deploy", ["*"], deploy)).toBe("ask");
		expect(judged("make test", ["*"], deploy)).toBe("allow");
		expect(judged("git stash push")).toBe("allow");
	});
});
