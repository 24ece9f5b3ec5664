/** The one way to the database: works that share durable commits, over SQLite or PostgreSQL, and the schema. */
export { commitHere, RunAgain } from "./committer.ts";
export {
	type Connection,
	firstRow,
	numberOf,
	numberOrNull,
	type Row,
	type SqlValue,
	type Statement,
	textOf,
	textOrNull,
} from "./connection.ts";
export { deleteNode, saveNodeSeen } from "./nodes.ts";
export { openStore, openToRead } from "./open-store.ts";
export { cursorOfKey, keyOfCursor, type Page, pageOf } from "./pages.ts";
export { type Refusal, refused } from "./refusal.ts";
export { MIGRATIONS, type Migration } from "./schema.ts";
export { openSecondWriter } from "./sqlite/second-writer.ts";
export type { Batch, Commit, CommitHooks, CommitTransaction, Committer, Store, Touched, Transaction } from "./store.ts";
export { isKeepable, plainText, storedText } from "./values.ts";
