import { describe } from "vitest";
import { meetTerms } from "../../src/engine/terms/index.ts";
import { itHolds } from "./law.ts";
import { lawsOfMeet } from "./laws-of-meet.ts";

describe("the laws of meeting", () => {
	for (const law of lawsOfMeet(meetTerms)) itHolds(law);
});
