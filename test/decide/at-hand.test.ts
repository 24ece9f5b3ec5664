import { describe, expect, it } from "vitest";
import { decide, type Facts, type RealPath, type Request, type Writ } from "../../src/engine/index.ts";
import { sealed, short } from "./engine-case.ts";

const disk: Facts = {
	resolve: (path, cwd) => {
		const real = (path.startsWith("/") ? path : `${cwd}/${path}`) as RealPath;
		return { ok: true, written: real, real, entry: real, viaLink: false, entryViaLink: false, exists: true, directory: false, links: 1 };
	},
};

const write: Request = { kind: "path", operation: "write", path: "/ws/own-7/a.ts" };
const send: Request = { kind: "target", tool: "nexus_send", target: "friend-7" };
const run: Request = { kind: "command", command: "cat src/a.ts" };

function writFor(number: number): Writ {
	return sealed({
		tools: { allowed: number % 2 === 0 ? ["nexus_send", "Bash(cat:*)"] : ["nexus_send", "LS"] },
		filesystem: { read_paths: ["./workspace"], write_paths: [`own-${number}/**`], blocked_paths: [] },
		messaging: { allowed_targets: [`friend-${number}`] },
	});
}

describe("a kept answer among many agents", () => {
	it("[decide-kept] is never another profile's, with more profiles in turn than are looked at first", () => {
		const writs = Array.from({ length: 40 }, (_, number) => writFor(number));
		for (let round = 0; round < 4; round++) {
			for (const [number, writ] of writs.entries()) {
				for (const facts of [disk, { ...disk, masked: true }]) {
					expect(short(decide(writ, write, facts))).toBe(number === 7 ? "allow granted" : "deny path-outside");
					expect(short(decide(writ, send, facts))).toBe(number === 7 ? "allow granted" : "deny target-not-listed");
					expect(short(decide(writ, run, facts))).toBe(number % 2 === 0 ? "allow granted" : "deny tool-not-allowed");
				}
			}
		}
	});

	it("[decide-kept] for one tool that reaches agents is not given for another", () => {
		const writ = sealed({
			tools: { allowed: ["nexus_send", "nexus_status"], permissions: { nexus_status: { allowed_targets: ["other"] } } },
			messaging: { allowed_targets: ["friend", "other"] },
		});
		const asked: readonly (readonly [tool: string, target: string, effect: string])[] = [
			["nexus_send", "friend", "allow"],
			["nexus_status", "friend", "deny"],
			["nexus_status", "other", "allow"],
			["nexus_send", "other", "allow"],
			["nexus_send", "stranger", "deny"],
		];
		for (let round = 0; round < 4; round++)
			for (const [tool, target, effect] of asked) expect(decide(writ, { kind: "target", tool, target }, disk).effect).toBe(effect);
	});
});
