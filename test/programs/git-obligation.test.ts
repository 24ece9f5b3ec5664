import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Decision, decide, type Profile } from "../../src/engine/index.ts";
import { sealed } from "../decide/engine-case.ts";

const profile: Profile = {
	tools: { allowed: ["Bash", "git"] },
	filesystem: { read_paths: ["/"], write_paths: ["/"], blocked_paths: [] },
	network: { allow: ["*"] },
	capabilities: { network_access: true },
};
const writ = sealed(profile);

/** The variables that a decision obliges its caller to set. */
function environmentOf({ obligations }: Decision): Readonly<Record<string, string>> | null {
	return obligations.flatMap((obligation) => (obligation.kind === "environment" ? [obligation.set] : []))[0] ?? null;
}

describe("who is told to set the environment", () => {
	it("[finding-13-spelled] whenever a judged program is git, however it is spelled", () => {
		const spellings = [
			"git status",
			'g""it status',
			"\\git status",
			"'git' status",
			"/usr/bin/git status",
			"env git status",
			"command git status",
			"timeout 5 git status",
			"bash -c 'git status'",
			`bash -c 'g""it status'`,
			"ls; cd sub && g''it status",
			"x=$(g''it rev-parse HEAD)",
			"xargs git show",
			"find . -name x -exec git log {} +",
		];
		for (const command of spellings)
			expect([command, environmentOf(decide(writ, { kind: "command", command }))?.GIT_PAGER]).toEqual([command, "cat"]);
		expect(environmentOf(decide(writ, { kind: "tool", tool: "git", input: { command: "status" } }))?.GIT_PAGER).toBe("cat");
	});

	it("[finding-13-spelled] and not because a word happens to hold those letters", () => {
		for (const command of ["ls .gitignore", "cat digit.txt", "echo git"])
			expect([command, environmentOf(decide(writ, { kind: "command", command }))]).toEqual([command, null]);
	});

	it("[finding-13-spelled] answers that were kept for other commands of the same rule do not lend theirs", () => {
		const fresh = sealed(profile);
		const told = (command: string) => environmentOf(decide(fresh, { kind: "command", command })) !== null;
		expect([told("ls"), told("git status"), told("ls -l"), told('g""it log'), told("ls"), told("git status")]).toEqual([
			false,
			true,
			false,
			true,
			false,
			true,
		]);
	});
});

/** Programs that a repository can name, each of which leaves a mark when it runs. */
const PLANTED = [
	"fsmonitor",
	"external-diff",
	"textconv",
	"clean",
	"smudge",
	"pager",
	"hook",
	"editor",
	"gpg",
	"ssh",
	"askpass",
	"proxy",
	"helper",
] as const;
const HOOKS = [
	"pre-commit",
	"commit-msg",
	"prepare-commit-msg",
	"post-commit",
	"post-checkout",
	"post-index-change",
	"reference-transaction",
];

const folder = mkdtempSync(join(tmpdir(), "writ-git-"));
const repository = join(folder, "repository");
const marks = join(folder, "marks");
const clean = { PATH: process.env.PATH ?? "", HOME: folder, GIT_CONFIG_NOSYSTEM: "1", GIT_TERMINAL_PROMPT: "0" };
const git = (...words: readonly string[]) =>
	execFileSync("git", words, { cwd: repository, env: clean, stdio: ["ignore", "pipe", "ignore"] })
		.toString()
		.trim();
const program = (name: string) => join(folder, "bin", name);
let signed = "";

