import { agent, agents, agentViews, team, writOf } from "./agents/agents.ts";
import { deploy } from "./agents/deploy.ts";
import { describe, newKey, rename, restart, start, stop } from "./agents/lifecycle.ts";
import { recreate } from "./agents/recreate.ts";
import { removePermissions, sealAgent } from "./agents/reseal.ts";
import { share, shares, unshare } from "./agents/shares.ts";
import { previewSpawn, spawn } from "./agents/spawn.ts";
import { impact, selectForTermination, terminate, terminateMany } from "./agents/terminate.ts";
import { todos, writeTodos } from "./agents/todos.ts";
import { templates } from "./agents/wish.ts";
import type { Caller } from "./caller.ts";
import type { Context } from "./context.ts";
import { budget, spendBudget } from "./decisions/budget.ts";
import { decide } from "./decisions/decide.ts";
import { compare, explain, explainDenial, preview } from "./decisions/explain.ts";
import { checkRequest, maySend, mayUse } from "./decisions/may-use.ts";
import { heldTools, useTool } from "./decisions/use-tool.ts";
import { changeEdges, dropEdge, edges, putEdge } from "./edges/edges.ts";
import { dropGroup, group, groups, writeGroup } from "./edges/groups.ts";
import { keepInjected } from "./edges/injected.ts";
import { map } from "./edges/map.ts";
import { allowEdge, disallowEdge, permittedTag, replaceEdges } from "./edges/permitted.ts";
import { reach } from "./edges/reach.ts";
import { answer, approvals, ask, awaitApproval } from "./grants/approvals.ts";
import { grant, grants, revoke } from "./grants/grants.ts";
import { authenticate, endKey, isLive, key, keyName, keys, makeKey, renewKey } from "./keys/keys.ts";
import { endPageSession, findPageSession, makeLoginCode, openPageSession } from "./keys/login.ts";
import { callMounted, mountedTools } from "./mcp-servers/call-tool.ts";
import { dropMount, mount, mounts, putMount, refreshMount, reviewTool } from "./mcp-servers/servers.ts";
import { conversation, unanswered } from "./messages/conversation.ts";
import { answerTo, receive } from "./messages/receive.ts";
import { broadcast, send, withdraw } from "./messages/send.ts";
import { doctor, isReady } from "./node.ts";
import { learn } from "./profiles/learn.ts";
import { showProfile, showWrit } from "./profiles/permissions.ts";
import { profiles, profileVersions, profileView, profileViews } from "./profiles/profiles.ts";
import { replay } from "./profiles/replay.ts";
import { rollBackProfile, writeProfile } from "./profiles/write-profile.ts";
import { addNote, countRecords, pastEvents, records, retain, verify } from "./records/audit.ts";
import { collectCheckpoint, restoreCheckpoint } from "./records/checkpoint.ts";
import { audienceOf, onEnded, onEvent, onToolsChanged } from "./records/events.ts";
import { follow } from "./records/follow.ts";
import { restoreSnapshot, takeSnapshot } from "./records/snapshot.ts";
import type { Outcome } from "./refusal.ts";
import { dropSandbox, dropSession } from "./sandboxes/drop.ts";
import { endRun, launchRun, prepareRun, recordConnection } from "./sandboxes/runs.ts";
import { countSandboxes, createSandbox, planAgent, sandbox, sandboxes } from "./sandboxes/sandboxes.ts";
import { sweep } from "./sandboxes/sweep.ts";
import { changeSetting, changeSettings, settings } from "./settings.ts";
import { acts, refusePoint } from "./work.ts";

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

/** Refusals that are denials, not mistakes in what was asked. */
const DENIALS = new Set(["person-required", "not-permitted", "not-found", "unknown-agent", "no-permissions", "no-sandbox", "escalation"]);

/** Verbs that record their refusals themselves. */
const RECORDED = new Set(["spawn", "prepareRun", "decide", "refusePoint", "maySend", "mayUse", "send", "broadcast"]);

/** Whether a refusal of a verb must be recorded here: what an agent or a system was denied, and nothing else has recorded. */
async function recordRefusal(context: Context, verb: string, given: readonly unknown[], result: unknown): Promise<void> {
	const [caller, subject] = given;
	if (RECORDED.has(verb) || !isOutcome(result) || result.ok || !isCaller(caller) || caller.principal.kind === "person") return;
	const { code, decisionId } = result.refusal;
	if (decisionId !== undefined || !DENIALS.has(code)) return;
	await refusePoint(context, caller, { action: verb, ...(typeof subject === "string" ? { subject: subject.slice(0, 128) } : {}) }, code);
}

function isOutcome(value: unknown): value is Outcome<unknown> {
	return typeof value === "object" && value !== null && "ok" in value && (value.ok === true || "refusal" in value);
}

function isCaller(value: unknown): value is Caller {
	return typeof value === "object" && value !== null && "principal" in value && "point" in value;
}
