export { type Connection, numberOf, numberOrNull, type Row, type SqlValue, type Statement, textOf, textOrNull } from "./connection.ts";
export { openStore } from "./open-store.ts";
export { openToRead } from "./open-to-read.ts";
export { type Refusal, refused } from "./refusal.ts";
export { openSecondWriter } from "./sqlite/second-writer.ts";
export type { Aside, Batch, CommitHooks, Store, Touched, Transaction } from "./store.ts";
export { plainText, storedText } from "./stored-text.ts";
export { type AgentRowFilter, countAgentRows, pageOfAgentRows } from "./tables/agent-pages.ts";
export {
	type AgentChange,
	type AgentRow,
	agentsWithRunner,
	ancestorRowsOf,
	anyAgentLives,
	childIdsOf,
	childRowsOf,
	descendantRowsOf,
	endAgentRow,
	endedAgentRows,
	findAgentRow,
	findFoldedId,
	insertAgentRow,
	lastEndOf,
	renameAgentRow,
	rowsWithAcceptFrom,
	updateAgentRow,
} from "./tables/agents.ts";
export {
	type ApprovalRow,
	closeApprovalRow,
	closeApprovalRowsOf,
	closeDueApprovalRows,
	countPendingApprovals,
	findApprovalRow,
	findPendingApprovalRow,
	insertApprovalRow,
	type Place,
	pageOfApprovalRows,
	type TimedFilter,
	takeApprovedRow,
} from "./tables/approvals.ts";
export { type AroundAgent, aroundAgents } from "./tables/around-agents.ts";
export {
	type BudgetRow,
	budgetLineOf,
	deleteOldReservationRows,
	deleteReservationRow,
	findBudgetRows,
	findReservationRow,
	insertReservationRow,
	lockBudgetRow,
	type ReservationRow,
	saveBudgetRows,
} from "./tables/budgets.ts";
export { readCopiedTables, writeCopiedTables } from "./tables/copied-rows.ts";
export { edgeRowsBetween, insertEdgeUse, pageOfReachableRows } from "./tables/edge-verdicts.ts";
export {
	agentIdsOfOwner,
	allowEdgeRowsFrom,
	deleteEdgeRow,
	type EdgeRow,
	existingAgentIds,
	findEdgeRow,
	insertEdgeRow,
	lockEdgeRow,
	pageOfEdgeRows,
	upsertEdgeRow,
} from "./tables/edges.ts";
export {
	countOpenGrants,
	endDueGrantRows,
	endGrantRow,
	endGrantRowsOf,
	findGrantRow,
	insertGrantRow,
	liveGrantRowsOf,
	pageOfGrantRows,
	takeGrantUse,
} from "./tables/grants.ts";
export {
	deleteGroupRow,
	findFoldedGroupRow,
	findGroupRow,
	groupRowsOfAgent,
	memberRowsOf,
	pageOfGroupRows,
	replaceMemberRows,
	upsertGroupRow,
} from "./tables/groups.ts";
export { cursorOfKey, keyOfCursor } from "./tables/key-cursor.ts";
export {
	addKeyUses,
	findKeyRow,
	findKeyRowByHash,
	insertKeyRow,
	type KeyRow,
	type KeyRowFilter,
	livingKeyIds,
	pageOfKeyRows,
	replaceKeyRow,
	revokeKeyRow,
} from "./tables/keys.ts";
export {
	deleteLedgerPrefix,
	findFirstKept,
	findLastLedgerRow,
	findLedgerHead,
	findLedgerRow,
	type LedgerHeadRow,
	type LedgerRow,
	ledgerStatements,
	listLedgerNodes,
	readLedgerRows,
} from "./tables/ledger.ts";
export {
	countLedgerRows,
	findLedgerRows,
	type LedgerQuery,
	type ListedRow,
	lastListed,
	listingStatement,
	listLedgerRows,
	listRetentionRows,
	readListedRows,
} from "./tables/ledger-lookup.ts";
export {
	countQueued,
	deepestOpen,
	findMessageRow,
	findReplyRow,
	insertMessageRow,
	markAnswered,
	markFailed,
	markUndeliverable,
	pageOfConversationRows,
	pageOfMailboxRows,
	peekMessageRows,
	requeueTaken,
	requeueTakenAt,
	takeMessageRows,
} from "./tables/messages.ts";
export { deleteMountRow, findMountRow, type MountRow, mountRows, saveMountRow } from "./tables/mounts.ts";
export { expiredRows, nextExpiry } from "./tables/next-expiry.ts";
export { deleteNode, saveNodeSeen } from "./tables/nodes.ts";
export { type Page, pageOf } from "./tables/page-of.ts";
export { findPersonRow, insertPersonRow, pageOfPersonRows, updateRole } from "./tables/people.ts";
export {
	anyProfileKept,
	findProfileRow,
	insertProfileRow,
	newestProfileRow,
	newestProfileRows,
	type ProfileRow,
	pageOfProfileRows,
} from "./tables/profiles.ts";
export {
	agentsSharing,
	countSandboxDigests,
	countSandboxRows,
	deleteSandboxRow,
	findSandboxRow,
	insertSandboxRow,
	pageOfSandboxRows,
	sandboxRowsOfParent,
	updateSandboxConfig,
} from "./tables/sandboxes.ts";
export { findSealedRow, findSealedRowByDigest, insertSealedRow } from "./tables/sealed.ts";
export { deleteSession, findOwnSession, findSession, insertSession, sessionPaths } from "./tables/sessions.ts";
export { findSettingRow, saveSettingRow, settingRows } from "./tables/settings.ts";
export { deleteShareRow, findShareRow, insertShareRow, shareRowsOf } from "./tables/shares.ts";
export { talkRows } from "./tables/talk.ts";
export { deleteTodoRow, findTodoRow, saveTodoRow, type TodoRow } from "./tables/todos.ts";
export { insertWholeRows, parseWholeRows, readWholeTable } from "./tables/whole-tables.ts";
export { withdrawMessageRows } from "./tables/withdrawn.ts";
