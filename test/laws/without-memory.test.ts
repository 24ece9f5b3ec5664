import { afterAll, beforeAll, describe } from "vitest";
import { switchMemory } from "../../src/memory/index.ts";

// Everything is worked out each time, so fewer cases take as long.
process.env.WRIT_LAW_CASES = "100";

beforeAll(() => switchMemory(false));
afterAll(() => switchMemory(true));

describe("[memory-off] every law holds with all memories off", async () => {
	await import("./attenuate.test.ts");
	await import("./contains.test.ts");
	await import("./decide.test.ts");
	await import("./lineage.test.ts");
	await import("./meet.test.ts");
});
