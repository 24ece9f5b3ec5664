import { describe, expect, it } from "vitest";
import { compileEventSet, containsEvents, parseEventPattern } from "./index.ts";

describe("event patterns", () => {
	it("[policy-1-events] are names, or ns:* for a namespace", () => {
		const match = compileEventSet(["agent:*", "system:health"]);
		expect(match("agent:spawn")).toBe("agent:*");
		expect(match("system:health")).toBe("system:health");
		expect(match("system:shutdown")).toBe(null);
		expect(match("agents:spawn")).toBe(null);
	});

	it("[policy-7-contains-exact] lie in one another by language", () => {
		expect(containsEvents(["agent:*"], ["agent:spawn", "agent:s*"])).toBe(true);
		expect(containsEvents(["agent:spawn"], ["agent:*"])).toBe(false);
		expect(containsEvents(["*"], ["a:*"])).toBe(true);
		expect(containsEvents([], ["a:b"])).toBe(false);
	});

	it.each(["", "a b", ":x", "a:", "a**", "x".repeat(300)])("%j is a problem with a hint", (text) => {
		expect(parseEventPattern(text)).toMatchObject({ ok: false, hint: expect.stringContaining("namespace") });
	});

	it.each(["agent:spawn", "agent:*", "*", "event_log:clear"])("%j is a pattern", (text) => {
		expect(parseEventPattern(text)).toEqual({ ok: true, text });
	});
});
