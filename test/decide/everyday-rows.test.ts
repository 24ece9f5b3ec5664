import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type AllowedEntry, decide, sealProfile } from "../../src/engine/index.ts";
import { realDisk } from "../../src/platform/index.ts";

let top = "";
beforeAll(() => {
	top = realpathSync(mkdtempSync(join(tmpdir(), "writ-rows-")));
	for (const file of ["src/a.ts", "tests/test_a.py", "scripts/build.sh", ".git/HEAD", "fix.patch", "README.md"]) {
		mkdirSync(dirname(join(top, file)), { recursive: true });
		writeFileSync(join(top, file), "x\n");
	}
});
afterAll(() => rmSync(top, { recursive: true, force: true }));

interface Setting {
	readonly allowed: readonly AllowedEntry[];
	readonly disallowed?: readonly string[];
	readonly write?: readonly string[];
	readonly confined?: boolean;
}

function effect(command: string, { allowed, disallowed = [], write = ["./workspace"], confined = false }: Setting): string {
	const profile = { tools: { allowed, disallowed }, filesystem: { sandbox_root: top, read_paths: ["./workspace"], write_paths: write } };
	const sealed = sealProfile(profile, { agent: "me", root: top, ...realDisk });
	if (!sealed.ok) throw new Error(JSON.stringify(sealed.problems));
	return decide(sealed.writ, { kind: "command", command, cwd: top }, { ...realDisk, confined }).effect;
}

const bash = (...commands: readonly string[]) => commands.map((command) => `Bash(${command}:*)`);

describe("targets", () => {
	const allowed = bash("make test", "make lint", "mvn test", "mvn clean", "./gradlew build");
	it.each([
		"make test",
		"make -j8 test",
		"make -C src test",
		"make lint test",
		"mvn -q -Dtest=A test",
		"mvn clean test",
		"./gradlew build --info",
	])("[command-targets] options may stand before one, and each is allowed by a rule: %s", (command) =>
		expect(effect(command, { allowed })).toBe("allow"),
	);
	it.each([
		"make deploy",
		"make test deploy",
		"make -j8 deploy",
		"make -f evil.mk test",
		"make test $T",
		"mvn clean deploy",
		"./gradlew build publish",
	])("[command-targets] one that no rule names is not: %s", (command) => expect(effect(command, { allowed })).not.toBe("allow"));
	it("[command-targets] a rule may name several at once", () => {
		expect(effect("make test deploy", { allowed: ["Bash(make test deploy)"] })).toBe("allow");
		expect(effect("make test deploy", { allowed: bash("make") })).toBe("allow");
	});
});

describe("a rule for a directory of programs", () => {
	const allowed = bash("./scripts/");
	it.each(["./scripts/build.sh", "scripts/build.sh"])("[command-directory-rule] covers what lies below, however written: %s", (command) =>
		expect(effect(command, { allowed })).toBe("allow"),
	);
	it.each(["./other/build.sh", "build.sh", "./scripts/../evil", "/scripts/build.sh", "scripts", "./scriptsx/build.sh"])(
		"[command-directory-rule] and nothing else: %s",
		(command) => expect(effect(command, { allowed })).not.toBe("allow"),
	);
	it("[command-directory-rule] forbids the same programs where it forbids", () => {
		for (const command of ["./scripts/build.sh", "scripts/build.sh", "env scripts/build.sh"])
			expect(effect(command, { allowed: ["Bash"], disallowed: allowed })).toBe("deny");
		expect(effect("./other/x", { allowed: ["Bash"], disallowed: allowed })).toBe("allow");
	});
	it("[command-directory-rule] inside a sandbox the project's own programs run with any words", () => {
		const rules = [{ rule: "Bash(./:*)", when: "confined" as const }];
		expect(effect("./target/debug/x --config a run", { allowed: rules, confined: true })).toBe("allow");
		expect(effect("./target/debug/x", { allowed: rules })).toBe("ask");
		expect(effect("/usr/bin/x", { allowed: rules, confined: true })).toBe("deny");
	});
});

