import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { isAlive, until } from "../cli/run-writ.ts";

const STORY = join(import.meta.dirname, "../../examples/three-agents/run.ts");

const scratch = mkdtempSync(join(tmpdir(), "writ-story-"));
afterEach(() => rmSync(scratch, { recursive: true, force: true }));

describe("examples/three-agents", () => {
	it("[examples-three-agents] three processes with keys collaborate; the edge that is revoked in the middle denies the next call, and the ledger shows it", async () => {
		const story = spawn(process.execPath, [STORY], { env: { ...process.env, TMPDIR: scratch }, stdio: ["ignore", "pipe", "pipe"] });
		let told = "";
		const children = new Set<number>();
		for (const stream of [story.stdout, story.stderr])
			stream.setEncoding("utf8").on("data", (text) => {
				told += text;
				for (const child of childrenOf(story.pid ?? 0)) children.add(child);
			});
		const [code] = await once(story, "close");
		expect(code, told).toBe(0);

		const lines = told.split("\n").map((line) => line.trim());
		const at = (expression: RegExp): number => lines.findIndex((line) => expression.test(line));
		const inOrder = [
			/^reviewer +hears from builder: Please review: Welcome/,
			/^person +hears from planner: .*Approved/,
			/^person +\$ writ edge remove builder reviewer/,
			/^builder +is refused: /,
			/^builder +tries the other door: 403 AGENT_PERMISSION_DENIED/,
			/^ledger +edge +removed +builder → reviewer/,
			/^ledger +decision deny \(no-edge\) +builder → reviewer +by agent:builder, mcp/,
			/^ledger +decision deny \(no-edge\) +builder → reviewer +by agent:builder, rest/,
			/^✓ the ledger is whole/,
		].map(at);
		expect(inOrder, told).not.toContain(-1);
		expect(inOrder).toEqual(inOrder.toSorted((one, other) => one - other));

		const refused = lines.find((line) => /^builder +is refused: /.test(line))?.replace(/^builder +is refused: /, "") ?? "";
		expect(JSON.parse(refused)).toEqual({
			success: false,
			error: "Permission denied",
			message: "Agent 'builder' is not permitted to communicate with 'reviewer'",
			code: "AGENT_PERMISSION_DENIED",
			reason: "no-edge",
			caller: "builder",
			target: "reviewer",
		});

		expect(children.size).toBeGreaterThanOrEqual(4);
		expect(await until(() => [...children].every((pid) => !isAlive(pid)))).toBe(true);
		expect(readdirSync(scratch)).toEqual([]);
	});
});

/** The processes that a process has started and that still run. */
function childrenOf(pid: number): readonly number[] {
	try {
		return readFileSync(`/proc/${pid}/task/${pid}/children`, "latin1").trim().split(" ").filter(Boolean).map(Number);
	} catch {
		return [];
	}
}
