import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Decision, decide, type Profile, sealProfile, type Writ } from "../../src/engine/index.ts";

interface Setting {
	readonly write?: readonly string[];
	readonly blocked?: readonly string[];
	readonly read?: readonly string[];
}

/** A profile in the form of the corpus: plain patterns allow, `!` forbids, `?` asks. */
function judge(policy: readonly string[], command: string, setting: Setting = {}): Decision {
	const rules = (mark: string) =>
		policy
			.filter((pattern) => (mark === "" ? !/^[!?]/.test(pattern) : pattern.startsWith(mark)))
			.map((pattern) => `Bash(${pattern.slice(mark.length)})`);
	const profile: Profile = {
		tools: { allowed: rules(""), disallowed: rules("!"), ask: rules("?") },
		filesystem: {
			sandbox_root: "/ws",
			read_paths: setting.read ?? ["/"],
			write_paths: setting.write ?? [],
			blocked_paths: setting.blocked ?? [],
		},
	};
	return decide(writFor(profile), { kind: "command", command, cwd: "/ws" });
}

const writs = new Map<string, Writ>();

function writFor(profile: Profile): Writ {
	const key = JSON.stringify(profile);
	const known = writs.get(key);
	if (known !== undefined) return known;
	const sealed = sealProfile(profile, { agent: "a", root: "/ws", home: "/home/dev" });
	if (!sealed.ok) throw new Error(JSON.stringify(sealed.problems));
	writs.set(key, sealed.writ);
	return sealed.writ;
}

type Row = readonly [effect: "allow" | "deny" | "ask", policy: string, command: string, setting?: Setting];

function rows(title: string, table: readonly Row[]): void {
	describe(title, () => {
		for (const [effect, policy, command, setting] of table) {
			it(`${effect}s ${JSON.stringify(command)} under ${policy}`, () => {
				const decision = judge(policy.split(" ; "), command, setting);
				expect(`${decision.effect} ${decision.effect === effect ? "" : JSON.stringify(decision.reasons)}`.trim()).toBe(effect);
			});
		}
	});
}

const secrets: Setting = { blocked: ["**/.env", "**/*.pem"] };
const out: Setting = { write: ["out/**"] };

rows("[command-every-part] every simple command must be allowed", [
	["deny", "ls:*", "ls; rm x"],
	["deny", "ls:*", "ls | rm x"],
	["deny", "ls:*", "ls & rm x"],
	["deny", "ls:*", "{ ls; rm x; }"],
	["deny", "ls:*", "(ls; rm x)"],
	["deny", "ls:*", "if ls; then rm x; fi"],
	["deny", "ls:*", "if ls; then ls; elif rm x; then ls; fi"],
	["deny", "ls:*", "while ls; do rm x; done"],
	["deny", "ls:*", "until rm x; do ls; done"],
	["deny", "ls:*", "for i in a; do rm x; done"],
	["deny", "ls:*", "case a in *) rm x;; esac"],
	["ask", "ls:*", "f() { rm x; }"],
	["ask", "ls:*", "trap 'rm x' EXIT"],
	["deny", "ls:*", "ls $(rm x)"],
	["deny", "ls:*", "ls <(rm x)"],
	["ask", "cat:*", "cat <<EOF\n`rm x`\nEOF"],
	["ask", "echo:*", "echo $((a[$(rm x)]))"],
	["ask", "echo:*", "echo ${x:-$(rm x)}"],
	["ask", "echo:*", "(( x = $(rm x) ))"],
	["deny", "ls:*", "! rm x"],
	["deny", "ls:*", "[[ -n $(rm x) ]] && ls"],
	["deny", "ls:*", "x=$(rm x)"],
	["ask", "ls:*", "x=(1 $(rm x))"],
	["ask", "ls:*", "select x in a; do rm x; done"],
	["ask", "ls:*", "for ((i=0; i<$(rm x); i++)); do ls; done"],
	["ask", "ls:*", "ls [$(rm x)]"],
	["deny", "ls:* ; echo:*", "f() { ls; }; f; echo done"],
	["ask", "echo:*", "for ((i=0; i<3; i++)); do echo $i; done"],
]);

