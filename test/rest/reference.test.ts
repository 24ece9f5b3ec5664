import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Browser, type BrowserContext, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { restRoutes } from "../../src/points/rest/index.ts";
import { openServer, type TestServer } from "./open-server.ts";

const FLAGS = "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-sync";

let server: TestServer;
let browser: Browser;
let session: BrowserContext;
beforeAll(async () => {
	server = await openServer();
	browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: FLAGS.split(" ") });
	session = await browser.newContext();
	const page = await session.newPage();
	await page.goto((await server.admin("POST", "/v1/login-links")).body.url);
	await page.close();
}, 60_000);
afterAll(async () => {
	await browser.close();
	await server.close();
});

interface Opened {
	readonly page: Page;
	readonly requests: readonly string[];
	readonly complaints: readonly string[];
}

async function open(fragment = ""): Promise<Opened> {
	const page = await session.newPage();
	const requests: string[] = [];
	const complaints: string[] = [];
	page.on("request", (request) => requests.push(request.url()));
	page.on("console", (message) => complaints.push(message.text()));
	page.on("pageerror", (error) => complaints.push(String(error)));
	await page.goto(`${server.url}reference${fragment}`);
	return { page, requests, complaints };
}

/** A script of the playground's tests that runs in a page and ends with its answer. */
function inPage(name: string): string {
	return readFileSync(join(import.meta.dirname, "../playground", name), "utf8");
}

describe("the reference page", () => {
	it("[wire-4-reference] shows every route to whoever is logged in, from this server alone, under a strict policy", async () => {
		const { page, requests, complaints } = await open();
		const shown = await page.locator("article h3").allTextContents();
		for (const { method, path } of restRoutes()) expect(shown.some((title) => title.startsWith(`${method} ${path} `))).toBe(true);
		expect(requests.filter((address) => !address.startsWith(server.url) && !address.startsWith("data:"))).toEqual([]);
		expect(complaints).toEqual([]);
		const { headers } = await server.admin("GET", "/reference");
		expect(headers.get("content-security-policy")).toContain("default-src 'none'; script-src 'self'; style-src 'self'");
		await page.close();
	});

	it("[wire-4-reference] finds routes by words, says when there are none, and opens a link to one", async () => {
		const { page } = await open();
		await page.keyboard.press("/");
		await page.keyboard.type("put profiles");
		expect(await page.locator("article:visible h3").allTextContents()).toEqual([expect.stringContaining("/v1/profiles/{name}")]);
		expect(await page.textContent("#found")).toMatch(/^1 of \d+ routes$/);
		expect(await page.locator("nav li:visible").count()).toBe(1);
		await page.fill("#search", "no such thing");
		expect(await page.locator("#nothing").isVisible()).toBe(true);
		await page.evaluate('location.hash = "#put_v1_profiles_name"');
		await page.waitForSelector("#put_v1_profiles_name:visible");
		expect(await page.inputValue("#search")).toBe("");
		await page.close();
	});

	it("[wire-4-reference] shows members, bounds and a command that works", async () => {
		const { page } = await open();
		const route = page.locator("#post_v1_decide");
		const command = await route.locator("pre").textContent();
		expect(command).toContain(`curl -X POST '${server.url}v1/decide'`);
		const body = JSON.parse(/-d '(.*)'$/s.exec(command ?? "")?.[1] ?? "");
		await server.agent("reviewer", { profile: "read-only" });
		expect((await server.admin("POST", "/v1/decide", body)).body.effect).toBe("allow");
		expect(await page.locator("#get_v1_agents").textContent()).toContain("at most 1000");
		expect(await page.locator("#put_v1_profiles_name").textContent()).toContain("reason string required");
		await page.close();
	});

	it("[wire-4-reference] says how to log in to a browser that is not, and what a program gets stays a problem", async () => {
		const stranger = await (await browser.newContext()).newPage();
		const response = await stranger.goto(`${server.url}reference`);
		expect(response?.status()).toBe(401);
		expect(await stranger.textContent("main")).toContain("writ open");
		expect(await stranger.locator("article").count()).toBe(0);
		await stranger.context().close();
		expect((await server.as(null)("GET", "/reference")).body.code).toBe("unknown-principal");
		expect((await (await server.agent("reader"))("GET", "/reference")).status).toBe(200);
	});

	it.each(["light", "dark"] as const)("[wire-4-reference] is readable in %s, narrow, by keyboard and by name", async (scheme) => {
		const { page } = await open();
		await page.emulateMedia({ colorScheme: scheme });
		expect(await page.evaluate(inPage("faint-texts.js"))).toEqual([]);
		expect(await page.evaluate(inPage("nameless-controls.js"))).toEqual([]);
		await page.setViewportSize({ width: 390, height: 844 });
		expect(await page.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(390);
		await page.keyboard.press("Tab");
		expect(await page.evaluate("document.activeElement.className")).toBe("skip");
		const levels: unknown = await page.evaluate("[...document.querySelectorAll('h1,h2,h3,h4')].map((title) => Number(title.tagName[1]))");
		expect(Array.isArray(levels) && levels.filter((level) => level === 1)).toHaveLength(1);
		await page.close();
	});
});
