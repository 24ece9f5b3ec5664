import { describe, expect, it } from "vitest";
import { matchPattern, parseCommandPattern, parseForbiddingPatterns } from "../rules/index.ts";
import { analyseCommand } from "./analyse-command.ts";
import { dynamicArgument, staticArgument } from "./argument.ts";
import { patternSet } from "./command-policy.ts";
import { coverCommand } from "./cover-command.ts";
import { forbiddingRule } from "./forbid-command.ts";

const none: ReadonlySet<number> = new Set();
const parsed = (text: string) => {
	const outcome = parseCommandPattern(text);
	if (!outcome.ok) throw new Error(outcome.why);
	return outcome.pattern;
};
const words = (text: string) => text.split(" ").map((word) => (word.startsWith("$") ? dynamicArgument(word) : staticArgument(word)));
const matches = (text: string, command: string) => {
	const found = matchPattern(words(command), parsed(text), none);
	return found instanceof Set ? [...found] : found;
};

describe("a pattern with stars", () => {
	it("[rules-forms] names its literal words, and a star stands for one word or more", () => {
		expect(matches("git * main", "git log a b main")).toEqual([0, 4]);
		expect(matches("git * main", "git main")).toBeNull();
		expect(matches("git * main *", "git log main")).toBeNull();
		expect(matches("git * main *", "git log main x")).toEqual([0, 2]);
		expect(matches("a b*", "a bc d e")).toEqual([0]);
		expect(matches("a b*", "a c")).toBeNull();
		expect(matches("git * main", "git log $x")).toBe("maybe");
		expect(matches("./a/*", "./a/b x")).toEqual([]);
		expect(matches("./a/*", "./a/../b")).toBeNull();
		expect(matches("./a/*", "./a/..")).toBeNull();
		expect(matches("./a/*", "./a/b/c")).toBeNull();
	});

	it("[rules-forms] leaves what a star would have to name open, and takes the alignment that leaves the least", () => {
		const open = (pattern: string, command: string) => {
			const cover = coverCommand(analyseCommand(words(command)), patternSet([{ rule: "r", pattern: parsed(pattern) }]));
			return cover.kind === "covered" ? cover.open.map(({ segment }) => segment) : cover.kind;
		};
		expect(open("git * main", "git log main")).toEqual([]);
		expect(open("git * main", "git -c a=b log main")).not.toEqual([]);
		expect(open("git * -c *", "git -c x -c a=b log")).not.toEqual([]);
		expect(open("sed * -i *", "sed -e x -i f")).toEqual([]);
		expect(open("sed *", "sed -i f")).not.toEqual([]);
	});

	it("[rules-fast] is matched in time that grows with the words", () => {
		const many = `x ${"a * ".repeat(30)}b`;
		const long = words(`x ${"a ".repeat(900)}c`);
		const pattern = parsed(many);
		const denied = parseForbiddingPatterns(`x ${"*a".repeat(200)}*b`);
		if (!denied.ok) throw new Error(denied.why);
		const set = patternSet(denied.patterns.map((one) => ({ rule: "r", pattern: one })));
		const started = process.threadCpuUsage();
		expect(matchPattern(long, pattern, none)).toBeNull();
		expect(forbiddingRule(analyseCommand(long), set)).toBeNull();
		expect(process.threadCpuUsage(started).user).toBeLessThan(400_000);
	});
});

describe("a forbidding rule with stars", () => {
	const forbids = (text: string, command: string) => {
		const outcome = parseForbiddingPatterns(text);
		if (!outcome.ok) throw new Error(outcome.why);
		const found = forbiddingRule(analyseCommand(words(command)), patternSet(outcome.patterns.map((pattern) => ({ rule: "r", pattern }))));
		return found === null ? "no" : found.certain ? "yes" : "maybe";
	};

	it.each([
		["git push * --force", "git push --force", "yes"],
		["git push * --force", "git -C x push origin --force", "yes"],
		["git push * main", "git push origin main", "yes"],
		["git push * main", "git push -u origin main", "yes"],
		["git push * main", "git push origin dev", "no"],
		["git push * main", "git log push main", "no"],
		["cat *.env*", "/usr/bin/cat a/.env", "yes"],
		["cat *.env*", "cat $x", "maybe"],
		["cat *.env*", "cat a.txt", "no"],
		["rm -rf /*", "rm -fr /etc", "yes"],
		["rm -rf /*", "rm -r -f /etc", "yes"],
		["rm -rf /*", "rm -rf src", "no"],
		["rm -rf /*", "rm /etc", "no"],
		["*sudo*", "ls", "no"],
		["*sudo*", "xargs sudo ls", "yes"],
		["mkfs*", "MKFS.ext4 x", "yes"],
		["* --force", "foo bar --force", "yes"],
	] as const)("[rules-wide-denials] %s against %s: %s", (rule, command, answer) => {
		expect(forbids(rule, command)).toBe(answer);
	});
});