rows("[command-static-word] the command word", [
	["ask", "ls:*", "$X"],
	["ask", "ls:*", "$(ls)"],
	["ask", "ls:*", "l? x"],
	["deny", "ls:*", "./ls"],
	["deny", "ls:*", "/bin/ls"],
	["allow", "./build.sh:*", "./build.sh all"],
	["deny", "./build.sh:*", "build.sh all"],
	["ask", "ls:*", "{rm,-rf,x}"],
	["allow", "ls:*", '"l"s -la'],
	["allow", "ls:*", "\\ls"],
]);

rows("[command-disallowed-anywhere] a forbidding rule is not walked around", [
	["deny", "git:* ; !git push:*", "git --no-pager push"],
	["deny", "git:* ; !git push:*", "git -C sub push"],
	["deny", "git:* ; !git push:*", "/usr/bin/git push"],
	["deny", "git:* ; !git push:*", "g'i't p\\ush"],
	["deny", "git:* ; !git push:* ; timeout:*", "timeout 5 git push"],
	["deny", "git:* ; !git push:* ; echo:*", "echo $(git push)"],
	["deny", "git:* ; !git push:* ; ls:*", "X=push; git $X"],
	["ask", "git:* ; !git push:*", "git $X"],
	["deny", "git:* ; !git reset --hard:*", "git reset HEAD --hard"],
	["deny", "git:* ; !git reset --hard:*", "git reset --har HEAD"],
	["allow", "git:* ; !git push:*", "git stash push -m x"],
	["deny", "rm:* ; !rm -rf:*", "rm -r -f x", { write: ["**"] }],
	["deny", "rm:* ; !rm -rf:*", "rm x -fr", { write: ["**"] }],
	["allow", "rm:* ; !rm -rf:*", "rm -f x", { write: ["**"] }],
	["ask", "git:* ; ?git rebase:*", "git rebase main"],
	["deny", "foo:* ; !foo delete:*", "foo delete all"],
]);

rows("[command-prefix-rule] prefixes and exact rules", [
	["allow", "git status:*", "git status"],
	["allow", "git status:*", "git status --short"],
	["deny", "git status:*", "git status-evil"],
	["deny", "npm test", "npm test --x"],
	["allow", "psql -c 'select 1'", 'psql -c "select 1"'],
	["deny", "psql -c 'select 1'", "psql -c 'select 2'"],
]);

rows("[command-dangerous-option] options that a prefix does not cover", [
	["deny", "rg:*", "rg --pre sh x"],
	["deny", "rg:*", "rg x src --pre=sh"],
	["deny", "sort:*", "sort --compress-prog=x f"],
	["deny", "rg:*", "rg -nz x"],
	["deny", "sort:*", "sort -ox f"],
	["deny", "sort:*", "sort -o a -o out/b f", out],
	["deny", "git branch:*", "git branch -D x"],
	["allow", "git branch -D:*", "git branch -D x"],
	["deny", "git branch -D:*", "git branch -M x"],
	["allow", "rg:*", "rg --pretty x src"],
	["allow", "rg:*", "rg -e --pre src"],
	["allow", "sort:*", "sort -o out/a f", out],
	["deny", "git log:*", "git -c core.pager=x log"],
	["allow", "git -c core.pager=x log:*", "git -c core.pager=x log -1"],
]);

rows("[command-launcher] launchers", [
	["allow", "npm test:*", "env CI=1 npm test"],
	["deny", "npm test:*", "env PATH=/tmp npm test"],
	["deny", "ls:*", "env rm x"],
	["deny", "env:*", "env rm x"],
	["deny", "ls:*", "sudo ls"],
	["allow", "npm test:*", "timeout 60 npm test"],
	["deny", "ls:*", "nice -n 5 rm x"],
	["allow", "ls:*", "bash -c 'ls -la'"],
	["deny", "ls:*", "bash -c 'ls; rm x'"],
	["ask", "ls:*", 'bash -c "$X"'],
	["ask", "ls:*", "eval 'ls -la'"],
	["ask", "ls:*", "eval ls ';' rm x"],
	["ask", "grep:* ; git ls-files:*", "git ls-files | xargs grep x"],
	["deny", "ls:*", "ls | xargs rm"],
	["deny", "find:*", "find . -exec rm {} +"],
	["allow", "find:* ; grep:*", "find . -name x -exec grep y {} +"],
	["ask", "xargs grep:* ; ls:*", "ls | xargs grep x"],
]);

