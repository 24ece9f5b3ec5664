import {
	type Connection,
	closeApprovalRowsOf,
	closeDueApprovalRows,
	findApprovalRow,
	type Page,
	pageOf,
	pageOfApprovalRows,
	type TimedFilter,
	type Transaction,
} from "../store/index.ts";
import { type Approval, type ApprovalStatus, approvalOf } from "./approval.ts";
import { cursorOf, placeOf } from "./place.ts";

export async function findApproval(connection: Connection, id: string): Promise<Approval | null> {
	const row = await findApprovalRow(connection, id);
	return row === null ? null : approvalOf(row);
}

/** Which approvals a list shows, and from where on. */
export interface ApprovalList extends TimedFilter {
	readonly status?: ApprovalStatus;
	readonly limit: number;
	readonly cursor?: string | null;
}

/** Approvals, the oldest first, page by page. One whose time is over is shown as pending until `expireApprovals` was there. */
export async function listApprovals(connection: Connection, { limit, cursor = null, ...filter }: ApprovalList): Promise<Page<Approval>> {
	const place = placeOf(cursor);
	const rows = place === null ? [] : await pageOfApprovalRows(connection, filter, place, limit + 1);
	return pageOf(rows, limit, approvalOf, cursorOf);
}

/** Ends everything that nobody answered in time, and tells what. */
export async function expireApprovals(transaction: Transaction, now: number): Promise<readonly Approval[]> {
	const end = { status: "expired", by: null, at: now, answer: null, grant: null };
	return (await closeDueApprovalRows(transaction, now, end)).map(approvalOf);
}

/** Denies everything that an agent waits for, because it restarts or ends. */
export async function denyApprovalsOf(
	transaction: Transaction,
	agent: string,
	now: number,
	by: string | null = null,
): Promise<readonly Approval[]> {
	const end = { status: "denied", by, at: now, answer: null, grant: null };
	return (await closeApprovalRowsOf(transaction, agent, end)).map(approvalOf);
}
