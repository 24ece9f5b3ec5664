import { parse } from "unbash";
import { decide } from "../src/engine/index.ts";
import { resolved, sealFor } from "./engines/writ.ts";
import { measure, type Rate, repeat } from "./measure.ts";

/** Commands that no fast path can take: quotes, pipes, lists, redirections. Each text is new, so that no answer is there already. */
const COMMANDS: readonly ((number: number) => string)[] = [
	(number) => `git log --grep='fix ${number} && cleanup; really' -5`,
	(number) => `git log --author="A. Person ${number} <a@b.example>" -3 | head -n 20`,
	(number) => `cat src/a.ts | grep -n 'import ${number}' | wc -l`,
	(number) => `echo "one two ${number}" && ls -la src`,
	(number) => `git diff --stat HEAD -- 'src/a b${number}.ts'`,
	(number) => `npm test 2>/dev/null || echo 'failed ${number}'`,
	(number) => `grep -n "foo bar ${number}" src/a.ts | sort | uniq -c`,
	(number) => `for f in a b c${number}; do echo "$f"; done`,
];

/** More than the engine keeps answers: when the first one comes round again, its answer is gone. */
const TEXTS = 40_000;

const PROFILE = {
	tools: { allowed: "git log,git diff,head,cat,grep,wc,echo,ls,npm test,sort,uniq".split(",").map((command) => `Bash(${command}:*)`) },
	filesystem: { read_paths: ["./workspace"], blocked_paths: [] },
};

/** Decisions on commands that must be parsed, beside a bare parse of the same texts. */
export function measureParse(rounds: number, secondsEach: number): { readonly writ: Rate; readonly parser: Rate } {
	const writ = sealFor("reader", PROFILE);
	const facts = { resolve: resolved };
	const texts = Array.from({ length: TEXTS }, (_, index) => COMMANDS[index % COMMANDS.length]?.(index) ?? "");
	for (const command of texts.slice(0, COMMANDS.length)) {
		const decision = decide(writ, { kind: "command", command }, facts);
		if (decision.effect !== "allow") throw new Error(`${command}: ${decision.reasons[0].message}`);
	}
	const [own, parser] = measure(
		[
			{ name: "writ", run: repeat(texts, (command) => decide(writ, { kind: "command", command }, facts).effect === "allow") },
			{ name: "bare parse", run: repeat(texts, (command) => parse(command).commands.length > 0) },
		],
		rounds,
		secondsEach,
	);
	if (own === undefined || parser === undefined) throw new Error("nothing was measured");
	return { writ: own, parser };
}