rows("[command-assignment] assignments", [
	["allow", "npm test:*", "CI=1 NODE_ENV=test npm test"],
	["deny", "npm test:*", "LD_PRELOAD=./x npm test"],
	["deny", "npm test:*", "NODE_OPTIONS=--require=./x npm test"],
	["deny", "ls:*", "PATH=/tmp; ls"],
	["deny", "ls:*", "export GIT_SSH=x; ls"],
	["deny", "ls:*", "for PATH in /tmp; do ls; done"],
	["ask", "ls:*", "FROB=1 ls"],
	["allow", "echo:*", "X=1; echo $X"],
	["deny", "ls:*", "read IFS; ls"],
	["ask", "ls:*", "declare -n x=PATH; ls"],
	["allow", "echo:*", 'while IFS= read -r line; do echo "$line"; done < f'],
	["deny", "ls:*", "IFS=x ls"],
	["ask", "echo:*", "n=0; for f in a b; do n=$((n+1)); done; echo $n"],
]);

rows("[command-redirection] redirections", [
	["deny", "echo:*", "echo x > a"],
	["allow", "echo:*", "echo x > out/a", out],
	["deny", "echo:*", "echo x > out/../a", out],
	["deny", "echo:*", "echo x &> a", out],
	["allow", "echo:*", "echo x > /dev/null 2>&1", out],
	["ask", "echo:*", "echo x >&7", out],
	["ask", "echo:*", "echo x > $F", out],
	["deny", "cat:*", "cat < .env", secrets],
	["deny", "cat:*", "cat < /dev/tcp/h/80"],
	["deny", "echo:*", "echo x > .git/hooks/pre-commit", { write: ["**"] }],
	["deny", "ls:*", "{ ls; } > a", out],
]);

rows("[command-reader-operands] operands of readers", [
	["deny", "cat:*", "cat .env", secrets],
	["deny", "cat:*", "cat sub/../.env", secrets],
	["ask", "cat:*", "cat .e*", secrets],
	["ask", "cat:*", "cat src/*.ts", { ...secrets }],
	["ask", "cat:*", 'cat "$F"', secrets],
	["allow", "cat:*", 'cat "$F"'],
	["deny", "cat:*", "cat /etc/passwd", { read: ["."] }],
	["deny", "cat:*", "cat ../x", { read: ["./workspace"] }],
	["allow", "cat:*", "cat x", { read: ["./workspace"] }],
	["deny", "git show:*", "git show HEAD:.env", secrets],
	["deny", "grep:*", "grep x key.pem", secrets],
]);

rows("[command-recursive-reader] recursive readers", [
	["ask", "grep:*", "grep -r x .", secrets],
	["ask", "rg:*", "rg x", secrets],
	["ask", "rg:*", "rg x src", secrets],
	["allow", "rg:*", "rg x src"],
	["allow", "grep:*", "grep -r x ."],
]);

rows("[command-dynamic-words] dynamic words", [
	["allow", "wc:*", "wc -l $X"],
	["ask", "sort:*", "sort $X"],
	["allow", "sort:*", "sort -- $X"],
	["allow", "sort:*", 'sort src/"$X"'],
	["ask", "git log:*", "git log $X"],
	["ask", "rm:*", "rm -- $X", { write: ["**"] }],
	["ask", "sort:*", "sort -k $K f"],
	["allow", "sort:*", 'sort -k "$K" f'],
	["ask", "rg:*", "rg -e $X src"],
	["ask", "timeout:* ; ls:*", "timeout $T ls"],
	["allow", "cp:*", "cp a out/", out],
	["allow", "cp:*", "cp a b out", out],
	["allow", "cp:*", "cp -t out a", out],
	["deny", "cp:*", "cp -t src a", out],
]);

