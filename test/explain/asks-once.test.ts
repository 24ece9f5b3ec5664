import { describe, expect, it } from "vitest";
import { shippedCatalog } from "../../src/definitions/index.ts";
import { explain, type Facts, type RealPath, type Resolve } from "../../src/engine/index.ts";
import { sealed } from "./sealed.ts";

describe("an explanation", () => {
	it("[explain-asks-once] asks the disk once for each path, however often it decides", () => {
		const asked: string[] = [];
		const resolve: Resolve = (path, directory) => {
			asked.push(`${directory} ${path}`);
			const real = (path.startsWith("/") ? path : `${directory}/${path}`) as RealPath;
			return { ok: true, written: real, real, entry: real, viaLink: false, entryViaLink: false, exists: false, directory: false, links: 1 };
		};
		const writ = sealed("sandboxed", { catalog: shippedCatalog });
		const { nearest } = explain(writ, { kind: "command", command: "tar czf a.tgz src docs" }, { resolve });
		expect(nearest).not.toEqual([]);
		expect(asked.length).toBeGreaterThan(0);
		expect(new Set(asked).size).toBe(asked.length);
	});

	it("[explain-asks-once] compares a wish with its parent once", () => {
		let compared = 0;
		const facts: Facts = {
			escalations: () => {
				compared++;
				return [];
			},
		};
		expect(explain(sealed({}), { kind: "spawn", wish: "standard" }, facts).nearest).not.toEqual([]);
		expect(compared).toBe(1);
	});
});
