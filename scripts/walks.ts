/**
 * `node scripts/walks.ts [ROOT] [--json]`: the walk of four requests through a checkout's sources. A walk is the files whose functions are
 * entered, one after the other; a return is coming back into a folder that was left before.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, mkdtempSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { setTimeout as wait } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { type ServedHome, serveHome } from "./measure/served-home.ts";
import { traceSources } from "./measure/traced-sources.ts";

/** What both decisions are about. */
const REQUEST = { kind: "command", command: "git status && rm build" };
const PROFILE = "trusted";
const MESSAGING = { profile: PROFILE, overrides: { capabilities: { agent_messaging: true } } };
/** What goes on after the answer has left belongs to its request. */
const AFTERMATH_MILLISECONDS = 150;

/** The number of the user of that name. */
const NOBODY = 65_534;

/** What a process kept since it was last asked. */
interface Kept {
	/** Numbers of functions; the complement of one that ran while files were read. */
	readonly entered: readonly number[];
	/** Files that were read since the process began. */
	readonly loaded: number;
}

interface Walk {
	readonly request: string;
	readonly functions: number;
	readonly files: number;
	readonly loaded: number;
	readonly folders: number;
	readonly folderChanges: number;
	readonly returns: number;
	readonly fileChanges: number;
	/** The files in the order in which they were first entered. */
	readonly way: readonly string[];
}

const words = process.argv.slice(2);
const root = realpathSync(resolve(words.find((word) => !word.startsWith("--")) ?? join(import.meta.dirname, "..")));
const scratch = mkdtempSync(join(tmpdir(), "walks-"));
const files = traceSources(root, join(scratch, "traced"));
const exitFile = join(scratch, "kept.json");
const traced = tracedWords();
try {
	const walks = [...(await decideLines()), ...(await servedRequests())];
	console.log(words.includes("--json") ? JSON.stringify(walks, undefined, "\t") : table(walks));
} finally {
	rmSync(scratch, { recursive: true, force: true });
}

/** The words that start the traced sources: the entry is the one that `bin/writ` starts. */
function tracedWords(): readonly string[] {
	const [, entry = ""] = /^source=\$top\/(\S+)$/m.exec(readFileSync(join(root, "bin/writ"), "utf8")) ?? [];
	const trace = pathToFileURL(join(import.meta.dirname, "measure/trace.ts"));
	trace.searchParams.set("src", join(root, "src"));
	trace.searchParams.set("traced", join(scratch, "traced"));
	trace.searchParams.set("kept", exitFile);
	return ["--import", trace.href, join(root, entry)];
}

/** (a) `writ decide`: lines that are alike. */
async function decideLines(): Promise<readonly Walk[]> {
	const home = newHome();
	const child = spawn(process.execPath, [...traced, "decide", "--home", home], { cwd: home, stdio: ["pipe", "pipe", "inherit", "ipc"] });
	const answers = createInterface(child.stdout ?? process.stdin);
	const decide = async (): Promise<Kept> => {
		const answer = once(answers, "line");
		child.stdin?.write(`${JSON.stringify({ profile: PROFILE, request: REQUEST })}\n`);
		await answer;
		return takeKept(child);
	};
	const first = await decide();
	const second = await decide();
	const third = await decide();
	child.stdin?.end();
	await once(child, "exit");
	return [
		walkOf("(a) writ decide, whole first line", first),
		walkOf("(a) first line, without what runs while files are read", afterReading(first)),
		walkOf("(a) second line", second),
		walkOf("(a) third line", third),
	];
}

/** (b) and (c) at a server, and (d), which is traced in its own process. */
async function servedRequests(): Promise<readonly Walk[]> {
	const first = await quietest(firstDecision);
	const home = newHome();
	const server = await serveHome(process.execPath, traced, home, true);
	try {
		const alice = await server.agentKey("alice", MESSAGING);
		await server.agentKey("bob", MESSAGING);
		await server.ask("PUT", "/v1/edges/alice/bob", {});
		const decide = (): Promise<unknown> => askDecision(server);
		const walked = (request: () => Promise<unknown>): Promise<Kept> => walkedAt(server, request);
		for (let count = 1; count < 5; count++) await decide();
		const fifthDecision = await quietest(() => walked(decide));
		const client = await server.tools(alice);
		const chat = async (): Promise<void> => {
			const { isError, content } = await client.callTool({ name: "chat_with_agent", arguments: { agent_name: "bob", message: "hello" } });
			if (isError === true) throw new Error(JSON.stringify(content));
		};
		for (let count = 1; count < 5; count++) await chat();
		const fifthChat = await quietest(() => walked(chat));
		const run = await runProgram(home);
		return [
			walkOf("(b) POST /v1/decide, first", first),
			walkOf("(b) POST /v1/decide, fifth, warm", fifthDecision),
			walkOf("(c) MCP chat_with_agent, fifth, warm", fifthChat),
			walkOf("(d) writ run -- true, the command's process", run),
			walkOf("(d) without what runs while files are read", afterReading(run)),
		];
	} finally {
		await server.stop();
	}
}

