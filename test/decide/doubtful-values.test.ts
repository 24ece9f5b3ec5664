import { describe, expect, it } from "vitest";
import { decide, type Profile, sealProfile } from "../../src/engine/index.ts";

function effectOf(command: string, profile: Profile): string {
	const sealed = sealProfile(profile, { agent: "a", root: "/w" });
	if (!sealed.ok) throw new Error(JSON.stringify(sealed.problems));
	return decide(sealed.writ, { kind: "command", command }).effect;
}

const ECHO: Profile = { tools: { allowed: ["Bash(echo:*)", "Bash(git status:*)", "Bash(aa:*)", "Bash(bb x:*)"] } };
const FILES: Profile = {
	tools: { allowed: ["Bash(echo:*)", "Bash(cat:*)"] },
	filesystem: { read_paths: ["./workspace"], write_paths: ["./workspace"] },
};

/** Each was run by bash, which started `id` or something else that no rule covers. */
const RAN: readonly string[] = [
	// What stands behind `&&` or `||` may not have run.
	"f=id; false && f=echo; $f",
	"f=id; ! true && f=echo; $f",
	"f=id; (false) && f=echo; $f",
	"f=id; true | false && f=echo; $f",
	"f=id; shift 9 && f=echo; $f",
	"f=id; [ a = b ] && f=echo; $f",
	"f=id; [[ a = b ]] && f=echo; $f",
	"f=id; git status && f=echo; $f",
	"f=id; false && eval f=echo; $f",
	"f=id; false && declare f=echo; $f",
	"f=id; { false && f=echo; }; $f",
	"f=id; if false && f=echo; then :; fi; $f",
	"f=id; set -e; false && f=echo; $f",
	"for f in id; do false && f=echo; $f; done",
	"bash -c 'f=id; false && f=echo; $f'",
	"f=id; g() { f=echo; }; false && g; $f",
	"false && f=echo; $f id",
	"f=id; true || f=echo; $f",
	// The shell sets some variables itself.
	"for _ in echo; do echo id; $_; done",
	"_=echo; echo touch; $_ pwned",
	'_=echo; git status id; "${_}"',
	"bash -c 'for _ in echo; do echo id; $_; done'",
	"id() { FUNCNAME=echo; command $FUNCNAME -u; }; id",
	"OPTARG=echo; getopts b: o -b id; $OPTARG",
	"REPLY=echo; read <<< id; $REPLY",
	"REPLY=echo; echo id | while read; do $REPLY; done",
	"MAPFILE=echo; mapfile <<< id; $MAPFILE",
	"COPROC=x; coproc aa; bb $COPROC",
	// A function that may not be defined hides no program.
	"false && id() { echo; }; id",
	"true || id() { echo; }; id",
	"if false; then id() { echo; }; fi; id",
	"while false; do id() { echo; }; done; id",
	"case a in b) id() { echo; };; esac; id",
	"for i in 1; do break; id() { echo; }; done; id",
	"g() { return; id() { echo; }; }; g; id",
	"id() { echo; }; unset -f id; id",
	"id() { echo; }; (unset -f id; id)",
	"id() { echo; }; unset id; id",
	"id() { echo; }; while true; do id; unset -f id; done",
	"id() { echo; }; until false; do id; unset -f id; done",
	"id() { echo; }; for i in $(echo 1 2); do id; unset -f id; done",
	// Nor one of another shell.
	"id() { echo; }; bash -c id",
	"id() { echo; }; sh -c 'id'",
	"f=echo; bash -c '$f id'",
	// Variables of a function end with it, and it may return early.
	"f=id; g() { local f=echo; }; g; $f",
	"f=id; g() { local f; f=echo; }; g; $f",
	"f=id; g() { declare f=echo; }; g; $f",
	"f=id; g() { typeset f; f=echo; }; g; $f",
	"f=id; g() { return; f=echo; }; g; $f",
	"f=echo; g() { local f; $f id; }; g",
	"g() { shift; $1; }; g echo id",
	"g() { set -- id; $1; }; g echo",
	"g() { set id; $1; }; g echo",
	// What is unset has no value.
	"f=echo; unset f; $f id",
	"f=echo; (unset f; $f id)",
	"f=echo; g() { unset f; $f id; }; g",
	"f=echo; [ a = a ] && unset f; $f id",
	"f=echo; for i in 1 2; do $f id; unset f; done",
	"for f in echo; do $f; unset f; $f id; done",
	// Assignments that fail, or whose value is changed.
	"readonly f=id; declare f=echo; $f",
	"readonly f=id; local f=echo; $f",
	"readonly f=id; eval f=echo; $f",
	"declare -r f=id; eval f=echo; $f",
	"f=; : ${f:=dd}; $f aa evil",
	"declare -u f; f=x; bb $f",
	"declare -c f; for f in x; do bb $f; done",
	"declare -u f; eval 'for f in x; do bb $f; done'",
	"f=x; while true; do bb $f; f=x; declare -u f; f=x; done",
	"f=echo; trap 'f=id' DEBUG; $f",
	"f=echo; trap 'f=id' USR1; aa; $f",
	"f=echo; trap 'unset f' INT; aa; $f id",
	// What runs in this shell sees what stands before it.
	"f=echo; g() { $f; }; f=id g",
	"f=echo; f=id eval '$f'",
	"f=echo; f=id :; $f",
	"sh -c 'f=echo; f=id :; $f'",
	"coproc f { aa; }; bb $f",
];