describe("rows of everyday programs", () => {
	it.each([
		["git branch", "git branch -av --sort=-committerdate"],
		["git tag", "git tag --sort=-creatordate"],
		["git remote", "git remote -v"],
		["git config", "git config --get user.name"],
		["git config", "git config user.name"],
		["git reset", "git reset --soft HEAD~1"],
	])("[everyday-rows] Bash(%s:*) covers reading without a path to write: %s", (rule, command) =>
		expect(effect(command, { allowed: bash(rule), write: [] })).toBe("allow"),
	);
	it.each([
		["git branch", "git branch new"],
		["git branch", "git branch -v new"],
		["git tag", "git tag v1"],
		["git tag", "git tag -a v1 -m x"],
		["git remote", "git remote show origin"],
		["git remote", "git remote update"],
		["git config", "git config user.name x"],
		["git reset", "git reset --hard"],
		["git reset", "git reset HEAD~1 --hard"],
		["git checkout", "git checkout -f main"],
		["git switch", "git switch --discard-changes main"],
		["chmod", "chmod 4755 src/a.ts"],
		["chmod", "chmod u+s src/a.ts"],
		["go run", "go run example.com/x@latest"],
		["go run", "go run example.com/x"],
	])("[everyday-rows] Bash(%s:*) does not cover what changes or fetches: %s", (rule, command) =>
		expect(effect(command, { allowed: bash(rule), write: [] })).not.toBe("allow"),
	);
	it.each([
		["git branch", "git branch new"],
		["git tag", "git tag -a v1 -m x"],
		["git config user.name", "git config user.name x"],
		["git restore", "git restore ."],
		["git restore", "git restore --staged ."],
		["chmod", "chmod 644 src/a.ts"],
		["chmod", "chmod -R u+w src"],
		["chmod", "chmod +x src/a.ts"],
		["black", "black ."],
		["ruff format", "ruff format ."],
		["go run", "go run ./cmd/server"],
		["go run", "go run main.go"],
		["pytest", "pytest tests -q 2>&1 | tail -5"],
		["cargo fix", "cargo fix --allow-dirty"],
	])("[everyday-rows] Bash(%s:*) covers: %s", (rule, command) => expect(effect(command, { allowed: bash(rule, "tail") })).toBe("allow"));
	it.each([
		["chmod", "chmod 777 src/a.ts"],
		["chmod", "chmod o+w src/a.ts"],
		["git restore", "git restore .git/hooks"],
		["black", "black .claude"],
	])("[everyday-rows] Bash(%s:*) does not cover: %s", (rule, command) =>
		expect(effect(command, { allowed: bash(rule) })).not.toBe("allow"),
	);

	it.each(["git apply fix.patch", "patch -p1 -i fix.patch"])(
		"[command-unknown-write] what a patch names is asked, unless confined: %s",
		(command) => {
			const allowed = bash("git apply", "patch");
			expect(effect(command, { allowed })).toBe("ask");
			expect(effect(command, { allowed, confined: true })).toBe("allow");
			expect(effect(command, { allowed: [`Bash(${command})`] })).toBe("allow");
		},
	);

	it("[everyday-rows] a command of a pipeline uses its own path before it can change it, but not in a loop", () => {
		const allowed = bash("pytest", "tail", "cat");
		expect(effect("pytest tests | tail -5", { allowed })).toBe("allow");
		expect(effect("for i in 1 2; do pytest tests | tail -5; done", { allowed })).toBe("ask");
		expect(effect("pytest tests | cat README.md", { allowed })).toBe("ask");
	});

	it("[everyday-rows] inside a sandbox a module of the project is code like a file", () => {
		const allowed = [{ rule: "Bash(python:*)", when: "confined" as const }];
		expect(effect("python -m app.main --port 1", { allowed, confined: true })).toBe("allow");
		expect(effect("python -m app.main", { allowed })).toBe("ask");
		expect(effect("python -m pip install x", { allowed, confined: true })).not.toBe("allow");
	});
});
