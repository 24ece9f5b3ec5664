import { describe, expect, it } from "vitest";
import { parseCommandPattern } from "./command-pattern.ts";
import { EMPTY_PATTERNS, type FileAccess, patternSet } from "./command-policy.ts";
import { judgeCommand } from "./judge-command.ts";

const files: FileAccess = {
	everythingReadable: true,
	read: () => null,
	blocked: () => null,
	readTree: () => null,
	readGlob: () => null,
	write: () => null,
	writeTree: () => null,
	remove: () => null,
	enter: (_path, directory) => ({ finding: null, directory, certain: true }),
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
	};
	return judgeCommand(command, "/ws", policy).findings[0]?.effect ?? "allow";
}

describe("a bare Bash beside a rule that forbids", () => {
	it("[command-disallowed-anywhere] the forbidden command is known under its other names", () => {
		for (const command of ["git-push", "/usr/lib/git-core/git-push", "GIT push", "git send-pack origin", "git subtree push"])
			expect(judged(command), command).toBe("deny");
	});
	it("[command-disallowed-anywhere] text that a shell is fed is read as that shell reads it", () => {
		for (const command of [
			"bash <<< 'git push'",
			"bash -s <<< 'git push'",
			"echo git push | sh",
			"printf 'git push' | env bash",
			"sh <<E\ngit push\nE",
		])
			expect(judged(command), command).toBe("deny");
		for (const command of ["echo ls | sh", "bash <<< 'ls -la'", "sh <<'E'\nls\nE"]) expect(judged(command), command).toBe("allow");
	});
	it("[command-disallowed-anywhere] what nobody can see is asked", () => {
		for (const command of [
			"cat x | sh",
			"sh < x",
			"echo 'ls' | { read x; sh; }",
			'sh -c "$x"',
			"bash <(echo git push)",
			"echo -e 'git\\x20push' | sh",
			"zsh <<< 'ls *(e:cmd:)'",
			"git p",
			"echo 'git push' > x.sh; bash x.sh",
			"tee x.sh < y; ./x.sh",
			"make -f x",
		])
			expect(judged(command), command).toBe("ask");
	});
	it("[command-disallowed-anywhere] words of a launcher that hold the forbidden command are seen", () => {
		for (const command of ["env -S 'git push'", "env -S'git push'", "sudo -s 'git push'", "npm exec -c 'git push'", "ssh h git push"])
			expect(judged(command), command).toBe("ask");
		expect(judged("ssh h git log")).toBe("allow");
	});
	it("[command-disallowed-anywhere] a rule that names the option speaks for it", () => {
		expect(judged("python -c 'run(git, push)'")).toBe("ask");
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
