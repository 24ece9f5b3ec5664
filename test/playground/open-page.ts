import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { type Browser, chromium, type Page } from "playwright-core";

const REPOSITORY = join(import.meta.dirname, "../..");
const FLAGS =
	"--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking --disable-component-update --disable-sync";

/** The playground as `writ serve` shows it, in a real browser. */
export interface Playground {
	readonly url: string;
	/** A fresh page; what it asked for and complained about is kept. */
	open(fragment?: string, size?: { readonly width: number; readonly height: number }): Promise<OpenPage>;
	stop(): Promise<void>;
}

export interface OpenPage {
	readonly page: Page;
	readonly requests: readonly string[];
	readonly complaints: readonly string[];
}

/** Builds the page, starts the server and the browser. */
export async function startPlayground(): Promise<Playground> {
	const built = spawnSync(process.execPath, [join(REPOSITORY, "scripts/build-playground.ts")], { encoding: "utf8" });
	if (built.status !== 0) throw new Error(built.stderr);
	const home = mkdtempSync(join(tmpdir(), "w-"));
	const server = spawn(join(REPOSITORY, "bin/writ"), ["serve", "--home", home, "--port", "0", "--json"], {
		stdio: ["ignore", "pipe", "inherit"],
	});
	const url = await readUrl(server);
	const browser = await chromium.launch({ executablePath: "/usr/bin/chromium", args: FLAGS.split(" ") });
	return {
		url,
		open: (fragment = "", size = { width: 1280, height: 900 }) => openPage(browser, url + fragment, size),
		async stop() {
			await browser.close();
			server.kill("SIGTERM");
			await once(server, "exit");
			rmSync(home, { recursive: true, force: true });
		},
	};
}

async function openPage(
	browser: Browser,
	address: string,
	viewport: { readonly width: number; readonly height: number },
): Promise<OpenPage> {
	const page = await browser.newPage({ viewport });
	const requests: string[] = [];
	const complaints: string[] = [];
	page.on("request", (request) => requests.push(request.url()));
	page.on("console", (message) => {
		if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
	});
	page.on("pageerror", (error) => complaints.push(String(error)));
	await page.goto(address);
	await page.waitForSelector("[data-effect]");
	return { page, requests, complaints };
}

async function readUrl(server: ChildProcess): Promise<string> {
	if (server.stdout === null) throw new Error("the server has no output");
	const ended = once(server, "exit").then(([code]): never => {
		throw new Error(`the server ended with ${code}`);
	});
	const [line]: string[] = await Promise.race([once(createInterface(server.stdout), "line"), ended]);
	const ready: { readonly url: string } = JSON.parse(line ?? "");
	return ready.url;
}
