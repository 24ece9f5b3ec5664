import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll } from "vitest";
import { type Authority, type Caller, type Outcome, openAuthority, type RunWish } from "../../../src/authority/index.ts";
import { knownMachine, type PreparedRun, type RunOrder, type RunReport, superviseRun } from "../../../src/supervise/index.ts";

/** The person whose stories these are. */
export const ADMIN: Caller = {
	principal: { kind: "person", email: "local", role: "admin", keyId: null },
	point: "test",
	correlationId: null,
};

/** Permissions under which an agent works in its own directories. */
export const WORKER = {
	filesystem: { read_paths: ["./workspace", "./exports"], write_paths: ["./workspace", "./exports"], max_total_size_mb: 50 },
	capabilities: { spawn_agents: true },
} as const;

type Wish = Partial<Omit<RunWish, "level" | "pid">>;

/** A program that runs, and how to wait for what it does. */
export interface Running {
	readonly prepared: PreparedRun;
	/** Its workspace on the host. */
	readonly workspace: string;
	/** Settles with the text of a file in its workspace. */
	says(name: string): Promise<string>;
	/** Writes a file into its workspace, for which the program waits. */
	tell(name: string): void;
	/** Settles when the program and its agent have ended. */
	readonly ended: Promise<{ readonly report: RunReport; readonly exports: string | null }>;
}

/** An authority with real sandboxes: prepared, planned, started by bubblewrap and ended as `writ run` does it, in this process. */
export function storyHome() {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), "writ-story-")));
	const home = join(folder, "home");
	let opened: Authority;
	let count = 0;
	beforeAll(async () => {
		opened = await openAuthority({ home });
	});
	afterAll(async () => {
		await opened.close();
		rmSync(folder, { recursive: true, force: true });
	});

	const prepare = async (wish: Wish): Promise<Outcome<PreparedRun>> => {
		const { level } = await knownMachine(home, "/usr/bin:/bin");
		return opened.prepareRun(ADMIN, { profile: WORKER, keep: false, ...wish, level, pid: process.pid });
	};

	/** Starts a shell text; what it writes goes into files. */
	const start = async (wish: Wish, script: string, order: Partial<RunOrder> = {}): Promise<Running> => {
		const made = await prepare(wish);
		if (!made.ok) throw new Error(`${made.refusal.code}: ${made.refusal.message} ${JSON.stringify(made.refusal.escalations ?? "")}`);
		const prepared = made.value;
		const { agent, writ } = prepared;
		const workspace = writ.places.real.workspace ?? "";
		const machine = await knownMachine(home, "/usr/bin:/bin");
		const keep = wish.keep === true;
		const supervised = superviseRun(
			{
				home,
				machine,
				prepared,
				command: ["sh", "-c", script],
				environment: [],
				hardLinks: "read_only",
				searchPath: "/usr/bin:/bin",
				variables: {},
				...order,
			},
			{
				async launch({ plan, argvDigest }) {
					const launch = { pid: process.pid, level: machine.level, plan, argvDigest, missing: plan.missing, keep };
					const launched = await opened.launchRun(ADMIN, agent, launch);
					return launched.ok ? null : launched.refusal;
				},
				decide: async () => ({ effect: "deny", code: "host-not-allowed", message: "" }),
				record: async () => undefined,
			},
		);
		const ended = supervised.then(async (report) => {
			const end = report.started
				? { exitCode: report.exitCode, usage: report.usage, limits: report.limits, findings: report.findings, keep }
				: {
						exitCode: null,
						usage: null,
						limits: [],
						findings: [],
						keep: false,
						refused: { code: report.problems[0]?.code ?? "", message: "" },
					};
			const outcome = await opened.endRun(ADMIN, agent, end);
			return { report, exports: outcome.ok ? outcome.value.exports : null };
		});
		return {
			prepared,
			workspace,
			says: (name) => appears(join(workspace, name)),
			tell: (name) => writeFileSync(join(workspace, name), ""),
			ended,
		};
	};

	return {
		folder,
		home,
		authority: () => opened,
		prepare,
		start,
		/** Runs a shell text to its end. */
		run: async (wish: Wish, script: string, order: Partial<RunOrder> = {}) => {
			const running = await start(wish, script, order);
			return { ...(await running.ended), prepared: running.prepared };
		},
		/** A person's directory, owned by whoever the programs run as. */
		workspace(files: Readonly<Record<string, string>> = {}): string {
			const path = join(folder, `workspace-${count++}`);
			mkdirSync(path);
			for (const [name, text] of Object.entries(files)) {
				mkdirSync(dirname(join(path, name)), { recursive: true });
				writeFileSync(join(path, name), text);
			}
			give(path);
			return path;
		},
		/** Directories of agents that are on the disk. */
		directories: () => readdirSync(join(home, "sandboxes/agents")).filter((name) => !name.endsWith(".json")),
	};
}

/** Gives a tree to the user that the programs run as. */
export function give(path: string): void {
	if (process.getuid?.() !== 0) return;
	chownSync(path, 65_534, 65_534);
	for (const entry of readdirSync(path, { withFileTypes: true })) {
		if (entry.isDirectory()) give(join(path, entry.name));
		else if (entry.isFile()) chownSync(join(path, entry.name), 65_534, 65_534);
	}
}

async function appears(path: string): Promise<string> {
	for (let waited = 0; waited < 10_000; waited += 20) {
		const text = existsSync(path) ? readFileSync(path, "utf8") : "";
		if (text.endsWith("\n")) return text;
		await sleep(20);
	}
	throw new Error(`${path} did not appear`);
}
