import { createHash } from "node:crypto";
import { findSandbox, setRunning } from "../agents/index.ts";
import { type ConfinementLevel, canonicalJson } from "../engine/index.ts";
import type { Missing, SandboxPlan } from "../sandbox/index.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import { findAgentFor } from "./find-agent-for.ts";
import { maySupervise } from "./may.ts";
import { ownDirectory } from "./own-directory.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import { changing, note } from "./work.ts";

/** What is about to be started. */
export interface Launch {
	/** Of whoever supervises it: when that process is gone, so is the program. */
	readonly pid: number;
	readonly level: ConfinementLevel;
	/** `null` at level 0, where nothing confines. */
	readonly plan: SandboxPlan | null;
	/** SHA-256 over the words of the program. */
	readonly argvDigest: string;
	readonly missing: readonly Missing[];
	/** The agent stays when its program has ended. */
	readonly keep: boolean;
}

/** A launch as it was recorded. */
export interface Launched {
	readonly planDigest: string | null;
}

/** Records that a program is about to be started, and who watches over it; nothing is started before this has answered. */
export function launchRun(context: Context, caller: Caller, id: string, launch: Launch): Promise<Outcome<Launched>> {
	return changing(context, caller, async (transaction) => {
		const found = await findAgentFor(context, transaction, caller, id);
		if (!found.ok) return found;
		const { agent, writ } = found.value;
		if (!maySupervise(caller, agent)) return refuse("not-permitted", "Only the owner and the parent of an agent start its program");
		const { pid, level, plan, argvDigest, missing, keep } = launch;
		const sandbox = await findSandbox(transaction, id);
		const [own] = sandbox === null ? [] : ownDirectory(sandbox);
		if (own !== undefined) context.storage.annotate(own, { pid, writ: writ.digest, config: { run: { keep }, plan } });
		const planDigest = plan === null ? null : createHash("sha256").update(canonicalJson(plan)).digest("hex");
		context.confinements.launched(caller, agent.uid, level, plan);
		await setRunning(transaction, id, level);
		note(context, transaction, caller, {
			kind: "sandbox",
			agent: id,
			request: {
				action: "launched",
				level,
				plan: planDigest,
				argv: argvDigest,
				coarse: plan?.coarse ?? [],
				missing,
				...(plan === null ? { unsandboxed: true } : {}),
			},
			writDigest: writ.digest,
		});
		return done({ planDigest });
	});
}
