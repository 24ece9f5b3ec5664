import { canonicalJson, sha256 } from "../engine/index.ts";
import { type Transaction, takeApprovedRow, textOf, textOrNull } from "../store/index.ts";

/** An approval that let one request pass. */
export interface Pass {
	readonly approval: string;
	readonly by: string | null;
}

/** How long an approved request may still be made. */
const STANDS = 10 * 60_000;

/** What makes two questions the same. */
export function fingerprintOf(rule: string | null, request: unknown): string {
	return sha256(canonicalJson({ rule, request }));
}

/** Lets a request pass that a person allowed once, and never a second time; `null` = nobody did. */
export async function takeApproved(
	transaction: Transaction,
	agent: string,
	{ rule, request }: { readonly rule: string | null; readonly request: unknown },
	now: number,
): Promise<Pass | null> {
	const row = await takeApprovedRow(transaction, agent, fingerprintOf(rule, request), now - STANDS, now);
	return row === null ? null : { approval: textOf(row, "id"), by: textOrNull(row, "answered_by") };
}
