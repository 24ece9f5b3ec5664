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

/**
 * All texts are new to the engine. It keeps answers to texts that are asked twice, and knows of the last 65,536 that they
 * were asked; so there are three times as many. A run that goes through all of them begins again with the first, and
 * by then all but a few in a hundred are forgotten.
 */
const TEXTS = 200_000;

/** Other texts, which both read beforehand: what compiling their code costs is measured nowhere else either. */
const WARMING = 40_000;

const PROFILE = {
	tools: { allowed: "git log,git diff,head,cat,grep,wc,echo,ls,npm test,sort,uniq".split(",").map((command) => `Bash(${command}:*)`) },
	filesystem: { read_paths: ["./workspace"], blocked_paths: [] },
};

/** Decisions on commands that must be parsed, beside a bare parse of the same texts. */
export function measureParse(rounds: number, secondsEach: number): { readonly writ: Rate; readonly parser: Rate } {
	const writ = sealFor("reader", PROFILE);
	const facts = { resolve: resolved };
	const judge = (command: string) => decide(writ, { kind: "command", command }, facts);
	const read = (command: string) => parse(command).commands.length > 0;
	for (const command of makeTexts(TEXTS, WARMING)) {
		const decision = judge(command);
		if (decision.effect !== "allow" || !read(command)) throw new Error(`${command}: ${decision.reasons[0].message}`);
	}
	const texts = makeTexts(0, TEXTS);
	const [own, parser] = measure(
		[
			{ name: "writ", run: repeat(texts, (command) => judge(command).effect === "allow") },
			{ name: "bare parse", run: repeat(texts, read) },
		],
		rounds,
		secondsEach,
	);
	if (own === undefined || parser === undefined) throw new Error("nothing was measured");
	return { writ: own, parser };
}

/** Texts as they arrive on a wire, each in one piece: those that are put together here would be joined by whoever reads them first. */
function makeTexts(first: number, count: number): readonly string[] {
	const made = Array.from({ length: count }, (_, index) => COMMANDS[index % COMMANDS.length]?.(first + index) ?? "");
	return JSON.parse(JSON.stringify(made)) as readonly string[];
}
