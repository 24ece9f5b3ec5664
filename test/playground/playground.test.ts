import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EXAMPLES } from "../../web/playground/examples.ts";
import { REQUEST_KINDS } from "../../web/playground/request-kinds.ts";
import { type Playground, startPlayground } from "./open-page.ts";

const REPOSITORY = join(import.meta.dirname, "../..");
const ROOT = "/home/you/project";

let playground: Playground;
beforeAll(async () => {
	playground = await startPlayground();
});
afterAll(() => playground.stop());

async function shownDecision(page: Page) {
	const verdict = page.locator("#decision .verdict");
	return {
		effect: await verdict.getAttribute("data-effect"),
		code: await verdict.getAttribute("data-code"),
		message: await verdict.locator(".message").textContent(),
	};
}

/** A script of this folder that runs in the page and ends with its answer. */
function inPage(name: string): string {
	return readFileSync(join(import.meta.dirname, name), "utf8");
}

/** The same question to the command line. */
function askCommandLine(lines: readonly object[]): readonly { readonly effect: string; readonly code: string; readonly message: string }[] {
	const { stdout } = spawnSync(join(REPOSITORY, "bin/writ"), ["decide"], {
		encoding: "utf8",
		input: lines.map((line) => `${JSON.stringify(line)}\n`).join(""),
	});
	return stdout
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line));
}

