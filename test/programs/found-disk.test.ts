import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { decide, type Facts, sealProfile } from "../../src/engine/index.ts";
import { realDisk } from "../../src/platform/index.ts";

let top = "";

beforeAll(() => {
	top = realpathSync(mkdtempSync(join(tmpdir(), "writ-found-")));
	for (const workspace of ["secret", "clean"])
		for (const directory of [".git", "src/deep", "plain", "linked", "mixed", "node_modules/p"])
			mkdirSync(join(top, workspace, directory), { recursive: true });
	mkdirSync(join(top, "outside"));
	for (const workspace of ["secret", "clean"]) {
		for (const file of ["x", "src/a.ts", "src/deep/b.ts", "node_modules/p/.env"]) writeFileSync(join(top, workspace, file), "x\n");
		for (const [link, to] of Object.entries({ xab: "new", "linked/xx01": "new", "linked/d": "", "linked/inside": "../secret/src" }))
			symlinkSync(join(top, "outside", to), join(top, workspace, link));
	}
	mkdirSync(join(top, "secret/vault"));
	for (const kind of ["ts", "py", "sh"])
		for (const workspace of ["secret", "clean"]) writeFileSync(join(top, workspace, `mixed/a.${kind}`), "x\n");
	for (const kind of ["ts", "py", "sh"]) writeFileSync(join(top, `secret/mixed/hidden.${kind}`), "x\n");
	for (const file of [".env", "vault/key"]) writeFileSync(join(top, "secret", file), "x\n");
});

afterAll(() => rmSync(top, { recursive: true, force: true }));

/** Every program is covered by `:*`; the workspace may be read and written, but for `.env` and `vault`. */
function answer(workspace: "secret" | "clean", command: string, facts: Facts = {}): string {
	const root = join(top, workspace);
	const [program = ""] = command.replace(/^cd \S+ && /, "").split(" ");
	const sealed = sealProfile(
		{
			tools: { allowed: [`Bash(${program}:*)`] },
			filesystem: {
				sandbox_root: root,
				read_paths: [root],
				write_paths: [root],
				blocked_paths: ["**/.env", "**/hidden.*", join(root, "vault")],
			},
		},
		{ agent: "a", root, home: "/home/dev", ...realDisk },
	);
	if (!sealed.ok) throw new Error(JSON.stringify(sealed.problems));
	return decide(sealed.writ, { kind: "command", command, cwd: root }, { ...realDisk, ...facts }).effect;
}

function allowed(workspace: "secret" | "clean", commands: readonly string[], facts?: Facts): readonly string[] {
	return commands.filter((command) => answer(workspace, command, facts) === "allow");
}

const HASH = "ac0c46cc5db30cf45d3a42e82ca291868ff05ab7";

/** Each prints a tracked `.env` of git 2.39. */
const PRINTS = [
	"git show",
	"git show HEAD",
	"git show main",
	"git show -s --patch HEAD",
	"git show --stat -p HEAD",
	"git show --check HEAD",
	"git diff",
	"git diff --cached",
	"git diff HEAD~1",
	"git diff --stat -U3",
	"git diff --stat --binary",
	"git diff -- . :!src",
	"git diff -- :/",
	"git diff -- ':(top)'",
	"git log -p",
	"git log -wp",
	"git log -pw -3",
	"git log -U3",
	"git log --patch-with-stat",
	"git log -c",
	"git log --cc",
	"git log --diff-merges=on",
	"git log --remerge-diff",
	"git log -p --full-diff -- src",
	"git log -p --stdin -- src",
	"git whatchanged -p",
	"git reflog -p",
	"git reflog show -U1",
	"git diff-tree -p HEAD",
	"git diff-index --cached -p HEAD",
	"git diff-files -u",
	"git range-diff a b c",
	"git request-pull -p HEAD~2 .",
	"git merge-tree a b c",
	"git format-patch -1 --stdout",
	"git status -v",
	"git status -vv",
	"git commit -v --dry-run",
	"git add -p",
	"git reset -p",
	"git stash -p",
	"git stash push -p",
	"git grep hunter",
	"cd src && git diff",
	"cd src && git log -p",
	"git -C src show HEAD",
];

/** An object that is any file, though no path is named. */
const BY_HASH = [
	`git show ${HASH}`,
	`git show ${HASH.slice(0, 7)}`,
	`git show --stat ${HASH}`,
	`git show -s ${HASH.toUpperCase()}`,
	`git show ${HASH} -- src`,
	`git show --stat v1-1-g${HASH}`,
	`git show --stat '${HASH}^{}'`,
	`git show ${HASH}:key`,
	`git cat-file -p ${HASH}`,
	`git cat-file -p '${HASH}^{}'`,
	`git cat-file -p ${HASH}:key`,
	`git cat-file -p v1-1-g${HASH}`,
	"git cat-file --batch",
	`git tag x ${HASH}`,
	`git notes add -C ${HASH} HEAD`,
];

