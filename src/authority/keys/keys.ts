import { type AgentId, type Principal, principalName, type Role } from "../../engine/index.ts";
import { descendantsOf } from "../../state/agents/index.ts";
import {
	type AccessKey,
	createKey,
	ensurePerson,
	findKey,
	findPerson,
	type KeyScope,
	listKeys,
	revokeKey,
	rotateKey,
} from "../../state/keys/index.ts";
import type { Connection, Transaction } from "../../store/index.ts";
import { type Caller, hasRole, mayChange } from "../caller.ts";
import type { Context } from "../context.ts";
import { findAgentFor } from "../find-agent.ts";
import { isStanding } from "../memory/keys.ts";
import { ENDED } from "../records/events.ts";
import { done, type Outcome, refuse } from "../refusal.ts";
import { changing, note } from "../work.ts";

/** A key that a person wants. */
export interface KeyWish {
	readonly name: string;
	readonly description?: string;
	readonly scope?: KeyScope;
	readonly agent?: string;
	/** Whose key, when not the caller's own: administrators only; a new address makes the person. */
	readonly email?: string;
	readonly role?: Role;
	readonly expiresAt?: number;
	/** The prefix that Trinity's clients expect. */
	readonly compat?: boolean;
}

/** A key with its value, which is shown this once. */
export interface KeyWithValue {
	readonly key: AccessKey;
	readonly value: string;
	/** What its person may do; `null` for agents and systems. */
	readonly role: Role | null;
}

/** Who holds this key. */
export async function authenticate(context: Context, value: unknown): Promise<Outcome<Principal>> {
	const now = context.clock.now();
	const found = await context.shownKeys.authenticate(value, now);
	if (!found.ok) return refuse(found.code, found.message);
	context.keyUses.count(found.key.id, now);
	return done(found.principal);
}

/** Whether a principal's key, and the agent behind it, still stand; an agent that has another id now connects again. */
export async function isLive(context: Context, principal: Principal): Promise<boolean> {
	if (principal.keyId === null && principal.kind !== "agent") return true;
	return context.store.look((connection) => isStanding(connection, principal, context.clock.now()));
}

/** Makes a key. */
export function makeKey(context: Context, caller: Caller, wish: KeyWish): Promise<Outcome<KeyWithValue>> {
	return changing(context, caller, async (transaction) => {
		const subject = await subjectOf(context, transaction, caller, wish);
		if (!subject.ok) return subject;
		const now = context.clock.now();
		if (wish.expiresAt !== undefined && wish.expiresAt <= now) return refuse("invalid-request", "expires_at lies in the past");
		const own = await ownKeyOf(transaction, caller, subject.value);
		const made = await createKey(transaction, {
			name: wish.name,
			description: wish.description ?? null,
			scope: wish.scope ?? "user",
			...subject.value,
			createdBy: principalName(caller.principal),
			derivedFrom: own?.id ?? null,
			expiresAt: earlier(wish.expiresAt ?? null, own?.expiresAt ?? null),
			...(wish.compat === undefined ? {} : { compat: wish.compat }),
			now,
		});
		noteKey(context, transaction, caller, made.key, "created");
		return done({ ...made, role: await roleOf(transaction, made.key) });
	});
}

/** Ends a key and everything that depends on it; says which keys ended. */
export async function endKey(context: Context, caller: Caller, id: string): Promise<Outcome<readonly string[]>> {
	const outcome = await changing<readonly string[]>(context, caller, async (transaction) => {
		const key = await ownKey(context, transaction, caller, id);
		if (!key.ok) return key;
		const descendants = key.value.agent === null ? [] : (await descendantsOf(transaction, key.value.agent)).map((agent) => agent.id);
		const revoked = await revokeKey(transaction, id, { now: context.clock.now(), descendants });
		for (const ended of revoked) {
			const one = await findKey(transaction, ended);
			if (one !== null) noteKey(context, transaction, caller, one, "revoked");
		}
		return done(revoked);
	});
	if (outcome.ok) context.signals.raise(ENDED);
	return outcome;
}

/** Gives a key a new value. */
export async function renewKey(context: Context, caller: Caller, id: string, graceSeconds = 0): Promise<Outcome<KeyWithValue>> {
	const outcome = await changing<KeyWithValue>(context, caller, async (transaction) => {
		const key = await ownKey(context, transaction, caller, id);
		if (!key.ok) return key;
		const rotated = await rotateKey(transaction, id, { now: context.clock.now(), graceSeconds });
		if (!rotated.ok) return refuse(rotated.code, rotated.message);
		noteKey(context, transaction, caller, rotated.key, "rotated");
		return done({ key: rotated.key, value: rotated.value, role: await roleOf(transaction, rotated.key) });
	});
	if (outcome.ok) context.signals.raise(ENDED);
	return outcome;
}