rows("[command-neutral-builtins] neutral built-ins and cd", [
	["allow", "ls:*", "true && ls"],
	["allow", "ls:*", "cd src && ls"],
	["deny", "ls:*", "cd / && ls"],
	["deny", "ls:*", "cd .. && ls"],
	["deny", "git status:*", "git -C /tmp status"],
	["allow", "git status:*", "git -C sub status"],
	["allow", "echo:*", "cd out && echo x > a", out],
	["ask", "echo:*", "cd out; echo x > a", out],
	["deny", "echo:*", "cd out && cd .. && echo x > a", out],
	["ask", "ls:*", "cd $X"],
	["ask", "ls:*", "for i in 1 2; do cd ..; done; ls"],
	["allow", "npm test:*", "set -e; [ -f x ] && npm test"],
	["ask", "echo:*", "test -v 'a[$(rm x)]' && echo y"],
]);

rows("[command-constants] constants and evaluated data", [
	["ask", "ls:*", "X=rm; $X -rf y"],
	["allow", "ls:*", 'D=src; ls "$D"'],
	["ask", "echo:*", 'echo "${x@P}"'],
	["ask", "echo:*", 'echo "${!x}"'],
	["ask", "echo:*", "echo $((x))"],
	["allow", "echo:*", "echo $((1+2))"],
	["deny", "cat:*", "for f in a .env; do cat $f; done", secrets],
	["allow", "cat:*", "for f in a b; do cat $f; done", secrets],
]);

rows("[command-deny-or-ask] proven or undecided", [
	["deny", "ls:*", "$X; rm y"],
	["ask", "ls:*", "ls; $X"],
]);

const manyWords = "a ".repeat(1_002);

rows("[command-limits] what stands behind too many words is seen, or nothing is allowed", [
	["deny", "echo:*", "echo {1..9}{1..9}$(rm -rf src)"],
	["ask", "echo:*", "echo {1..9}{1..9}`rm -rf src`"],
	["deny", "echo:*", 'echo x{1..9}{1..9}"$(rm -rf src)"'],
	["ask", "echo:*", "echo {1..9}{1..9}{a,$(rm -rf src)}"],
	["deny", "echo:*", "for f in {1..9}{1..9}$(rm -rf src); do echo $f; done"],
	["deny", "echo:*", `: ${manyWords}$(rm -rf src)`],
	["deny", "echo:*", `true ${manyWords}$(rm -rf src)`],
	["deny", "echo:*", `test ${manyWords}$(rm -rf src)`],
	["deny", "echo:*", `unset ${manyWords}$(rm -rf src)`],
	["deny", "echo:*", `local ${manyWords}$(rm -rf src)`],
	["deny", "echo:*", `f() { echo x; }; f ${manyWords}$(rm -rf src)`],
	["deny", "echo:*", `: ${manyWords} > /etc/x`],
	["allow", "echo:*", "echo {1..9}{1..9}"],
]);

describe("[command-limits] what cannot be read is never allowed", () => {
	const bad: readonly [string, string][] = [
		["an unclosed quote", "echo 'x"],
		["an unclosed substitution", "echo $(ls"],
		["an unclosed here-document", "cat <<EOF\nx"],
		["30,000 open substitutions", "$(".repeat(30_000)],
		["deep quotes", '"$('.repeat(500)],
		["70 nested groups", `${"{ ".repeat(70)}ls; ${"} ".repeat(70)}`],
		["65 KiB", `echo ${"x".repeat(66_000)}`],
		["1,100 parts", "echo x; ".repeat(1_100)],
		["a right-to-left override", "echo \u202Ex"],
		["a zero-width space", "echo a\u200Bb"],
		["a carriage return", "echo a\rb"],
		["a NUL", "echo a\0b"],
		["a soft hyphen", "echo a\u00ADb"],
		["loops in loops", `${[..."abcdefghij"].map((name) => `for ${name} in 1 2 3 4 5 6; do `).join("")}ls${"; done".repeat(10)}`],
		["60,001 quotes", `echo ${'"'.repeat(60_001)}`],
		["20,000 expansions", `cat ${"$x".repeat(20_000)}`],
		["a million words", `x='${"a ".repeat(1_000)}'; ls ${"$x ".repeat(1_000)}`],
		["nested conditions", "if true; then ".repeat(2_000)],
	];
	for (const [name, command] of bad) {
		it(`does not allow ${name}, and answers at once`, () => {
			// Processor time: what else the machine does is not the engine's.
			const start = process.threadCpuUsage();
			expect(judge([":*", "echo:*"], command).effect).not.toBe("allow");
			expect(process.threadCpuUsage(start).user).toBeLessThan(200_000);
		});
	}
	it("answers at once when choices multiply thousands of patterns", () => {
		const start = process.threadCpuUsage();
		expect(judge(["cat:*"], `cat ${"{a,b}?".repeat(6)}${"?".repeat(30_000)}`, secrets).effect).not.toBe("allow");
		expect(process.threadCpuUsage(start).user).toBeLessThan(200_000);
	});
	it("allows emoji with a joiner in quotes", () => {
		expect(judge(["echo:*"], "echo '👩‍💻 ok ❤️'").effect).toBe("allow");
	});
});

