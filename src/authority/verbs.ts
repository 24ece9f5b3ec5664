import { agent, agents, writOf } from "./agents.ts";
import { answer, approvals, ask, awaitApproval } from "./ask.ts";
import { pastEvents, records, retain, verify } from "./audit.ts";
import { broadcast } from "./broadcast.ts";
import { budget, spendBudget } from "./budget.ts";
import { collectCheckpoint, restoreCheckpoint } from "./checkpoint.ts";
import type { Context } from "./context.ts";
import { decide } from "./decide.ts";
import { changeEdges, dropEdge, edges, putEdge, replaceEdges } from "./edges.ts";
import { audienceOf, onEnded, onEvent } from "./events.ts";
import { grant, grants, revoke } from "./grant.ts";
import { dropGroup, group, groups, writeGroup } from "./groups.ts";
import { authenticate, endKey, isLive, keys, makeKey, renewKey } from "./keys.ts";
import { learn } from "./learn.ts";
import { describe, newKey, rename, restart, start, stop } from "./lifecycle.ts";
import { maySend } from "./may-send.ts";
import { previewSpawn } from "./preview-spawn.ts";
import { profile, profiles } from "./profiles.ts";
import { answerTo, receive } from "./receive.ts";
import { RECORDED, recordRefusal } from "./record-refusal.ts";
import { refusePoint } from "./refuse-point.ts";
import { replay } from "./replay.ts";
import { countSandboxes, createSandbox, dropSandbox, sandbox, sandboxes } from "./sandboxes.ts";
import { sealAgent } from "./seal-agent.ts";
import { send } from "./send.ts";
import { changeSetting, settings } from "./settings.ts";
import { showProfile, showWrit } from "./show-permissions.ts";
import { restoreSnapshot, takeSnapshot } from "./snapshot.ts";
import { spawn } from "./spawn.ts";
import { terminate } from "./terminate.ts";
import { selectForTermination, terminateMany } from "./terminate-many.ts";

const VERBS = {
	agent,
	agents,
	answer,
	answerTo,
	approvals,
	ask,
	audienceOf,
	authenticate,
	awaitApproval,
	broadcast,
	budget,
	changeEdges,
	changeSetting,
	collectCheckpoint,
	countSandboxes,
	createSandbox,
	decide,
	describe,
	dropEdge,
	dropGroup,
	dropSandbox,
	edges,
	endKey,
	grant,
	grants,
	group,
	groups,
	isLive,
	keys,
	learn,
	makeKey,
	maySend,
	newKey,
	onEnded,
	onEvent,
	pastEvents,
	previewSpawn,
	profile,
	profiles,
	putEdge,
	receive,
	records,
	refusePoint,
	rename,
	renewKey,
	replaceEdges,
	replay,
	restart,
	restoreCheckpoint,
	restoreSnapshot,
	retain,
	revoke,
	sandbox,
	sandboxes,
	sealAgent,
	selectForTermination,
	send,
	settings,
	showProfile,
	showWrit,
	spawn,
	spendBudget,
	start,
	stop,
	takeSnapshot,
	terminate,
	terminateMany,
	verify,
	writeGroup,
	writOf,
} as const;

type Bound<Verb> = Verb extends (context: Context, ...rest: infer Rest) => infer Result ? (...rest: Rest) => Result : never;

/** The seam that every point calls: each verb decides, records, then answers. */
export type Authority = { readonly [Name in keyof typeof VERBS]: Bound<(typeof VERBS)[Name]> } & {
	readonly home: string;
	readonly log: (line: string) => void;
	readonly now: () => number;
	readonly close: () => Promise<void>;
};

/** The verbs, bound to what they work with. */
export function verbs(context: Context): Authority {
	const bound = Object.fromEntries(
		Object.entries(VERBS).map(([name, verb]) => [
			name,
			(...rest: readonly unknown[]) => {
				const result = (verb as (...all: readonly unknown[]) => unknown)(context, ...rest);
				if (!(result instanceof Promise) || RECORDED.has(name)) return result;
				// INVARIANT: what is denied is recorded before the answer leaves.
				return result.then(async (outcome) => {
					await recordRefusal(context, name, rest, outcome);
					return outcome;
				});
			},
		]),
	);
	return {
		...(bound as { readonly [Name in keyof typeof VERBS]: Bound<(typeof VERBS)[Name]> }),
		home: context.home,
		log: context.log,
		now: () => context.clock.now(),
		close: async () => {
			await context.store.close();
			context.ledger.close();
		},
	};
}