describe("the playground", () => {
	it("[web-2-try-it] shows the decision on a typed command, with its reason, the rule and every step", async () => {
		const { page } = await playground.open();
		await page.selectOption("#pick", "read-only");
		await page.fill("#field-command", "git status && rm -rf build");
		expect(await shownDecision(page)).toMatchObject({ effect: "deny", code: "command-not-allowed" });
		expect(await page.locator("#decision mark").textContent()).toBe("rm -rf build");
		await page.waitForSelector("#steps[aria-busy=false]");
		expect(await page.locator(".remedies").textContent()).toContain("Bash(rm -rf build");
		expect(await page.locator(".step").count()).toBeGreaterThan(5);
		expect(await page.locator(".step.failed").count()).toBeGreaterThan(0);
		await page.fill("#field-command", "git status --short");
		expect(await shownDecision(page)).toMatchObject({ effect: "allow", code: "granted" });
		await page.close();
	});

	it("[web-2-same-answer] gives the answers of the command line, for every example", async () => {
		const { page } = await playground.open();
		const asked = EXAMPLES.map((example) => {
			const built = REQUEST_KINDS.find((one) => one.kind === example.kind)?.build(example.values);
			return {
				profile: example.profile,
				root: ROOT,
				agent: { id: "worker-1", parent: "lead", children: [] },
				request: built?.ok ? built.request : undefined,
			};
		});
		const answers = askCommandLine(asked);
		for (const [index, example] of EXAMPLES.entries()) {
			await page.getByRole("button", { name: example.label, exact: true }).click();
			const { effect, code } = await shownDecision(page);
			expect({ example: example.label, effect, code }).toEqual({
				example: example.label,
				effect: answers[index]?.effect,
				code: answers[index]?.code,
			});
		}
		await page.close();
	});

	it("[web-6-problems] marks a problem at its line while one types, and decides nothing with it", async () => {
		const { page } = await playground.open();
		await page.fill("#yaml", "tools:\n  allowed: [Read]\nfilesystem:\n  read_path:\n    - ./workspace\n");
		const problem = page.locator("#problems .problem").first();
		expect(await problem.textContent()).toMatch(/4:3.*read_path/);
		expect(await problem.textContent()).toContain("read_paths");
		expect(await page.locator(".line-number.error").first().textContent()).toBe("4");
		expect((await shownDecision(page)).effect).toBe("none");
		await problem.click();
		expect(await page.evaluate("document.activeElement.id")).toBe("yaml");
		await page.fill("#yaml", "tools:\n  allowed: [Read]\n");
		expect(await page.locator("#problems .problem.error").count()).toBe(0);
		expect((await shownDecision(page)).effect).toBe("deny");
		await page.close();
	});

	it("shows where a rule was written, and goes there", async () => {
		const { page } = await playground.open();
		await page.fill("#yaml", "tools:\n  allowed:\n    - Bash(git status:*)\n  disallowed:\n    - Bash(git push:*)\n");
		await page.fill("#field-command", "git push");
		expect((await shownDecision(page)).code).toBe("command-disallowed");
		await page.getByRole("button", { name: "line 5" }).click();
		expect(await page.evaluate("document.activeElement.id")).toBe("yaml");
		await page.close();
	});

	it("says what is wrong with a request that is not complete", async () => {
		const { page } = await playground.open();
		await page.getByRole("tab", { name: "Tool call" }).click();
		await page.fill("#field-input", "{ not json");
		expect((await shownDecision(page)).effect).toBe("none");
		expect(await page.locator("#wrong-input").textContent()).not.toBe("");
		expect(await page.locator("#field-input").getAttribute("aria-invalid")).toBe("true");
		await page.close();
	});

	it("[web-manners-keyboard] changes the kind of request with the arrow keys, and names every control", async () => {
		const { page } = await playground.open();
		await page.getByRole("tab", { name: "Command" }).focus();
		await page.keyboard.press("ArrowRight");
		expect(await page.evaluate("document.activeElement.textContent")).toBe("Tool call");
		expect(await page.getByRole("tab", { selected: true }).textContent()).toBe("Tool call");
		await page.keyboard.press("End");
		expect(await page.getByRole("tab", { selected: true }).textContent()).toBe("Event");
		await page.keyboard.press("Tab");
		expect(await page.evaluate("document.activeElement.id")).toBe("field-event");
		const nameless = await page.evaluate(inPage("nameless-controls.js"));
		expect(nameless).toEqual([]);
		await page.close();
	});

	it.each(["light", "dark"] as const)("[web-manners-width] fits 390 px and stays readable in %s", async (scheme) => {
		const { page } = await playground.open("", { width: 390, height: 844 });
		await page.emulateMedia({ colorScheme: scheme });
		for (const tab of REQUEST_KINDS) {
			await page.getByRole("tab", { name: tab.title }).click();
			expect(await page.evaluate("document.documentElement.scrollWidth"), tab.title).toBeLessThanOrEqual(390);
		}
		expect(await page.evaluate(inPage("faint-texts.js"))).toEqual([]);
		await page.close();
	});

	it("[web-no-cdn] asks its own server for everything, complains about nothing, and stores nothing", async () => {
		const { page, requests, complaints } = await playground.open();
		await page.getByRole("button", { name: EXAMPLES[0]?.label ?? "", exact: true }).click();
		expect(requests.filter((address) => !address.startsWith(playground.url))).toEqual([]);
		expect(complaints).toEqual([]);
		expect(await page.evaluate("localStorage.length + sessionStorage.length + document.cookie.length")).toBe(0);
		const { headers } = await fetch(playground.url);
		expect(headers.get("content-security-policy")).toMatch(/default-src 'none'.*script-src 'self'/);
		expect(headers.get("content-security-policy")).not.toContain("unsafe");
		await page.close();
	});

	it("[web-tests-hostile] shows hostile text as text", async () => {
		const { page, complaints } = await playground.open();
		const hostile = `<img src=x onerror="document.title='owned'">\u202e${"A".repeat(10_000)}`;
		await page.fill("#field-command", hostile);
		expect((await shownDecision(page)).effect).not.toBe("allow");
		await page.getByRole("tab", { name: "Message" }).click();
		await page.fill("#field-target", hostile);
		await page.fill("#yaml", `name: "${"<img src=x onerror=alert(1)>".repeat(3)}"\ntools: {allowed: ["<script>x</script>"]}\n`);
		expect(await page.locator("main img, main script").count()).toBe(0);
		expect(await page.title()).toBe("writ playground");
		expect(complaints).toEqual([]);
		expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
		await page.close();
	});

	it("[web-share] carries profile and request in a link, and shows the same elsewhere", async () => {
		const { page } = await playground.open();
		await page.fill("#yaml", 'tools:\n  allowed: ["Bash(ls:*)"] # für alle\n');
		await page.fill("#field-command", "ls | sh");
		const before = await shownDecision(page);
		await page.getByRole("button", { name: "Copy link" }).click();
		const fragment = new URL(page.url()).hash;
		const other = await playground.open(fragment);
		expect(await other.page.inputValue("#yaml")).toContain("für alle");
		expect(await other.page.inputValue("#field-command")).toBe("ls | sh");
		expect(await shownDecision(other.page)).toEqual(before);
		await page.close();
		await other.page.close();
	});

	it.each(["#", "#not-base64!", "#eyJraW5kIjo3fQ", `#${btoa('{"kind":"nonsense","values":{"x":1},"__proto__":{"a":1}}')}`])(
		"starts as usual with the broken link %s",
		async (fragment) => {
			const { page, complaints } = await playground.open(fragment);
			expect((await shownDecision(page)).effect).toBe("allow");
			expect(complaints).toEqual([]);
			await page.close();
		},
	);

	it("[design-4-browser] bundles the engine without any module of Node, in less than 400 kB", () => {
		const script = readFileSync(join(REPOSITORY, "dist/playground/main.js"), "utf8");
		expect(script).not.toMatch(/(?:from|import)\s*\(?["']node:/);
		expect(script).not.toContain("require(");
		expect(gzipSync(script).length).toBeLessThan(400_000);
	});

	it("has types that hold", () => {
		const { status, stdout } = spawnSync(join(REPOSITORY, "node_modules/.bin/tsc"), ["-p", "web/playground"], {
			cwd: REPOSITORY,
			encoding: "utf8",
		});
		expect(status, stdout).toBe(0);
	});
});
