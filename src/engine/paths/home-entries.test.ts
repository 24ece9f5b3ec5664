import { describe, expect, it } from "vitest";
import type { Places } from "../language/index.ts";
import { canonicalRulePaths, compilePathSet } from "./index.ts";

const at = (home: string | null): Places => ({ written: { workspace: "/ws" }, real: { workspace: "/ws" }, relocated: {}, home });
const matches = (use: "grant" | "deny", home: string | null, path: string) =>
	compilePathSet(["<home>/.ssh/**"], at(home), "real", use).match(path) !== null;

describe("an entry in the home directory", () => {
	it("[rules-forms] is written with a tilde, in rules alone", () => {
		expect(canonicalRulePaths("~/.ssh/**", "deny")).toEqual({ ok: true, texts: ["<home>/.ssh/**"] });
		expect(canonicalRulePaths("~/.ssh/**", "grant")).toEqual({ ok: true, texts: ["<home>/.ssh/**"] });
	});

	it("[rules-wide-denials] grants nothing and denies in every directory where nobody knows the home", () => {
		expect(matches("grant", "/home/dev", "/home/dev/.ssh/key")).toBe(true);
		expect(matches("grant", null, "/home/dev/.ssh/key")).toBe(false);
		expect(matches("deny", "/home/dev", "/home/other/.ssh/key")).toBe(false);
		expect(matches("deny", null, "/home/dev/.ssh/key")).toBe(true);
		expect(matches("deny", null, "/ws/.ssh/key")).toBe(true);
		expect(matches("deny", null, "/ws/ssh/key")).toBe(false);
	});
});
