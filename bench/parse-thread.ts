/** The thread of one reader of commands: the engine, which decides, or the parser alone. */
import { workerData } from "node:worker_threads";
import { parse } from "unbash";
import { decide } from "../src/engine/index.ts";
import { resolved, sealFor } from "./engines/writ.ts";
import { repeat } from "./measure.ts";
import { takeTurns } from "./take-turns.ts";

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
 * were asked; so there are nine times as many. A run that goes through all of them begins again with the first, which is
 * forgotten by then.
 */
const TEXTS = 600_000;

/** Other texts, which are read beforehand: what compiling their code costs is measured nowhere else either. */
const WARMING = 40_000;

const PROFILE = {
	tools: { allowed: "git log,git diff,head,cat,grep,wc,echo,ls,npm test,sort,uniq".split(",").map((command) => `Bash(${command}:*)`) },
	filesystem: { read_paths: ["./workspace"], blocked_paths: [] },
};

const reader = sealFor("reader", PROFILE);
const facts = { resolve: resolved };
const readers: Readonly<Record<string, (command: string) => boolean>> = {
	writ: (command) => decide(reader, { kind: "command", command }, facts).effect === "allow",
	"bare parse": (command) => parse(command).commands.length > 0,
};
const read = readers[String(workerData)];
if (read === undefined) throw new Error(`Nobody called ${workerData} reads commands`);
for (const command of makeTexts(TEXTS, WARMING)) if (!read(command)) throw new Error(`${workerData} does not take ${command}`);
takeTurns({ texts: repeat(makeTexts(0, TEXTS), read) });

/** Texts as they arrive on a wire, each in one piece: texts that are joined here would be flattened by the first engine that reads them. */
function makeTexts(first: number, count: number): readonly string[] {
	const made = Array.from({ length: count }, (_, index) => COMMANDS[index % COMMANDS.length]?.(first + index) ?? "");
	return JSON.parse(JSON.stringify(made)) as readonly string[];
}