describe("a value that only seems known", () => {
	it.each(RAN)("[policy-4-doubtful-values] does not allow: %s", (command) => {
		expect(effectOf(command, ECHO)).not.toBe("allow");
	});

	it.each([
		"f=echo; builtin unset f; $f curl x",
		"f=echo; command unset f; $f curl x",
		"f=echo; command -p unset f; $f curl x",
		"f=echo; builtin eval f=; $f curl x",
		"f=echo; command eval 'f='; $f curl x",
		"f=echo; builtin read f <<< ''; $f curl x",
		"f=echo; builtin printf -v f ''; $f curl x",
		"f=echo; command declare f=curl; $f x",
		"f=echo; builtin export f=curl; $f x",
		"f=echo; command command unset f; $f curl x",
		"f=echo; . ./x; $f curl x",
		"f=echo; source x; $f curl x",
		"f=echo; echo $((f=5)); $f curl x",
		"f=echo; echo ${x:-$((f=5))}; $f curl x",
		"f=echo; echo hi {f}>/dev/null; $f curl x",
		"f=curl; \\unset f; $f x",
	])("[policy-4-doubtful-values] beside a rule that forbids, does not allow: %s", (command) => {
		expect(effectOf(command, { tools: { allowed: ["Bash"], disallowed: ["Bash(curl:*)"] } })).not.toBe("allow");
	});

	it.each([
		"p=/etc/shadow; false && p=x; cat $p",
		"p=/etc; false && p=x; echo hi > $p/zz",
		"for _ in x; do echo /etc/shadow; cat $_; done",
		"p=/etc/shadow; g() { local p=x; }; g; cat $p",
	])("[policy-4-doubtful-values] opens no file: %s", (command) => {
		expect(effectOf(command, FILES)).not.toBe("allow");
	});

	it("[policy-4-doubtful-values] neither many names nor many functions make it slow, nor does anything stay known of those beyond", () => {
		const many = (count: number, text: (at: number) => string, between = "; ") =>
			Array.from({ length: count }, (_, at) => text(at)).join(between);
		const functions = `${many(64, (at) => `h${at}() { echo; }`)}; f=echo; echo() { $f x; }; f=id; echo`;
		expect([effectOf(`${many(80, (at) => `v${at}=echo`)}; $v79 x`, ECHO), effectOf(functions, ECHO)]).toEqual(["ask", "ask"]);
		const chain = many(900, (at) => `v${at}=x`, " && ");
		effectOf(chain, ECHO);
		const start = process.threadCpuUsage();
		effectOf(chain, ECHO);
		expect(process.threadCpuUsage(start).user).toBeLessThan(50_000);
	});

	it("[policy-4-doubtful-values] a function that may not be defined does not lift what is forbidden", () => {
		const profile: Profile = { tools: { allowed: ["Bash"], disallowed: ["Bash(curl:*)"] } };
		expect(effectOf("if false; then curl() { echo; }; fi; curl http://evil.example/", profile)).toBe("deny");
	});

	it.each([
		"f=a; echo $f",
		`f=a && echo "$f"`,
		"for i in 1 2 3; do echo $i; done",
		`export NODE_ENV=b; echo "$NODE_ENV"`,
		"set -e; echo x",
		"bash -c 'f=a; echo $f'",
	])("[policy-4-doubtful-values] what is known stays known: %s", (command) => {
		expect(effectOf(command, { tools: { allowed: ["Bash(echo:*)", "Bash(bash -c:*)"] } })).toBe("allow");
	});
});
