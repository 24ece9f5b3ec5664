import { userInfo } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { configurationHome } from "./folders.ts";

describe("configurationHome", () => {
	it.each(["", "relative", "./x"])("[home-absolute] a HOME of '%s' is not believed: the account's own is taken", (HOME) => {
		const own = join(userInfo().homedir, ".writ");
		expect(configurationHome(undefined, { HOME })).toBe(own);
		expect(configurationHome(undefined, { HOME, WRIT_HOME: "" })).toBe(own);
	});

	it("[home-place] is what is given, else $WRIT_HOME, else below the home directory", () => {
		const environment = { HOME: "/somebody", WRIT_HOME: "/named" };
		expect(configurationHome("/given", environment)).toBe("/given");
		expect(configurationHome(undefined, environment)).toBe("/named");
		expect(configurationHome(undefined, { HOME: "/somebody" })).toBe("/somebody/.writ");
	});
});
