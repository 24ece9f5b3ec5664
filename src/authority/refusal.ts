import type { Escalation, Problem, Reason } from "../engine/index.ts";

/** Why a verb did not do what it was asked; the points put it into the words of their wire. */
export interface Refusal {
	/** Stable, lower-kebab. */
	readonly code: string;
	readonly message: string;
	readonly reasons?: readonly Reason[];
	readonly decisionId?: string | null;
	/** The question that a person can answer so that it passes. */
	readonly approvalId?: string;
	readonly retryable?: boolean;
	readonly retryAfter?: number;
	readonly escalations?: readonly Escalation[];
	readonly problems?: readonly Problem[];
}

/** What a verb comes to. */
export type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: Refusal };

export function done<T>(value: T): Outcome<T> {
	return { ok: true, value };
}

export function refuse(
	code: string,
	message: string,
	more: Omit<Refusal, "code" | "message"> = {},
): { readonly ok: false; readonly refusal: Refusal } {
	return { ok: false, refusal: { code, message, ...more } };
}

/** An id that is not valid, is reserved, or that the caller may not use. */
export function invalidId(id: unknown): { readonly ok: false; readonly refusal: Refusal } {
	return refuse("invalid-id", `Invalid agent id: ${String(id)}`);
}

/** One thing of a sandbox that was asked for beyond what is held. */
export function beyond(dimension: string, requested: string, held: string): { readonly ok: false; readonly refusal: Refusal } {
	return refuse("escalation", `More is asked for than is held: ${dimension}`, {
		escalations: [{ dimension, requested, parent: held, message: `'${requested}' is asked for, '${held}' is held` }],
	});
}

/** Thrown inside a work so that the store undoes all of it; `undoing` turns it back into a value. */
class Refused extends Error {
	readonly refusal: Refusal;

	constructor(refusal: Refusal) {
		super(refusal.message);
		this.refusal = refusal;
	}
}

/** Runs a work that is undone as a whole when it comes to a refusal. */
export async function undoing<T>(run: (work: (outcome: Outcome<T>) => T) => Promise<T>): Promise<Outcome<T>> {
	try {
		return done(await run(keepOrThrow));
	} catch (error) {
		if (error instanceof Refused) return { ok: false, refusal: error.refusal };
		throw error;
	}
}

function keepOrThrow<T>(outcome: Outcome<T>): T {
	if (outcome.ok) return outcome.value;
	throw new Refused(outcome.refusal);
}

/** What a refusal says besides its code and message, under the names that every wire uses. */
export function refusalMembers(refusal: Refusal): Readonly<Record<string, unknown>> {
	const { reasons, decisionId, approvalId, retryable, retryAfter, escalations, problems } = refusal;
	const members = {
		reasons,
		decision_id: decisionId,
		approval_id: approvalId,
		retryable,
		retry_after: retryAfter,
		escalations: escalations?.map(({ dimension, parent, requested }) => ({ dimension, parent, requested })),
		problems,
	};
	return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}