beforeAll(() => {
	for (const directory of ["bin", "repository", "marks"]) mkdirSync(join(folder, directory));
	for (const name of PLANTED) {
		const passes = name === "clean" || name === "smudge" || name === "pager" ? "cat" : name === "textconv" ? 'cat "$1"' : ":";
		writeFileSync(program(name), `#!/bin/sh\necho x >> '${join(marks, name)}'\n${passes}\nexit 0\n`);
		chmodSync(program(name), 0o755);
	}
	git("init", "-q", "-b", "main");
	git("config", "user.email", "dev@example.com");
	git("config", "user.name", "Dev");
	writeFileSync(join(repository, ".gitattributes"), "filtered.txt filter=planted\nconverted.bin diff=planted\n");
	writeFileSync(join(repository, "filtered.txt"), "one\n");
	writeFileSync(join(repository, "converted.bin"), "one\n");
	git("add", ".");
	git("commit", "-qm", "first");
	writeFileSync(join(repository, "converted.bin"), "two\n");
	git("commit", "-qam", "second");
	plantSubmodule();
	const body = `tree ${git("rev-parse", "HEAD^{tree}")}\nauthor D <d@e> 1 +0000\ncommitter D <d@e> 1 +0000\ngpgsig -----BEGIN PGP SIGNATURE-----\n x\n -----END PGP SIGNATURE-----\n\nsigned\n`;
	signed = execFileSync("git", ["hash-object", "-t", "commit", "-w", "--stdin"], { cwd: repository, env: clean, input: body })
		.toString()
		.trim();
	plantSettings(repository);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A submodule whose own configuration names the same programs. */
function plantSubmodule(): void {
	const other = join(folder, "other");
	execFileSync("git", ["init", "-q", other], { env: clean });
	execFileSync("git", ["-C", other, "-c", "user.name=D", "-c", "user.email=d@e", "commit", "-q", "--allow-empty", "-m", "x"], {
		env: clean,
	});
	git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", other, "sub");
	git("commit", "-qm", "submodule");
	execFileSync("git", ["-C", join(repository, "sub"), "config", "core.fsmonitor", program("fsmonitor")], { env: clean });
}

function plantSettings(where: string): void {
	const settings: Readonly<Record<string, string>> = {
		"core.fsmonitor": program("fsmonitor"),
		"diff.external": program("external-diff"),
		"diff.planted.textconv": program("textconv"),
		"filter.planted.clean": program("clean"),
		"filter.planted.smudge": program("smudge"),
		"core.pager": program("pager"),
		"pager.log": program("pager"),
		"core.editor": program("editor"),
		"sequence.editor": program("editor"),
		"gpg.program": program("gpg"),
		"log.showSignature": "true",
		"format.pretty": "%G?",
		"core.sshCommand": program("ssh"),
		"core.askPass": program("askpass"),
		"core.gitProxy": program("proxy"),
		"protocol.ext.allow": "always",
		"remote.over-ssh.url": "ssh://host.invalid/x",
		"remote.over-git.url": "git://host.invalid/x",
		"remote.helped.url": `ext::${program("helper")} x`,
	};
	for (const [name, value] of Object.entries(settings)) execFileSync("git", ["config", name, value], { cwd: where, env: clean });
	for (const hook of HOOKS) {
		writeFileSync(join(where, ".git/hooks", hook), readFileSync(program("hook")));
		chmodSync(join(where, ".git/hooks", hook), 0o755);
	}
}

/** What ran besides git. */
function ran(command: string, environment: Readonly<Record<string, string>>, terminal = false, directory = repository): readonly string[] {
	rmSync(marks, { recursive: true, force: true });
	mkdirSync(marks);
	if (existsSync(join(repository, "filtered.txt"))) {
		// What git knows of the files is no longer sure, so that it looks again.
		utimesSync(join(repository, "filtered.txt"), new Date(), new Date(Date.now() - Math.floor(Math.random() * 1e7)));
		writeFileSync(join(repository, "converted.bin"), `${Math.random()}\n`);
	}
	const text = command.replaceAll("SIGNED", signed);
	const words = terminal ? ["python3", "-c", "import pty, sys; pty.spawn(sys.argv[1:])", "sh", "-c", text] : ["sh", "-c", text];
	const [name = "", ...rest] = words;
	spawnSync(name, rest, { cwd: directory, env: { ...clean, TERM: "dumb", ...environment }, stdio: "ignore", timeout: 20_000 });
	return readdirSync(marks).toSorted();
}

/** Commands of a day, and what may run besides git although the obligation was carried out. SECURITY.md names each of these. */
const DAY: readonly (readonly [command: string, still: readonly string[], terminal?: true])[] = [
	["git status", ["clean"]],
	["git diff --stat", ["clean"]],
	["git diff", ["clean", "external-diff"]],
	["git log -p -2", ["textconv"]],
	["git log -1", [], true],
	["git log -1 SIGNED", []],
	["git show -s SIGNED", []],
	["git show HEAD~1", ["textconv"]],
	["git blame converted.bin", ["textconv"]],
	["git grep one", []],
	["git add filtered.txt", ["clean"]],
	["git commit -qam third", ["clean"]],
	["git commit --allow-empty", ["clean"]],
	["git tag -a v1", []],
	["git checkout -q -b other", ["clean"]],
	["git rebase -i HEAD~1", ["clean"]],
	["git submodule status", []],
	["git fetch over-ssh", []],
	["git fetch over-git", []],
	["git fetch helped", []],
	["git archive -o ../archive.tar HEAD", ["smudge"]],
];

describe("git with the environment of the obligation", () => {
	const environment = environmentOf(decide(writ, { kind: "command", command: "git status" })) ?? {};

	it("[finding-13-obligation] the commands of a day run nothing else, but for what SECURITY.md names", () => {
		const all = DAY.map(([command, still, terminal]) => ({ command, still, found: ran(command, environment, terminal === true) }));
		for (const { command, still, found } of all) expect([command, found.filter((name) => !still.includes(name))]).toEqual([command, []]);
		// What git has no switch for is really seen here, so that a git which gets one is noticed.
		expect([...new Set(all.flatMap(({ found }) => found))].toSorted()).toEqual(["clean", "external-diff", "smudge", "textconv"]);
	});

	it("[finding-13-obligation] without it the same commands run all that was planted", () => {
		const all = new Set(DAY.flatMap(([command, , terminal]) => ran(command, {}, terminal === true)));
		expect([...all].toSorted()).toEqual([
			"clean",
			"editor",
			"external-diff",
			"fsmonitor",
			"gpg",
			"helper",
			"hook",
			"pager",
			"proxy",
			"smudge",
			"ssh",
			"textconv",
		]);
	});

	it("[finding-13-obligation] a directory that only looks like a repository is not taken for one", () => {
		const bare = join(repository, "fixtures");
		execFileSync("git", ["init", "-q", "--bare", bare], { env: clean });
		for (const [name, value] of [
			["core.bare", "false"],
			["core.worktree", bare],
			["core.fsmonitor", program("fsmonitor")],
		] as const)
			execFileSync("git", ["config", "-f", join(bare, "config"), name, value], { env: clean });
		expect(ran("git -c core.fsmonitor= status; git status", {}, false, bare)).toEqual(["fsmonitor"]);
		const { status } = spawnSync("git", ["status"], { cwd: bare, env: { ...clean, ...environment }, stdio: "ignore" });
		expect(status).toBe(128);
	});

	it("[finding-13-obligation] what still runs is named in SECURITY.md", () => {
		const text = readFileSync(join(import.meta.dirname, "../../SECURITY.md"), "utf8");
		for (const name of [
			"diff.external",
			"textconv",
			"filter.",
			"merge.",
			"credential.helper",
			"commit.gpgSign",
			"uploadpack",
			"submodule.",
		])
			expect(text).toContain(name);
	});
});
