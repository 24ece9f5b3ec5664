import { parse } from "unbash";
import { decide } from "../src/engine/index.ts";
import { resolved, sealFor } from "./engines/writ.ts";
import { measure, type Rate, repeat } from "./measure.ts";

/** Commands that no fast path can take: quotes, pipes, lists, redirections. */
const COMMANDS = [
	"git log --grep='fix && cleanup; really' -5",
	'git log --author="A. Person <a@b.example>" -3 | head -n 20',
	"cat src/a.ts | grep -n 'import' | wc -l",
	'echo "one two" && ls -la src',
	"git diff --stat HEAD -- 'src/a b.ts'",
	"npm test 2>/dev/null || echo 'failed'",
	'grep -n "foo bar" src/a.ts | sort | uniq -c',
	'for f in a b c; do echo "$f"; done',
];

const PROFILE = {
	tools: { allowed: "git log,git diff,head,cat,grep,wc,echo,ls,npm test,sort,uniq".split(",").map((command) => `Bash(${command}:*)`) },
	filesystem: { read_paths: ["./workspace"], blocked_paths: [] },
};

/** Decisions on commands that must be parsed, beside a bare parse of the same texts. */
export function measureParse(rounds: number, secondsEach: number): { readonly writ: Rate; readonly parser: Rate } {
	const writ = sealFor("reader", PROFILE);
	const facts = { resolve: resolved };
	for (const command of COMMANDS) {
		const decision = decide(writ, { kind: "command", command }, facts);
		if (decision.effect !== "allow") throw new Error(`${command}: ${decision.reasons[0].message}`);
	}
	const [own, parser] = measure(
		[
			{ name: "writ", run: repeat(COMMANDS, (command) => decide(writ, { kind: "command", command }, facts).effect === "allow") },
			{ name: "bare parse", run: repeat(COMMANDS, (command) => parse(command).commands.length > 0) },
		],
		rounds,
		secondsEach,
	);
	if (own === undefined || parser === undefined) throw new Error("nothing was measured");
	return { writ: own, parser };
}