/** The first decision of a server of its own. */
async function firstDecision(): Promise<Kept> {
	const server = await serveHome(process.execPath, traced, newHome(), true);
	try {
		await server.agentKey("alice", MESSAGING);
		return await walkedAt(server, () => askDecision(server));
	} finally {
		await server.stop();
	}
}

function askDecision(server: ServedHome): Promise<unknown> {
	return server.ask("POST", "/v1/decide", { agent: "alice", request: REQUEST });
}

/** What a server did for one request. */
async function walkedAt({ child }: ServedHome, request: () => Promise<unknown>): Promise<Kept> {
	await takeKept(child);
	await request();
	return takeKept(child);
}

/** `writ run -- true`, to its end. */
async function runProgram(home: string): Promise<Kept> {
	const workspace = newHome();
	// Nothing runs as root: the program of root is run by nobody, who must be able to write where it works.
	if (process.getuid?.() === 0) {
		chmodSync(scratch, 0o755);
		chownSync(workspace, NOBODY, NOBODY);
	}
	const child = spawn(process.execPath, [...traced, "run", "--home", home, "--", "true"], { cwd: workspace, stdio: "inherit" });
	const [code] = await once(child, "exit");
	if (code !== 0) throw new Error(`writ run ended with ${code}`);
	return JSON.parse(readFileSync(exitFile, "utf8"));
}

/** The shortest of three: a server does things of its own in between. */
async function quietest(walked: () => Promise<Kept>): Promise<Kept> {
	const kept = [await walked(), await walked(), await walked()];
	return kept.reduce((best, one) => (one.entered.length < best.entered.length ? one : best));
}

function newHome(): string {
	return mkdtempSync(join(scratch, "home-"));
}

async function takeKept(child: ChildProcess): Promise<Kept> {
	await wait(AFTERMATH_MILLISECONDS);
	const told = once(child, "message");
	child.send("take");
	const [text] = await told;
	return JSON.parse(String(text));
}

function afterReading({ entered, loaded }: Kept): Kept {
	return { entered: entered.filter((number) => number >= 0), loaded };
}

function walkOf(request: string, { entered, loaded }: Kept): Walk {
	const functions = entered.map((number) => (number < 0 ? ~number : number));
	const walked = functions.map((number) => files[number] ?? "");
	const folders = walked.map((file) => dirname(file));
	const folderChanges = changesIn(folders);
	const different = new Set(folders).size;
	return {
		request,
		functions: new Set(functions).size,
		files: new Set(walked).size,
		loaded,
		folders: different,
		folderChanges,
		// Each folder is come into for the first time once, the first of them without a change.
		returns: folderChanges - Math.max(0, different - 1),
		fileChanges: changesIn(walked),
		way: [...new Set(walked)],
	};
}

function changesIn(places: readonly string[]): number {
	return places.filter((place, index) => index > 0 && place !== places[index - 1]).length;
}

function table(walks: readonly Walk[]): string {
	const heads = ["request", "functions", "files", "(loaded)", "folders", "folder changes", "returns", "file changes"];
	const rows = walks.map(({ request, loaded, way: _, ...walk }) => {
		const { functions, files: entered, folders, folderChanges, returns, fileChanges } = walk;
		return [request, ...[functions, entered, loaded, folders, folderChanges, returns, fileChanges].map((one) => one.toLocaleString("en"))];
	});
	const widths = heads.map((head, column) => Math.max(head.length, ...rows.map((row) => row[column]?.length ?? 0)));
	return [heads, ...rows]
		.map((row) => row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))).join("  "))
		.join("\n");
}
