import { describe, expect, it } from "vitest";
import { FAMILIES } from "./attempt.ts";
import { ATTEMPTS } from "./attempts.ts";
import { groupAttempts } from "./launch.ts";

describe("attempts", () => {
	it("[escape-data] each has an id of its own, and every family has some", () => {
		const ids = ATTEMPTS.map(({ id }) => id);
		expect(new Set(ids).size).toBe(ids.length);
		expect(ids.filter((id) => !/^[a-z0-9]+(-[a-z0-9]+)*$/.test(id))).toEqual([]);
		expect(FAMILIES.filter((family) => !ATTEMPTS.some((attempt) => attempt.family === family))).toEqual([]);
	});

	it("those that need a launch of their own get one, and all are launched once", () => {
		const groups = groupAttempts(ATTEMPTS);
		expect(
			groups
				.flat()
				.map(({ id }) => id)
				.toSorted(),
		).toEqual(ATTEMPTS.map(({ id }) => id).toSorted());
		expect(groups.filter((group) => group.length > 1 && group.some(({ alone }) => alone === true || alone !== group[0]?.alone))).toEqual(
			[],
		);
		expect(groups.filter((group) => new Set(group.map(({ stage }) => stage)).size > 1)).toEqual([]);
	});
});
