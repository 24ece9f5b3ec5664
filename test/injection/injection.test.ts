import {
	chmodSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { injectedSection, withSection } from "../../src/authority/edges/injected-text.ts";
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

	it("[injection-former-folder] what writ made in the folder of before goes, what a person or a link put there stays", async () => {
		const use = (value: string) => admin.ask("setting:set", { name: "injection.folder", value });
		const at = (workspace: string, folder: string): string => join(workspace, folder, "PERMITTED_AGENTS.md");
		await use(".writ");
		const [workspace, person, linked] = [await spawn("h-reader"), await spawn("h-person"), await spawn("h-linked")];
		await soon(() => [workspace, person, linked].every((one) => existsSync(guide(one)) && existsSync(at(one, ".writ"))));
		await use(".first");
		await soon(() => [workspace, person, linked].every((one) => existsSync(at(one, ".first")) && !existsSync(at(one, ".writ"))));
		await soon(() => [workspace, person, linked].every((one) => says(guide(one), ".first/PERMITTED_AGENTS.md")));
		writeFileSync(at(person, ".first"), "# Whom I like\n");
		const outside = join(home.home, "former");
		mkdirSync(outside);
		writeFileSync(join(outside, "PERMITTED_AGENTS.md"), readFileSync(at(linked, ".first")));
		rmSync(join(linked, ".first"), { recursive: true });
		symlinkSync(outside, join(linked, ".first"));
		await use(".second");
		await soon(() => [workspace, person, linked].every((one) => says(guide(one), ".second/PERMITTED_AGENTS.md")));
		expect(existsSync(at(workspace, ".first"))).toBe(false);
		expect(readFileSync(at(person, ".first"), "utf8")).toBe("# Whom I like\n");
		expect(existsSync(join(outside, "PERMITTED_AGENTS.md"))).toBe(true);
		// The agent writes into its own section where the file is said to be.
		writeFileSync(join(workspace, "..", "PERMITTED_AGENTS.md"), readFileSync(at(workspace, ".second")));
		writeFileSync(guide(workspace), readFileSync(guide(workspace), "utf8").replace(".second/", "../"));
		await use(".writ");
		await soon(() => says(guide(workspace), ".writ/PERMITTED_AGENTS.md"));
		expect(existsSync(join(workspace, "..", "PERMITTED_AGENTS.md"))).toBe(true);
	});

	it("[injection-mode] a CLAUDE.md that only its owner may read, or nobody may write, stays so", async () => {
		for (const [id, mode] of [
			["m-own", 0o600],
			["m-fixed", 0o444],
		] as const) {
			const workspace = await spawn(id);
			await spawn(`${id}-friend`);
			await soon(() => existsSync(guide(workspace)));
			chmodSync(guide(workspace), mode);
			await admin.ask("edge:set", { source: id, target: `${id}-friend` });
			await soon(() => says(guide(workspace), `${id}-friend`));
			expect(statSync(guide(workspace)).mode & 0o7777).toBe(mode);
		}
	});

	it("[injection-bytes] a CLAUDE.md that is not UTF-8 is left as it is, and the list beside it is written", async () => {
		await admin.ask("setting:set", { name: "injection.folder", value: ".writ" });
		for (const [id, bytes] of [
			["n-latin", Buffer.from("caf\xe9\n", "latin1")],
			["n-wide", Buffer.from("hello\n", "utf16le")],
		] as const) {
			const workspace = await spawn(id);
			await spawn(`${id}-friend`);
			await soon(() => existsSync(guide(workspace)));
			writeFileSync(guide(workspace), bytes);
			await admin.ask("edge:set", { source: id, target: `${id}-friend` });
			await soon(() => says(file(workspace), `${id}-friend`));
			await sleep(300);
			expect(readFileSync(guide(workspace))).toEqual(bytes);
			expect(home.log.join("\n")).toContain(`CLAUDE.md in the workspace of ${id} is not written in UTF-8`);
		}
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
		const old = "<!-- writ:begin -->\nx\n<!-- writ:end -->";
		expect(withSection(`a\n<!-- writ:begin -->\nb\n${old}\nc`, section)).toBe(`a\n<!-- writ:begin -->\nb\n${section}\nc`);
		expect(withSection(withSection("a", section) + section, section)).toBe(`a\n\n${section}\n`);
		expect(withSection(`${old}\r\nb\r\n${old}\r\nc`, section)).toBe(`${section}\r\nb\r\nc`);
		expect(withSection(`\uFEFF${old}\nb`, section)).toBe(`\uFEFF${section}\nb`);
	});

	it.each([
		["in a sentence", "It writes between <!-- writ:begin -->\nmine\n<!-- writ:end --> in this file.\n"],
		["both on one line", "<!-- writ:begin -->mine<!-- writ:end -->\n"],
		["indented", "    <!-- writ:begin -->\n    mine\n    <!-- writ:end -->\n"],
		["in a quotation", "> <!-- writ:begin -->\n> mine\n> <!-- writ:end -->\n"],
		["in fenced code", "```md\n<!-- writ:begin -->\nmine\n<!-- writ:end -->\n```\n"],
		["in code with a longer fence", "~~~~\n~~~\n<!-- writ:begin -->\nmine\n<!-- writ:end -->\n~~~\n~~~~\n"],
		["in code of a list", "- ```\n<!-- writ:begin -->\nmine\n<!-- writ:end -->\n  ```\n"],
		["begun outside of code and ended in it", "<!-- writ:begin -->\n```\nmine\n<!-- writ:end -->\n```\n"],
		["begun in code and ended outside", "```\n<!-- writ:begin -->\n```\nmine\n<!-- writ:end -->\n"],
	])("[injection-marks] marks %s are a person's text, and the section is added once", (_, text) => {
		const section = injectedSection([], ".writ/PERMITTED_AGENTS.md");
		const once = withSection(text, section);
		expect(once).toBe(`${text}\n${section}\n`);
		expect(withSection(once, section)).toBe(once);
	});

	it("[injection-marks] fences around a section, or one that nothing closes, do not hide it", () => {
		const section = injectedSection([], ".writ/PERMITTED_AGENTS.md");
		const old = "<!-- writ:begin -->\nx\n<!-- writ:end -->";
		for (const around of [
			["```\na\n```\n", "\n```\nb\n```\n"],
			["- ```sh\n  a\n  ```\n\n", "\n```\nb\n```\n"],
			["```\nnothing closes this\n", "\n~~~\n"],
			["``` in `a` sentence\n", "\n```\nb\n```\n"],
		] as const)
			expect(withSection(around.join(old), section)).toBe(around.join(section));
	});

	it("[injection-marks] a text of nothing but fences that stay open is read in a moment", () => {
		const section = injectedSection([], ".writ/PERMITTED_AGENTS.md");
		const text = "```x\n".repeat(200_000);
		const began = performance.now();
		expect(withSection(text, section)).toBe(`${text}\n${section}\n`);
		expect(performance.now() - began).toBeLessThan(5_000);
	});
});
