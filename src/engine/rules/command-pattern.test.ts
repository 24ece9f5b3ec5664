import { describe, expect, it } from "vitest";
import { commandPatternText, parseCommandPattern, parseForbiddingPatterns } from "./command-pattern.ts";

const read = (text: string) => {
	const outcome = parseCommandPattern(text);
	if (!outcome.ok) return outcome.debris === true ? `debris: ${outcome.why}` : `${outcome.why} (${outcome.hint})`;
	const { words, prefix, forms, bindings } = outcome.pattern;
	return { words, prefix, ...(forms === undefined ? {} : { forms }), ...(bindings === undefined ? {} : { bindings }) };
};
const forbids = (text: string) => {
	const outcome = parseForbiddingPatterns(text);
	return outcome.ok ? outcome.patterns.map((pattern) => pattern.text) : outcome.why;
};

describe("the pattern of a command rule", () => {
	it.each([
		["git status *", { words: ["git", "status"], prefix: true }],
		["git status :*", { words: ["git", "status"], prefix: true }],
		["git fetch*", { words: ["git", "fetch*"], prefix: true, forms: ["literal", ["fetch", ""]] }],
		["git * main", { words: ["git", "*", "main"], prefix: false, forms: ["literal", "words", "literal"] }],
		["git -C * log *", { words: ["git", "-C", "*", "log", "*"], prefix: false }],
		["ls '*.ts'", { words: ["ls", "*.ts"], prefix: false }],
		["ls \\*", { words: ["ls", "*"], prefix: false }],
		['echo "exit=$?"', { words: ["echo", '"exit=$?"'], prefix: false, forms: ["literal", "as-written"] }],
		["grep 'a$'", { words: ["grep", "a$"], prefix: false }],
		['grep "a$"', { words: ["grep", "a$"], prefix: false }],
		['grep "a\\\\.b"', { words: ["grep", "a\\.b"], prefix: false }],
		["CI=1 npm test", { words: ["npm", "test"], prefix: false, bindings: [{ name: "CI", value: "1" }] }],
		["make test 2>&1", { words: ["make", "test"], prefix: false }],
		["make test > /dev/null", { words: ["make", "test"], prefix: false }],
		["'done' x", { words: ["done", "x"], prefix: false }],
		["* --version", { words: ["*", "--version"], prefix: false, forms: [["", ""], "literal"] }],
	])("[rules-forms] %s is read", (text, expected) => {
		expect(read(text)).toMatchObject(expected);
	});

	it.each(["done", "do echo:*", "fi", "for i in 1 2", "}", "python -c ':*", "# x", "__NEW_LINE_a__ ls", "A=1", 'B="x" C=2', "x\\"])(
		"[rules-corpus] %s is debris",
		(text) => {
			expect(read(text)).toMatch(/^debris: /);
		},
	);

	it.each([
		["cd a && npm test", "write a rule for each: Bash(cd a), Bash(npm test)"],
		["ls > out", "write Bash(ls)"],
		["echo $(id)", "write a rule for each: Bash(echo), Bash(id)"],
		["PORT=1 npm run dev:*", "write Bash(npm run dev:*)"],
		["LANG=zh_CN.GBK ls", "write Bash(ls)"],
		["CI=* ls", "write Bash(ls)"],
		["$HOME/bin/x", "write the path"],
	])("[rules-hints] %s is refused, and the nearest form is named", (text, hint) => {
		expect(read(text)).toContain(hint);
	});

	it("[rules-wide-denials] a rule that forbids binds every command in it, whatever is set or redirected", () => {
		expect(forbids("curl * | bash")).toEqual(["curl:*", "bash"]);
		expect(forbids("cd * && rm *")).toEqual(["cd:*", "rm:*"]);
		expect(forbids("FOO=bar rm *")).toEqual(["FOO=bar rm *"]);
		expect(forbids("echo * > /etc/x")).toEqual(["echo:*"]);
		expect(forbids("do rm:*")).toEqual(["do rm:*"]);
		expect(forbids("echo $(rm x)")).toEqual(["echo", "rm x"]);
		expect(forbids("git push:main")).toEqual(["git push:main", "git push * main"]);
		expect(forbids("python -c '")).toBe("a quote is not closed");
	});

	it("[rules-canonical] a pattern made of words means these words and no others", () => {
		for (const words of [
			["a", "b c", "d'e", 'f"g', "$h", "*", "~", "~/x", "\\", "\\\\", "\\(", "(", "a\\b", "x:*", "", "#", "\n"],
			["done"],
			["A=b", "c"],
			["'"],
		]) {
			for (const prefix of [true, false]) expect(read(commandPatternText(words, prefix))).toEqual({ words, prefix });
		}
	});
});
