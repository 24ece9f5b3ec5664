import { type Agent, findSandbox } from "../agents/index.ts";
import type { AgentId } from "../engine/index.ts";
import { getSetting, SETTINGS } from "../identity/index.ts";
import { isWithin } from "../sandbox/index.ts";
import { agents } from "./agents.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import { type HeldDirectory, holdDirectory } from "./inject-file.ts";
import { withSection } from "./inject-section.ts";
import { formerFolder, injectedSection, isPermittedAgentsText, permittedAgentsText } from "./inject-text.ts";
import { PERMITTED_AGENTS } from "./launch/guard-disk.ts";
import { ownDirectory } from "./own-directory.ts";

const GUIDE = "CLAUDE.md";
const PAGE = 1_000;

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
	if (held === null) context.log(`${folder} in the workspace of ${id} is no directory: ${PERMITTED_AGENTS} is not written`);
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
