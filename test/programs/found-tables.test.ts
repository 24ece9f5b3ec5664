import { describe, expect, it } from "vitest";
import { decide, type Profile } from "../../src/engine/index.ts";
import { sealed } from "../decide/engine-case.ts";

/** Rules that cover a program with `:*`, in a workspace that may be read and written. */
function answers(rules: readonly string[], command: string): string {
	const profile: Profile = {
		tools: { allowed: rules.map((rule) => `Bash(${rule})`) },
		filesystem: { sandbox_root: "/", read_paths: ["/ws", "/usr"], write_paths: ["/ws"], blocked_paths: ["/ws/secret"] },
		network: { allow: ["a.example"] },
		capabilities: { network_access: true },
	};
	return decide(sealed(profile), { kind: "command", command }).effect;
}

function judge(
	rules: readonly string[],
	{ refuse, allow }: { readonly refuse: readonly string[]; readonly allow: readonly string[] },
): void {
	for (const command of refuse) expect([command, answers(rules, command)]).not.toEqual([command, "allow"]);
	for (const command of allow) expect([command, answers(rules, command)]).toEqual([command, "allow"]);
}

describe("git", () => {
	it("[finding-13-formats] formats that check signatures, and names of formats that are not git's own, are not covered", () => {
		judge(
			[
				"git log:*",
				"git show:*",
				"git rev-list:*",
				"git reflog:*",
				"git shortlog:*",
				"git stash list:*",
				"git for-each-ref:*",
				"git branch:*",
				"git tag:*",
			],
			{
				refuse: [
					"git log --format=%G?",
					"git log --format='%h %GS'",
					"git log --pretty=format:%GK",
					"git log --pretty=tformat:%x25%GG",
					"git log --format='%+G?'",
					"git log --format='%-GF'",
					"git log --format='% GP'",
					"git log --pretty=evil",
					"git log --pretty=one",
					"git log --prett=evil",
					"git log --form=%GT",
					"git show -s --format=%G?",
					"git rev-list -1 --format=%GS HEAD",
					"git reflog --format=%G?",
					"git shortlog --format=%G?",
					"git stash list --format=%G?",
					"git log --show-signature",
					"git for-each-ref --format='%(signature)'",
					"git for-each-ref --format='%(refname) %(*signature:grade)'",
					"git for-each-ref --sort=signature",
					"git branch --format='%(signature:key)'",
					"git branch --sort=-signature:key",
					"git tag -l --format='%(signature)'",
				],
				allow: [
					"git log --oneline",
					"git log --pretty",
					"git log --pretty=oneline",
					"git log --pretty=fuller -3",
					"git log --format=%H",
					"git log --pretty=format:'%h %an %s' -5",
					"git log --format='%C(auto)%h %d %s'",
					"git log --format=reference",
					"git show -s --format=%B HEAD",
					"git for-each-ref --format='%(refname:short) %(contents:signature)' --sort=-committerdate",
					"git branch --format='%(refname:short)' --sort=-committerdate",
					"git tag -l --sort=-v:refname",
				],
			},
		);
	});

	it("[finding-13-formats] a page of the manual is shown by a program that the settings name", () => {
		judge(["git:*"], {
			refuse: [
				"git log --help",
				"git help log",
				"git --help log",
				"git status --help",
				"git help -w",
				"git help --man log",
				"git stash list --help",
			],
			allow: ["git help", "git help -a", "git log -h", "git --version"],
		});
	});

	it("[finding-10-url] the short form of an address is ssh's, at its port", () => {
		const clone = (allow: readonly string[], address: string) =>
			decide(
				sealed({
					tools: { allowed: ["Bash(git clone:*)"] },
					filesystem: { read_paths: ["/ws"], write_paths: ["/ws"] },
					network: { allow },
					capabilities: { network_access: true },
				}),
				{ kind: "command", command: `git clone ${address} sub` },
			).reasons[0].code;
		expect(clone(["a.example:443"], "git@a.example:x/y.git")).toBe("host-not-allowed");
		expect(clone(["a.example:22"], "https://a.example/x/y.git")).toBe("host-not-allowed");
	});
});

