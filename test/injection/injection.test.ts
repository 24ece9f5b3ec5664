import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { injectedSection, withSection } from "../../src/authority/inject-text.ts";
import { readDefinitions } from "../../src/platform/index.ts";
import { openHome, type TestHome } from "../authority/open-home.ts";
import type { Answer, TestClient } from "../socket/socket-client.ts";

let home: TestHome;
let admin: TestClient;
let stop: () => Promise<void>;

beforeAll(async () => {
	home = await openHome();
	admin = await home.connect();
	stop = home.authority.keepInjected();
});
afterAll(async () => {
	await stop();
	await home.close();
});

async function spawn(agent_id: string, more: object = {}): Promise<string> {
	const made: Answer = await admin.ask("agent:spawn", { agent_id, permission_profile: "trusted", ...more });
	return join(String((made.sandbox as { readonly path: string }).path), "workspace");
}

const file = (workspace: string): string => join(workspace, ".writ/PERMITTED_AGENTS.md");
const guide = (workspace: string): string => join(workspace, "CLAUDE.md");
const sections = (workspace: string): number => readFileSync(guide(workspace), "utf8").split("<!-- writ:begin -->").length - 1;

/** Within the two seconds that the specification gives. */
async function soon(holds: () => boolean): Promise<void> {
	for (let tries = 0; !holds(); tries++) {
		if (tries >= 40) throw new Error("it did not happen within two seconds");
		await sleep(50);
	}
}

const says = (path: string, text: string): boolean => existsSync(path) && readFileSync(path, "utf8").includes(text);

