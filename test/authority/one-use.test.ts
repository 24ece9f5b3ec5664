import { afterAll, beforeAll, expect, it } from "vitest";
import { openHome, type TestHome } from "./open-home.ts";

let home: TestHome;
beforeAll(async () => {
	home = await openHome();
});
afterAll(() => home.close());

it("[finding-15-once] a grant for once is used up by one decision, however often its text runs the program", async () => {
	const person = await home.connect();
	const profile = { tools: { allowed: ["Read"] }, filesystem: { read_paths: ["./workspace"], write_paths: ["./workspace"] } };
	await person.ask("agent:spawn", { agent_id: "worker", permission_profile: profile });
	const decide = async (command: string) =>
		(await person.ask("permission:decide", { agent_id: "worker", request: { kind: "command", command } })).effect;
	expect(await decide("npm test")).toBe("deny");
	await person.ask("grant:create", { agent_id: "worker", rule: "Bash(npm test)", scope: "once" });
	expect(await decide("npm test; npm test; npm test")).toBe("allow");
	expect(await decide("npm test")).toBe("deny");
	await person.ask("grant:create", { agent_id: "worker", rule: "Bash(npm test)", scope: "once" });
	expect(await decide("npm test; rm -rf x")).toBe("deny");
	expect(await decide("npm test")).toBe("allow");
});
