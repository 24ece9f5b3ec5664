import { setTimeout as sleep } from "node:timers/promises";
import { type AgentId, parseAgentId } from "../../engine/index.ts";
import type { LedgerRecord } from "../../ledger/index.ts";
import { isWithin } from "../../sandbox/index.ts";
import { type Agent, findSandbox, listSandboxes } from "../../state/agents/index.ts";
import { expiredRows, nextExpiry } from "../../state/edges/index.ts";
import { getSetting, SETTINGS } from "../../state/settings/index.ts";
import { textOrNull } from "../../store/index.ts";
import { PERMITTED_AGENTS } from "../../supervise/index.ts";
import { agents } from "../agents/agents.ts";
import type { Caller } from "../caller.ts";
import type { Context } from "../context.ts";
import { ownDirectory } from "../sandboxes/directories.ts";
import { type HeldDirectory, holdDirectory } from "./injected-file.ts";
import { formerFolder, injectedSection, isPermittedAgentsText, permittedAgentsText, withSection } from "./injected-text.ts";

/** Changes that come together are written together. */
const TOGETHER = 100;
/** What other nodes change is looked for so often. */
const LOOK_EVERY = 1_500;
const PAGE = 1_000;

/** Who has to be told again. */
type Outdated = Set<string> | "all";

/** Keeps in every managed workspace whom its agent may write to, for as long as it is not ended by the returned function. */
export function keepInjected(context: Context): () => Promise<void> {
	const closing = new AbortController();
	let outdated: Outdated = "all";
	let writing: Promise<void> | null = null;

	const tell = (who: readonly string[] | "all"): void => {
		if (closing.signal.aborted) return;
		if (who === "all") outdated = "all";
		else if (outdated !== "all") for (const id of who) outdated.add(id);
		writing ??= write()
			.catch((error: unknown) => context.log(`who may write to whom was not written: ${String(error)}`))
			.finally(() => {
				writing = null;
				if (outdated === "all" || outdated.size > 0) tell([]);
			});
	};
	const write = async (): Promise<void> => {
		await sleep(TOGETHER, undefined, { signal: closing.signal, ref: false }).catch(() => undefined);
		const now = outdated;
		outdated = new Set();
		for (const id of now === "all" ? await injected(context) : now) {
			if (closing.signal.aborted) return;
			const parsed = parseAgentId(id);
			if (parsed.ok) await inject(context, parsed.id);
		}
		if (closing.signal.aborted) outdated = new Set();
		else await expiry.wait();
	};
	const expiry = awaitExpiry(context, (who) => tell(who));
	const unsubscribe = context.ledger.subscribe((record) => {
		const who = toldBy(record);
		if (who === "all" || who.length > 0) tell(who);
	}, CHANGES);
	const looking = context.store.database === "sqlite" ? null : setInterval(() => tell("all"), LOOK_EVERY).unref();
	tell("all");
	return async () => {
		unsubscribe();
		if (looking !== null) clearInterval(looking);
		expiry.end();
		closing.abort();
		await writing;
	};
}

const CHANGES = ["spawn", "terminate", "agent", "edge", "group", "grant", "setting", "node"] as const;

/** Whose list a record can have changed. */
function toldBy({ kind, effect, agent }: LedgerRecord): readonly string[] | "all" {
	if (effect === "deny") return [];
	// An edge changes the list of the one that it begins at, a grant its agent's; everything else can be in anybody's.
	return (kind === "edge" || kind === "grant") && agent !== null ? [agent] : "all";
}

/** The agents that have a sandbox. */
async function injected(context: Context): Promise<readonly string[]> {
	const ids: string[] = [];
	let cursor: string | null = null;
	do {
		const after: string | null = cursor;
		const page: Awaited<ReturnType<typeof listSandboxes>> = await context.store.look((connection) =>
			listSandboxes(connection, { limit: PAGE, cursor: after }),
		);
		ids.push(...page.items.map(({ agent }) => agent));
		cursor = page.next_cursor;
	} while (cursor !== null);
	return ids;
}

/** Timers cannot wait longer than this; a longer wait looks again. */
const LONGEST = 3_600_000;

/** Who is told when an edge or a grant ends by itself. */
interface Expiry {
	/** Waits for the next one, whatever there was to wait for before. */
	readonly wait: () => Promise<void>;
	readonly end: () => void;
}