describe("[command-segment-remedy] reasons help", () => {
	it("names the offending part verbatim and the narrowest rule", () => {
		const [reason] = judge(["git status:*"], "git status && git  push  origin").reasons;
		expect(reason).toMatchObject({ code: "command-not-allowed", segment: "git  push  origin", remedy: "Bash(git push origin)" });
	});
	it("proposes no launcher and no interpreter", () => {
		for (const command of ["sudo ls", "bash x.sh", "python -c 'x'", "env rm x", "xargs rm"]) {
			for (const reason of judge(["git status:*"], command).reasons)
				expect(/^Bash\((.*)$/s.exec(reason.remedy ?? "")?.[1] ?? "").not.toMatch(/sudo|bash|python|env|xargs/i);
		}
	});
	it("a remedy that is offered works", () => {
		for (const command of ["git branch -D x", "git push origin main", "frob 'a b'"]) {
			const remedy = judge(["git branch:*"], command).reasons[0].remedy ?? "";
			expect(judge([remedy.slice(5, -1)], command).effect).toBe("allow");
		}
	});
});

describe("[command-fast-path-equal] the fast path", () => {
	it("answers plain commands as the parsed way does", () => {
		const word = fc.constantFrom(
			"git",
			"status",
			"push",
			"-C",
			"sub",
			"--output=x",
			"-n",
			"5",
			"rm",
			"-rf",
			"x",
			"cat",
			".env",
			"sort",
			"-o",
			"a/b",
			"env",
			"CI=1",
			"npm",
			"test",
			"..",
			"/etc/passwd",
			"timeout",
			"bash",
			"-c",
			"--",
			"-",
		);
		const policy = ["git status:*", "cat:*", "sort:*", "npm test:*", "!git push:*", "timeout:*"];
		fc.assert(
			fc.property(fc.array(word, { minLength: 1, maxLength: 7 }), (words) => {
				const plain = words.join(" ");
				// A quoted empty word's neighbour makes the long way necessary without changing the meaning of the words.
				const long = `${plain} `;
				expect(judge(policy, plain, secrets).effect).toBe(judge(policy, ` ${long}`, secrets).effect);
			}),
			{ numRuns: 2_000 },
		);
	});
});

describe("[command-pinned-environment] git helpers", () => {
	it("pins fsmonitor and the pager for allowed git commands", () => {
		const { obligations } = judge(["git status:*"], "git status");
		expect(obligations).toContainEqual(
			expect.objectContaining({ kind: "environment", set: expect.objectContaining({ GIT_PAGER: "cat" }) }),
		);
	});
});

describe("[command-limits] values", () => {
	it("a value that keeps doubling is forgotten, and the answer comes at once", () => {
		const start = process.threadCpuUsage();
		expect(judge(["cat:*"], `x=a;${"x=$x$x;".repeat(28)}cat $x`, secrets).effect).toBe("ask");
		expect(process.threadCpuUsage(start).user).toBeLessThan(200_000);
	});
});
