import type { Principal } from "../../engine/index.ts";
import { eventsOf, type LedgerRecord } from "../../ledger/index.ts";
import { descendantsOf } from "../../state/agents/index.ts";
import { findKey, isActive } from "../../state/keys/index.ts";
import type { Caller } from "../caller.ts";
import type { Context } from "../context.ts";
import { seeAgent } from "../find-agent.ts";

/** Something that happened, as subscribers hear it. */
export interface LedgerEvent {
	readonly event: string;
	readonly data: Readonly<Record<string, unknown>>;
	/** Place of its record: never twice on one node, and growing. */
	readonly seq: number;
	readonly node: string;
	readonly at: string;
	/** The agent that it is about. */
	readonly agent: string | null;
	readonly correlationId: string | null;
}

/** What a record says happened. */
export function eventsOfRecord(record: LedgerRecord): readonly LedgerEvent[] {
	const { seq, node, at, agent, correlation_id: correlationId } = record;
	return eventsOf(record).map(({ event, data }) => ({ event, data, seq, node, at, agent, correlationId }));
}

/** Calls back for everything that happens from now on. */
export function onEvent(context: Context, listener: (event: LedgerEvent) => void): () => void {
	return context.ledger.subscribe((record) => {
		for (const event of eventsOfRecord(record)) listener(event);
	});
}

/** Calls back when keys or agents ended or took another id, so that points let go of connections that are nobody's any more. */
export function onEnded(context: Context, listener: () => void): () => void {
	const ended = context.signals.on(ENDED, listener);
	const recorded = context.ledger.subscribe((record) => {
		if (eventsOfRecord(record).some(({ event }) => LETTING_GO.has(event))) listener();
	}, LETTING_GO_KINDS);
	return () => {
		ended();
		recorded();
	};
}

/** The signal that keys or agents ended. */
export const ENDED = "ended";

const RENAMED = "agent:renamed";
const TERMINATED = "agent:terminated";
const LETTING_GO = new Set([RENAMED, TERMINATED, "key:revoked", "key:rotated"]);
/** What these events are told from; there is a record for every decision, and none of them matters here. */
const LETTING_GO_KINDS = ["agent", "terminate", "key"] as const;

/** Which events somebody may hear of. */
interface Audience {
	/** Sees every event, also those that nobody asked for: they tell who is who. */
	follow(event: LedgerEvent): void;
	hears(event: LedgerEvent): boolean | Promise<boolean>;
}

/** What a principal may hear of: the same as it may read of what happened, and nothing once its key has expired. */
export async function audienceOf(context: Context, principal: Principal): Promise<Audience> {
	const { keyId } = principal;
	const key = keyId === null ? null : await context.store.look((connection) => findKey(connection, keyId));
	const audience = await standingAudience(context, principal);
	return {
		follow: audience.follow,
		hears: (event) => (keyId === null || (key !== null && isActive(key, context.clock.now()))) && audience.hears(event),
	};
}

async function standingAudience(context: Context, principal: Principal): Promise<Audience> {
	switch (principal.kind) {
		case "system":
			return EVERYTHING;
		case "agent":
			return familyOf(context, principal);
		case "person":
			return principal.role === "admin" ? EVERYTHING : accessibleTo(context, principal);
	}
}

const EVERYTHING: Audience = { follow: () => undefined, hears: () => true };

/**
 * An agent hears of itself and of its descendants.
 * SECURITY: an id that was given up is heard no more: it may be another's the next moment.
 */
async function familyOf(context: Context, { id }: Extract<Principal, { kind: "agent" }>): Promise<Audience> {
	const below = await context.store.look((connection) => descendantsOf(connection, id));
	const heard = new Set<string>([id, ...below.map((agent) => agent.id)]);
	let ending: LedgerEvent | null = null;
	return {
		follow(event) {
			const { agent, data } = event;
			const { from, parent, parent_id = parent } = data;
			if (agent === null) return;
			if (event.event === "agent:spawned" && typeof parent_id === "string" && heard.has(parent_id)) heard.add(agent);
			if (event.event === RENAMED && typeof from === "string" && heard.delete(from) && from !== id) heard.add(agent);
			if (event.event === TERMINATED && heard.delete(agent)) ending = event;
		},
		hears: (event) => event === ending || (event.agent !== null && heard.has(event.agent)),
	};
}

/** A person hears of what is owned or shared at this moment, and of the end of what was. */
function accessibleTo(context: Context, principal: Extract<Principal, { kind: "person" }>): Audience {
	const caller: Caller = { principal, point: "subscription", correlationId: null };
	const seen = new Set<string>();
	return {
		follow: () => undefined,
		async hears({ event, agent }) {
			if (agent === null) return false;
			if (event === TERMINATED && seen.delete(agent)) return true;
			const found = await context.store.look((connection) => seeAgent(connection, caller, agent));
			if (found.ok) seen.add(agent);
			else seen.delete(agent);
			return found.ok;
		},
	};
}

/** What changes which tools somebody has: mounted servers, writs and grants. */
const KINDS = ["mcp", "agent", "grant"] as const;
/** Of what happens to mounted servers, most changes nobody's tools. */
const OF_MOUNTS = new Set(["mounted", "unmounted", "reviewed", "changed"]);
/** Who has many tools and many changes is not told of each. */
const QUIET = 200;

/** Calls back, after a moment of quiet, when these agents (`null` = anybody) may have other tools than before; who has is for the listener to look up. */
export function onToolsChanged({ ledger }: Context, listener: (agents: ReadonlySet<string> | null) => void): () => void {
	let timer: NodeJS.Timeout | null = null;
	let changed: Set<string> | null = new Set();
	const forget = ledger.subscribe(({ kind, agent, request }) => {
		if (kind === "mcp" && !OF_MOUNTS.has(actionOf(request))) return;
		// What tightens an agent tightens those below it.
		if (kind === "grant" && agent !== null) changed?.add(agent);
		else changed = null;
		timer ??= setTimeout(() => {
			const agents = changed;
			timer = null;
			changed = new Set();
			listener(agents);
		}, QUIET).unref();
	}, KINDS);
	return () => {
		forget();
		if (timer !== null) clearTimeout(timer);
	};
}

function actionOf(request: unknown): string {
	return typeof request === "object" && request !== null && "action" in request ? String(request.action) : "";
}

/** Whether an event fits any of the patterns. */
export function compilePatterns(texts: readonly string[]): (event: string) => boolean {
	const patterns = texts.map((text) => text.split("*"));
	return (event) => patterns.some((parts) => fitsParts(event, parts));
}

/** SECURITY: each part is looked for once, so no pattern costs more than its length. */
function fitsParts(event: string, parts: readonly string[]): boolean {
	const [first = "", ...rest] = parts;
	const last = rest.pop();
	if (last === undefined) return event === first;
	if (event.length < first.length + last.length || !event.startsWith(first) || !event.endsWith(last)) return false;
	const end = event.length - last.length;
	let at = first.length;
	for (const part of rest) {
		const found = event.indexOf(part, at);
		if (found < 0 || found + part.length > end) return false;
		at = found + part.length;
	}
	return true;
}