describe("options that were overlooked", () => {
	it("[finding-14-tables] node --test writes logs and lists where it is told to", () => {
		judge(["node --test:*"], {
			refuse: [
				"node --test --logfile=/etc/x --prof",
				"node --test --logfile /etc/x --prof",
				"node --test --prof",
				"node --test --test-rerun-failures=/etc/x",
				"node --test --test-rerun-failures /etc/x",
				"node --test --redirect-code-traces-to=/etc/x",
			],
			allow: ["node --test", "node --test test/a.test.js", "node --test --test-rerun-failures=state.json"],
		});
	});

	it("[finding-14-tables] the test programs of cargo write a log", () => {
		judge(["cargo test:*", "cargo t:*", "cargo bench:*"], {
			refuse: [
				"cargo test -- --logfile /etc/x",
				"cargo test -- --logfile=/etc/x",
				"cargo t -- -q --logfile /etc/x",
				"cargo bench -- --logfile=/etc/x",
				'cargo test -- "$x"',
			],
			allow: ["cargo test", "cargo test name -- --nocapture --test-threads=1", "cargo test -- --logfile target/log"],
		});
	});

	it("[finding-14-tables] a category of warnings with a dot loads a module", () => {
		judge(["pytest:*"], {
			refuse: [
				"pytest -W error::mod.X",
				"pytest -Werror::mod.X",
				"pytest --pythonwarnings=ignore:text:mod.sub.X:a:1",
				"pytest -W error::mod.X: x",
			],
			allow: [
				"pytest -W error",
				"pytest -W error::DeprecationWarning",
				"pytest -W 'ignore:old.thing:UserWarning:mod.sub'",
				"pytest -W ignore::pytest.PytestWarning",
			],
		});
	});

	it("[finding-14-tables] vitest and jest load what these options name", () => {
		judge(["vitest run:*", "jest:*"], {
			refuse: [
				"vitest run --diff ./evil.ts",
				"vitest run --diff=./evil.ts",
				"vitest run --typecheck.checker ./evil",
				"vitest run --typecheck.checker=./evil",
				"vitest run --coverage.reporter=./evil.js",
				"jest --snapshotResolver ./evil.js",
				"jest --snapshot-resolver=./evil.js",
				"jest --dependencyExtractor=./evil.js",
				"jest --coverageReporters ./evil.js",
			],
			allow: [
				"vitest run src/a.test.ts",
				"vitest run --coverage.reporter=text",
				"jest --coverageReporters text",
				"jest --coverageReporters=lcov src",
			],
		});
	});

	it("[finding-14-tables] tsc compiles a file beside itself", () => {
		judge(["tsc:*"], {
			refuse: ["tsc /usr/x.ts", "tsc ../x.ts", "tsc --noEmit false /usr/x.ts", "tsc -w /usr/x.mts", "tsc --outDir /usr/y src/x.ts"],
			allow: [
				"tsc",
				"tsc --noEmit",
				"tsc -p .",
				"tsc src/x.ts",
				"tsc --noEmit /usr/x.ts",
				"tsc --outDir dist src/x.ts",
				"tsc --noEmit src/x.d.ts",
			],
		});
	});

	it("[finding-14-tables] a value of aws may name a file", () => {
		judge(["aws:*"], {
			refuse: [
				"aws ec2 describe-instances --filters file://secret",
				"aws ec2 describe-instances --filters=file://secret",
				"aws ec2 describe-instances --filters fileb://secret",
				"aws ec2 describe-instances --filters file:///etc/shadow",
			],
			allow: ["aws ec2 describe-instances --filters file://filters.json", "aws ec2 describe-instances --region eu-west-1"],
		});
	});

	it("[finding-14-tables] go tests no file from elsewhere, and curl follows nobody to a file", () => {
		judge(["go test:*", "curl:*"], {
			refuse: [
				"go test /tmp/x_test.go",
				"go test ../other",
				"go test /etc/x_test.go",
				"curl --proto-redir =file -L https://a.example/",
				"curl --proto-redir all -L https://a.example/",
				"curl --proto-redir=+file -L https://a.example/",
			],
			allow: [
				"go test ./...",
				"go test ./pkg -run X",
				"curl --proto-redir =https -L https://a.example/",
				"curl --proto-redir -all,https -L https://a.example/",
			],
		});
	});
});

describe("rules that forbid", () => {
	it("[programs-found-closed] commands of npm that install and then test are governed by rules for installing", () => {
		const profile: Profile = {
			tools: { allowed: ["Bash(npm:*)"], disallowed: ["Bash(npm install:*)"] },
			filesystem: { sandbox_root: "/", read_paths: ["/ws"], write_paths: ["/ws"] },
		};
		for (const name of ["install", "it", "install-test", "sit", "cit", "install-ci-test", "clean-install-test"])
			expect([name, decide(sealed(profile), { kind: "command", command: `npm ${name} left-pad` }).effect]).toEqual([name, "deny"]);
	});
});
