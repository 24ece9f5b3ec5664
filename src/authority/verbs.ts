import { addNote } from "./add-note.ts";
import { agent, agents, agentViews, writOf } from "./agents.ts";
import { answer, approvals, ask, awaitApproval } from "./ask.ts";
import { countRecords, pastEvents, records, retain, verify } from "./audit.ts";
import { broadcast } from "./broadcast.ts";
import { budget, spendBudget } from "./budget.ts";
import { checkRequest } from "./check-request.ts";
import { collectCheckpoint, restoreCheckpoint } from "./checkpoint.ts";
import type { Context } from "./context.ts";
import { conversation, unanswered } from "./conversation.ts";
import { countSandboxes } from "./count-sandboxes.ts";
import { decide } from "./decide.ts";
import { deploy } from "./deploy.ts";
import { doctor } from "./doctor.ts";
import { dropSandbox, dropSession } from "./drop-sandbox.ts";
import { changeEdges, dropEdge, edges, putEdge } from "./edges.ts";
import { endRun } from "./end-run.ts";
import { audienceOf, onEnded, onEvent } from "./events.ts";
import { explainDenial } from "./explain-denial.ts";
import { follow } from "./follow.ts";
import { grant, grants, revoke } from "./grant.ts";
import { dropGroup, group, groups, writeGroup } from "./groups.ts";
import { impact } from "./impact.ts";
import { isReady } from "./is-ready.ts";
import { keepInjected } from "./keep-injected.ts";
import { authenticate, endKey, isLive, key, keyName, keys, makeKey, renewKey } from "./keys.ts";
import { launchRun } from "./launch-run.ts";
import { learn } from "./learn.ts";
import { describe, newKey, rename, restart, start, stop } from "./lifecycle.ts";
import { endPageSession, findPageSession, makeLoginCode, openPageSession } from "./login.ts";
import { map } from "./map.ts";
import { acts } from "./may-act.ts";
import { maySend } from "./may-send.ts";
import { mayUse } from "./may-use.ts";
import { dropMount, mount, mounts, refreshMount, reviewTool } from "./mounting/mounts.ts";
import { putMount } from "./mounting/put-mount.ts";
import { callMounted, mountedTools } from "./mounting/use-mounted.ts";
import { onToolsChanged } from "./on-tools-changed.ts";
import { allowEdge, disallowEdge, permittedTag, replaceEdges } from "./permitted-agents.ts";
import { planAgent } from "./plan-agent.ts";
import { prepareRun } from "./prepare-run.ts";
import { previewSpawn } from "./preview-spawn.ts";
import { compare, explain, preview } from "./previews.ts";
import { profiles, profileVersions, profileView, profileViews } from "./profiles.ts";
import { reach } from "./reach.ts";
import { answerTo, receive } from "./receive.ts";
import { recordConnection } from "./record-connection.ts";
import { RECORDED, recordRefusal } from "./record-refusal.ts";
import { recreate } from "./recreate.ts";
import { refusePoint } from "./refuse-point.ts";
import { removePermissions } from "./remove-permissions.ts";
import { replay } from "./replay.ts";
import { createSandbox, sandbox, sandboxes } from "./sandboxes.ts";
import { sealAgent } from "./seal-agent.ts";
import { send } from "./send.ts";
import { changeSetting, changeSettings, settings } from "./settings.ts";
import { share, shares, unshare } from "./shares.ts";
import { showProfile, showWrit } from "./show-permissions.ts";
import { restoreSnapshot, takeSnapshot } from "./snapshot.ts";
import { spawn } from "./spawn.ts";
import { sweep } from "./sweep.ts";
import { team } from "./team.ts";
import { templates } from "./templates.ts";
import { terminate } from "./terminate.ts";
import { selectForTermination, terminateMany } from "./terminate-many.ts";
import { todos, writeTodos } from "./todos.ts";
import { heldTools, useTool } from "./use-tool.ts";
import { withdraw } from "./withdraw.ts";
import { rollBackProfile, writeProfile } from "./write-profile.ts";

const VERBS = {
	acts,
	addNote,
	agent,
	agents,
	agentViews,
	allowEdge,
	answer,
	answerTo,
	approvals,
	ask,
	audienceOf,
	authenticate,
	awaitApproval,
	broadcast,
	budget,
	callMounted,
	changeEdges,
	changeSetting,
	changeSettings,
	checkRequest,
	collectCheckpoint,
	compare,
	conversation,
	countRecords,
	countSandboxes,
	createSandbox,
	decide,
	deploy,
	describe,
	disallowEdge,
	doctor,
	dropEdge,
	dropGroup,
	dropMount,
	dropSandbox,
	dropSession,
	edges,
	endKey,
	endPageSession,
	explain,
	explainDenial,
	findPageSession,
	endRun,
	follow,
	grant,
	grants,
	group,
	groups,
	heldTools,
	impact,
	isLive,
	isReady,
	keepInjected,
	key,
	keyName,
	keys,
	launchRun,
	learn,
	makeKey,
	makeLoginCode,
	map,
	maySend,
	mayUse,
	mount,
	mountedTools,
	mounts,
	newKey,
	onEnded,
	onEvent,
	onToolsChanged,
	openPageSession,
	pastEvents,
	permittedTag,
	planAgent,
	prepareRun,
	preview,
	previewSpawn,
	profiles,
	profileVersions,
	profileView,
	profileViews,
	putEdge,
	putMount,
	reach,
	receive,
	recordConnection,
	records,
	recreate,
	refreshMount,
	refusePoint,
	rename,
	renewKey,
	replaceEdges,
	replay,
	restart,
	restoreCheckpoint,
	restoreSnapshot,
	retain,
	reviewTool,
	revoke,
	rollBackProfile,
	sandbox,
	sandboxes,
	removePermissions,
	sealAgent,
	selectForTermination,
	send,
	settings,
	share,
	shares,
	showProfile,
	showWrit,
	spawn,
	spendBudget,
	start,
	stop,
	sweep,
	takeSnapshot,
	team,
	templates,
	terminate,
	terminateMany,
	todos,
	unshare,
	unanswered,
	useTool,
	verify,
	withdraw,
	writeGroup,
	writeProfile,
	writeTodos,
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