/** Tells whose edges and grants ended by themselves, as they end: nobody records that. */
function awaitExpiry({ store, clock, log }: Context, tell: (who: readonly string[] | "all") => void): Expiry {
	let told = clock.now();
	let timer: NodeJS.Timeout | null = null;
	let isOver = false;

	const wait = async (): Promise<void> => {
		const next = await store.look((connection) => nextExpiry(connection, told));
		if (timer !== null) clearTimeout(timer);
		timer = next === null || isOver ? null : setTimeout(fire, Math.min(Math.max(next - clock.now(), 0) + 1, LONGEST)).unref();
	};
	const fire = (): void => {
		timer = null;
		look().catch((error: unknown) => log(`what ended by itself was not looked for: ${String(error)}`));
	};
	const look = async (): Promise<void> => {
		const now = clock.now();
		const rows = await store.look((connection) => expiredRows(connection, told, now));
		told = now;
		if (isOver) return;
		const who = rows.map((row) => textOrNull(row, "agent"));
		// What a group's edges end for, they end for everybody in it.
		if (who.includes(null)) tell("all");
		else if (who.length > 0) tell(who.filter((id) => id !== null));
		else await wait();
	};
	return {
		wait,
		end: () => {
			isOver = true;
			if (timer !== null) clearTimeout(timer);
		},
	};
}

const GUIDE = "CLAUDE.md";

/**
 * Writes into an agent's managed workspace whom it may write to: exactly those that it is shown when it asks. What is there already is not
 * written again.
 */
export async function inject(context: Context, id: AgentId): Promise<void> {
	const found = await context.store.record(async (transaction) => {
		const known = await context.known.find(transaction, id);
		const sandbox = known === null ? null : await findSandbox(transaction, id);
		// Several agents work in a session's workspace, and none is told there whom another may write to.
		if (known === null || sandbox === null || sandbox.mode === "shared") return null;
		// What `writ run` started is ended with its workspace, which looks empty to it.
		if (ownDirectory(sandbox).some((own) => context.storage.lent().includes(own))) return null;
		const { workspace } = known.writ.places.real;
		if (workspace === undefined || !isWithin(workspace, `${context.home}/sandboxes`)) return null;
		return { agent: known.agent, workspace, folder: await getSetting(transaction, "injection.folder") };
	});
	if (found === null) return;
	const permitted = await permittedTo(context, found.agent);
	const workspace = holdDirectory(found.workspace);
	if (workspace === null) return;
	try {
		write(context, found.agent, workspace, found.folder, permitted);
	} catch (error) {
		context.log(`the agents that ${id} may write to were not written: ${error instanceof Error ? error.message : String(error)}`);
	} finally {
		workspace.close();
	}
}

function write(context: Context, { id }: Agent, workspace: HeldDirectory, folder: string, permitted: readonly Agent[]): void {
	const held = workspace.enter(folder);
	if (held === null) context.log(`${folder} in the workspace of ${id} is not a directory: ${PERMITTED_AGENTS} is not written`);
	else {
		try {
			const text = permittedAgentsText(permitted);
			if (textIn(held, PERMITTED_AGENTS) !== text) held.replace(PERMITTED_AGENTS, text);
		} finally {
			held.close();
		}
	}
	removeFormer(workspace, folder);
	const before = workspace.read(GUIDE);
	if (before !== null && "fault" in before) {
		context.log(`${GUIDE} in the workspace of ${id} ${before.fault}, and is left as it is`);
		return;
	}
	const after = withSection(before?.text ?? "", injectedSection(permitted, `${folder}/${PERMITTED_AGENTS}`));
	if (after !== before?.text) workspace.replace(GUIDE, after, before?.mode);
}

/** When the setting named another folder before, what we wrote there is out of date. */
function removeFormer(workspace: HeldDirectory, folder: string): void {
	const former = new Set([SETTINGS["injection.folder"].default, formerFolder(textIn(workspace, GUIDE) ?? "", folder)]);
	for (const name of former) {
		const held = name === null || name === folder ? null : workspace.look(name);
		if (held === null) continue;
		try {
			if (isPermittedAgentsText(textIn(held, PERMITTED_AGENTS) ?? "")) held.remove(PERMITTED_AGENTS);
		} finally {
			held.close();
		}
	}
}

function textIn(directory: HeldDirectory, name: string): string | null {
	const file = directory.read(name);
	return file === null || "fault" in file ? null : file.text;
}

async function permittedTo(context: Context, { id, uid }: Agent): Promise<readonly Agent[]> {
	const caller: Caller = { principal: { kind: "agent", id, uid, keyId: null }, point: "injection", correlationId: null };
	const shown: Agent[] = [];
	let cursor: string | null = null;
	do {
		const page: Awaited<ReturnType<typeof agents>> = await agents(context, caller, { limit: PAGE, cursor });
		shown.push(...page.items.filter((agent) => agent.id !== id));
		cursor = page.next_cursor;
	} while (cursor !== null);
	return shown;
}