describe("what git prints of a blocked file that is on the disk", () => {
	it("[programs-found-stored] what prints all of a repository is not allowed where a blocked file lies in it", () => {
		expect(allowed("secret", [...PRINTS, ...BY_HASH])).toEqual([]);
	});

	it("[programs-found-stored] no mask hides what git has stored", () => {
		expect(allowed("secret", ["git diff", "git show HEAD", "git log -p"], { masked: true })).toEqual([]);
	});

	it("[programs-found-stored] where none lies the same is allowed, whatever packages bring", () => {
		const stored = BY_HASH.filter((command) => command.startsWith("git cat-file"));
		const others = [...PRINTS, ...BY_HASH].filter(
			(command) => !stored.includes(command) && !/git (?:grep|reset|request-pull|diff -- )/.test(command),
		);
		expect(others.filter((command) => answer("clean", command) !== "allow")).toEqual([]);
	});

	it("[programs-found-stored] summaries, and paths without a blocked file, are allowed", () => {
		const commands = [
			"git show --stat HEAD",
			"git show --name-only HEAD~1",
			"git show HEAD:src/a.ts",
			"git show :src/a.ts",
			"git show main:./src/a.ts",
			"git show -s 'HEAD^{/text}'",
			"git diff --stat",
			"git diff --name-only HEAD~1",
			"git diff -- src",
			"git diff HEAD~1 -- src/a.ts gone.ts",
			"git diff src",
			"git diff HEAD src/a.ts",
			"git log --oneline",
			"git log -3 --stat",
			"git log -p src",
			"git log -p -- src/a.ts",
			"git log --diff-merges=off",
			"git status",
			"git commit -m'v -p'",
			"git cat-file -p HEAD",
			"git cat-file -t abcdef12",
			"git tag v1.0",
			"git merge-tree a b",
		];
		expect(commands.filter((command) => answer("secret", command) !== "allow")).toEqual([]);
	});

	it("[programs-found-stored] a path behind a revision is taken from the top of the repository", () => {
		expect(
			allowed("secret", [
				"git show HEAD:vault/key",
				"cd src && git show HEAD:vault/key",
				"git -C src show HEAD:vault/key",
				"cd src && git cat-file -p HEAD:vault/key",
				"cd src && git show HEAD:../vault/key",
				"git tag x HEAD:.env",
			]),
		).toEqual([]);
	});
});

describe("trees that are read", () => {
	it("[programs-found-readers] what reads a whole tree is not allowed where a blocked file lies in it", () => {
		const commands = [
			"zcat -rf .",
			"zcat -r .",
			"zcat --recursive .",
			"gzip -lr .",
			"gzip -tr .",
			"cloc .",
			"cloc --vcs=git",
			"shfmt mixed",
			"shfmt -d mixed",
			"prettier mixed",
			"prettier --check mixed",
			"prettier --write mixed",
			"isort mixed",
			"isort --check mixed",
			"black mixed",
			"black --check mixed",
			"ruff check mixed",
			"ruff format mixed",
			"eslint mixed",
			"biome check mixed",
			"flake8 mixed",
			"mypy mixed",
		];
		expect(allowed("secret", commands)).toEqual([]);
		expect(commands.filter((command) => command.endsWith("mixed") && answer("clean", command) !== "allow")).toEqual([]);
		expect(allowed("secret", ["isort --check linked", "zcat -rf linked"])).toEqual([]);
	});

	it("[programs-found-readers] linters that leave a blocked file alone, and those of the whole project, are allowed", () => {
		const commands = [
			"eslint .",
			"eslint src",
			"prettier --check src",
			"ruff check .",
			"ruff check src",
			"black --check src",
			"shfmt -d src",
		];
		expect([...commands, "zcat x", "zcat -rf src", "cloc src"].filter((command) => answer("secret", command) !== "allow")).toEqual([]);
	});
});

describe("links that stand in a directory", () => {
	it("[programs-found-links] names that nobody spells out are not written through them", () => {
		expect(
			allowed("secret", [
				"split x",
				"split -l 1 x x",
				"csplit -f linked/xx x 2",
				"csplit -f linked/x x 2",
				"tar -xf a.tar -C linked",
				"bsdtar -xf a.tar -C linked",
				"unzip a.zip -d linked",
				"7z x a.7z -olinked",
				"jar xf a.jar --dir linked",
				"ar x --output=linked a.a",
				"cp -r src/. linked",
				"gunzip -r linked",
				"isort linked",
				"black linked",
				"prettier --write linked",
				"biome format --write linked",
			]),
		).toEqual([]);
	});

	it("[programs-found-links] where none leads out they are written", () => {
		const commands = [
			"split x plain/p",
			"split x linked/y",
			"csplit -f plain/x x 2",
			"tar -xf a.tar -C plain",
			"unzip a.zip -d plain",
			"7z x a.7z -oplain",
			"jar xf a.jar --dir plain",
			"cp -r src plain",
			"isort plain",
			"prettier --write src",
		];
		expect(commands.filter((command) => answer("secret", command) !== "allow")).toEqual([]);
	});

	it("[programs-found-links] what follows links is judged where they lead", () => {
		const following = ["rg -L x linked", "fd -L x linked", "fd --follow . linked", "tree -l linked", "fd -L x --search-path linked"];
		expect(allowed("secret", following)).toEqual([]);
		const staying = ["rg x linked", "fd -t f x src", "eza -la --tree -L 2 src", "fd x linked", "tree linked", "fd -L x src", "tree -l src"];
		expect(staying.filter((command) => answer("secret", command) !== "allow")).toEqual([]);
	});

	it("[programs-found-links] options that run a program or read a list are known", () => {
		expect(
			allowed("secret", [
				"rg --pre ./e x src",
				"rg --pre=./e x src",
				"rg -z x src",
				"rg -iz x src",
				"rg --search-zip x src",
				"rg --hostname-bin ./e x src",
				"rg -f .env src",
				"rg -f.env src",
				"rg --file=.env src",
				"grep -f .env x",
				"grep -rf .env src",
				"grep --file=.env x",
				"fd -x ./e",
				"fd -X ./e",
				"fd -Hx ./e",
				"fd --exec ./e",
				"fd --exec=./e",
				"fd --exec-batch ./e",
			]),
		).toEqual([]);
	});
});
