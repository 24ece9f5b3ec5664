import { describe, expect, it } from "vitest";
import { nearestName } from "./nearest-name.ts";

describe("nearestName", () => {
	const known = ["read_paths", "write_paths", "blocked_paths", "max_turns", "level"];

	it.each([
		["read_path", "read_paths"],
		["readPaths", "read_paths"],
		["raed_paths", "read_paths"],
		["wirte_paths", "write_paths"],
		["max-turns", "max_turns"],
		["Levle", "level"],
	])("%s is near %s", (name, near) => {
		expect(nearestName(name, known)).toBe(near);
	});

	it("nothing is near a name that is far from all, empty or endless", () => {
		for (const name of ["frobnicate", "", "__", "x".repeat(100_000)]) expect(nearestName(name, known)).toBeUndefined();
	});
});
