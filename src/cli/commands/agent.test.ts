import { describe, expect, it } from "vitest";
import { parseRunnerWords } from "./agent.ts";

describe("the words of a runner", () => {
	it("[runner-words] are a name, a command as words or as a list, or an address", () => {
		expect(parseRunnerWords("mailbox")).toBe("mailbox");
		expect(parseRunnerWords("command: my-agent  --quiet ")).toEqual({ kind: "command", command: ["my-agent", "--quiet"] });
		expect(parseRunnerWords('command:["sh","-c","a b"]')).toEqual({ kind: "command", command: ["sh", "-c", "a b"] });
		expect(parseRunnerWords("http:http://localhost:1/x")).toEqual({ kind: "http", url: "http://localhost:1/x" });
		expect(parseRunnerWords("https://localhost:1/x")).toEqual({ kind: "http", url: "https://localhost:1/x" });
		expect(() => parseRunnerWords("command:[oops")).toThrow("JSON list");
	});
});