/** The keys that the caller may see: administrators all, others their own and their agents'. */
export function keys(
	context: Context,
	caller: Caller,
	query: { readonly limit: number; readonly cursor: string | null; readonly agent?: string },
): ReturnType<typeof listKeys> {
	return context.store.look(async (connection) => {
		const { principal } = caller;
		if (hasRole(caller, "admin")) return listKeys(connection, query);
		if (principal.kind !== "person") return { items: [], next_cursor: null };
		return listKeys(connection, { ...query, person: principal.email });
	});
}

/** One key that the caller may see. */
export function key(context: Context, caller: Caller, id: string): Promise<Outcome<AccessKey>> {
	return context.store.look((connection) => ownKey(context, connection, caller, id));
}

/** What the key is called that a principal showed. */
export async function keyName({ store }: Context, { keyId }: Principal): Promise<string | null> {
	return keyId === null ? null : ((await store.look((connection) => findKey(connection, keyId)))?.name ?? null);
}

/**
 * The key that the caller shows, when the new one is for the same person.
 * SECURITY: a second key that people make for themselves ends with the first.
 */
async function ownKeyOf(transaction: Transaction, { principal }: Caller, subject: object): Promise<AccessKey | null> {
	if (principal.kind !== "person" || principal.keyId === null) return null;
	if (!("person" in subject) || subject.person !== principal.email) return null;
	return findKey(transaction, principal.keyId);
}

function earlier(one: number | null, other: number | null): number | null {
	if (one === null || other === null) return one ?? other;
	return Math.min(one, other);
}

async function subjectOf(
	context: Context,
	transaction: Transaction,
	caller: Caller,
	{ scope = "user", agent, email, role, name }: KeyWish,
): Promise<Outcome<{ readonly person: string } | { readonly agent: AgentId } | { readonly systemName: string }>> {
	const { principal } = caller;
	if (principal.kind !== "person") return refuse("person-required", "Only a person may do this");
	if (scope === "agent") {
		const found = await findAgentFor(context, transaction, caller, agent ?? "");
		if (!found.ok) return found;
		return mayChange(caller, found.value.agent)
			? done({ agent: found.value.agent.id })
			: refuse("not-permitted", "Only the owner can modify agent permissions");
	}
	if (agent !== undefined) return refuse("invalid-request", `A key of scope ${scope} cannot name an agent`);
	const admin = hasRole(caller, "admin");
	if (scope === "system") return admin ? done({ systemName: name }) : refuse("not-permitted", "Only an administrator makes system keys");
	const address = email ?? principal.email;
	if (!admin && (address !== principal.email || role !== undefined))
		return refuse("not-permitted", "Only an administrator makes keys for others");
	const person = await ensurePerson(transaction, address === "local" ? "admin@localhost" : address, role ?? "user", context.clock.now());
	if (!person.ok) return refuse(person.code, person.message);
	// SECURITY: a caller that asks for a key with fewer rights must not silently get one with more.
	if (role !== undefined && person.person.role !== role)
		return refuse(
			"role-differs",
			`${person.person.email} is known with the role ${person.person.role}, which a key does not change: leave the role out, or make the key for another address`,
		);
	return done({ person: person.person.email });
}

async function roleOf(connection: Connection, { person }: AccessKey): Promise<Role | null> {
	return person === null ? null : ((await findPerson(connection, person))?.role ?? null);
}

async function ownKey(context: Context, connection: Connection, caller: Caller, id: string): Promise<Outcome<AccessKey>> {
	const { principal } = caller;
	if (principal.kind !== "person") return refuse("person-required", "Only a person may do this");
	const key = await findKey(connection, id);
	if (key !== null && (hasRole(caller, "admin") || key.person === principal.email || (await ownsAgentOf(context, connection, caller, key))))
		return done(key);
	return refuse("not-found", "Key not found");
}

async function ownsAgentOf(context: Context, connection: Connection, caller: Caller, { agent }: AccessKey): Promise<boolean> {
	const known = agent === null ? null : await context.known.find(connection, agent);
	return known !== null && mayChange(caller, known.agent);
}

function noteKey(context: Context, transaction: Transaction, caller: Caller, key: AccessKey, action: string): void {
	note(context, transaction, caller, { kind: "key", agent: key.agent, request: { action, key: key.id, scope: key.scope, name: key.name } });
}
