import { afterAll, beforeAll, describe } from "vitest";
import { switchMemory } from "../../src/memory/index.ts";

beforeAll(() => switchMemory(false));
afterAll(() => switchMemory(true));

describe("[memory-off] the authority answers the same with all memories off", async () => {
	await import("./escalations.test.ts");
	await import("./lifecycle.test.ts");
	await import("./one-use.test.ts");
	await import("./state.test.ts");
	await import("./strangers.test.ts");
	await import("./uniform.test.ts");
});
