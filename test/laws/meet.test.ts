import { describe } from "vitest";
import { itHolds } from "./law.ts";
import { LAWS_OF_MEET } from "./laws-of-meet.ts";

describe("the laws of meeting", () => {
	for (const law of LAWS_OF_MEET) itHolds(law);
});