describe("whom an agent may write to, in its workspace", () => {
	it("[injection-edge] a changed edge is in PERMITTED_AGENTS.md within two seconds, and gone with the edge", async () => {
		const workspace = await spawn("a-reader");
		await spawn("a-friend", { type: "helper", description: "Reads\nthe | mail <!-- writ:end --> & more" });
		await spawn("a-stranger");
		await soon(() => says(file(workspace), "to no other agent"));
		await admin.ask("edge:set", { source: "a-reader", target: "a-friend" });
		await soon(() => says(file(workspace), "a-friend"));
		const text = readFileSync(file(workspace), "utf8");
		expect(text).toContain("| a-friend | helper | registered | Reads the \\| mail &lt;\\!-- writ:end --&gt; &amp; more |\n");
		expect(text).not.toContain("a-stranger");
		expect(text).not.toContain("a-reader");
		expect(readFileSync(guide(workspace), "utf8")).toContain("and to no others: a-friend.");
		await admin.ask("edge:remove", { source: "a-reader", target: "a-friend" });
		await soon(() => !says(file(workspace), "a-friend"));
	});

	it("[injection-expiry] an edge that ends by itself, of an agent or of a group, is out of it within two seconds", async () => {
		const workspace = await spawn("x-reader");
		for (const id of ["x-friend", "x-mate", "x-blocked"]) await spawn(id);
		const expires_at = new Date(Date.now() + 2_500).toISOString();
		await admin.ask("group:set", { name: "x-team", members: ["x-reader"] });
		await admin.ask("edge:set", { source: "x-reader", target: "x-friend", expires_at });
		await admin.ask("edge:set", { source: "group:x-team", target: "x-mate", expires_at });
		await admin.ask("edge:set", { source: "group:x-team", target: "x-blocked" });
		await admin.ask("edge:set", { source: "x-reader", target: "x-blocked", effect: "block", expires_at });
		await soon(() => says(file(workspace), "x-friend") && says(file(workspace), "x-mate") && !says(file(workspace), "x-blocked"));
		await sleep(Math.max(0, Date.parse(expires_at) - Date.now()));
		await soon(() => !says(file(workspace), "x-friend") && !says(file(workspace), "x-mate") && says(file(workspace), "x-blocked"));
	});

	it("[injection-changes] groups, descriptions, ends and new agents change it too", async () => {
		const workspace = await spawn("b-reader");
		await spawn("b-friend");
		await admin.ask("group:set", { name: "team", members: ["b-friend"] });
		await admin.ask("edge:set", { source: "b-reader", target: "group:team" });
		await soon(() => says(file(workspace), "| b-friend |"));
		await admin.ask("agent:rename", { agent_id: "b-friend", to: "b-renamed" });
		await soon(() => says(file(workspace), "| b-renamed |") && !says(file(workspace), "b-friend"));
		await admin.ask("agent:terminate", { agent_id: "b-renamed" });
		await soon(() => !says(file(workspace), "b-renamed"));
	});

	it("[injection-one-section] ten starts leave one section, a person's text untouched, and write nothing twice", async () => {
		const workspace = await spawn("c-reader");
		await soon(() => existsSync(guide(workspace)));
		writeFileSync(guide(workspace), `# Mine\n\n${readFileSync(guide(workspace), "utf8")}\nKeep this, and this mark: <!-- writ:begin -->\n`);
		await admin.ask("agent:restart", { agent_id: "c-reader" });
		await sleep(400);
		const [before, written] = [readFileSync(guide(workspace), "utf8"), statSync(guide(workspace)).ino];
		for (let starts = 0; starts < 10; starts++) await admin.ask("agent:restart", { agent_id: "c-reader" });
		await sleep(400);
		expect(readFileSync(guide(workspace), "utf8")).toBe(before);
		expect(statSync(guide(workspace)).ino).toBe(written);
		expect(before.startsWith("# Mine\n\n")).toBe(true);
		expect(before.endsWith("Keep this, and this mark: <!-- writ:begin -->\n")).toBe(true);
		expect(before.split("<!-- writ:end -->")).toHaveLength(2);
		const fresh = await spawn("c-fresh");
		await soon(() => existsSync(guide(fresh)));
		for (let starts = 0; starts < 10; starts++) await admin.ask("agent:restart", { agent_id: "c-fresh" });
		await sleep(400);
		expect(sections(fresh)).toBe(1);
	});

	it("[injection-links] a link that the agent has planted is never written through", async () => {
		const workspace = await spawn("d-reader");
		await spawn("d-friend");
		await soon(() => existsSync(file(workspace)));
		const outside = join(home.home, "outside");
		mkdirSync(outside);
		writeFileSync(join(outside, "target"), "as it was");
		rmSync(join(workspace, ".writ"), { recursive: true });
		rmSync(guide(workspace));
		symlinkSync(outside, join(workspace, ".writ"));
		symlinkSync(join(outside, "target"), guide(workspace));
		await admin.ask("edge:set", { source: "d-reader", target: "d-friend" });
		await sleep(800);
		expect(readdirSync(outside)).toEqual(["target"]);
		expect(readFileSync(join(outside, "target"), "utf8")).toBe("as it was");
		expect(lstatSync(guide(workspace)).isSymbolicLink()).toBe(true);
		expect(readdirSync(workspace).toSorted()).toEqual([".writ", "CLAUDE.md"]);
		rmSync(join(workspace, ".writ"));
		mkdirSync(join(workspace, ".writ"));
		symlinkSync(join(outside, "target"), file(workspace));
		await admin.ask("edge:remove", { source: "d-reader", target: "d-friend" });
		await soon(() => !lstatSync(file(workspace)).isSymbolicLink());
		expect(readFileSync(join(outside, "target"), "utf8")).toBe("as it was");
	});

	it("[injection-folder] the setting names the folder, and the definitions loader does not read the file", async () => {
		await admin.ask("setting:set", { name: "injection.folder", value: ".trinity" });
		const workspace = await spawn("e-reader");
		await soon(() => existsSync(join(workspace, ".trinity/PERMITTED_AGENTS.md")));
		const plain = await spawn("e-plain");
		mkdirSync(join(plain, ".writ"), { recursive: true });
		writeFileSync(file(plain), "---\nprofile: full\n---\n");
		const { files, problems } = readDefinitions(join(plain, ".writ"), "project");
		expect([files, problems]).toEqual([[], []]);
	});

	it("[injection-managed-only] a session's workspace, where several agents work, is left alone", async () => {
		const shared = await spawn("f-one", { session_id: "f", sandbox_config: { mode: "shared" } });
		const own = await spawn("f-two");
		await soon(() => existsSync(guide(own)));
		await sleep(300);
		expect(readdirSync(shared)).toEqual([]);
	});
});

describe("the section in a text", () => {
	it("[injection-section-text] replaces whole sections only, the first, and removes others", () => {
		const section = injectedSection([], ".writ/PERMITTED_AGENTS.md");
		expect(withSection("", section)).toBe(`${section}\n`);
		expect(withSection("a", section)).toBe(`a\n\n${section}\n`);
		expect(withSection(`a\n<!-- writ:begin -->\nb\n<!-- writ:begin -->x<!-- writ:end -->c`, section)).toBe(
			`a\n<!-- writ:begin -->\nb\n${section}c`,
		);
		expect(withSection(withSection("a", section) + section, section)).toBe(`a\n\n${section}\n`);
	});
});
