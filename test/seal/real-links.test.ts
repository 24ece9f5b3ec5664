import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sealProfile } from "../../src/engine/stages.ts";
import { realPath } from "../../src/platform/index.ts";

describe("sealing on a real disk", () => {
	let folder = "";
	beforeAll(() => {
		folder = realpathSync(mkdtempSync(join(tmpdir(), "writ-seal-")));
		for (const name of ["ws", "elsewhere/[data]"]) mkdirSync(join(folder, name), { recursive: true });
		symlinkSync(join(folder, "ws"), join(folder, "link-to-ws"));
		symlinkSync(join(folder, "elsewhere", "[data]"), join(folder, "ws", "data"));
	});
	afterAll(() => rmSync(folder, { recursive: true, force: true }));

	it("[policy-5-sealed-links] a workspace and an entry that are links are sealed at their real places", () => {
		const profile = { filesystem: { read_paths: ["./workspace", "./data", "./missing/x"] } };
		const outcome = sealProfile(profile, { agent: "me", root: join(folder, "link-to-ws"), resolve: realPath });
		if (!outcome.ok) throw new Error(JSON.stringify(outcome.problems));
		const { places } = outcome.writ;
		expect(places.written.workspace).toBe(join(folder, "link-to-ws"));
		expect(places.real.workspace).toBe(join(folder, "ws"));
		expect(places.relocated).toEqual({ "<workspace>/data": join(folder, "elsewhere", "[[]data]") });
	});
});
