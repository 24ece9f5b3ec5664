/** Everything that a snapshot keeps of the other nouns: rows out of one home and into an empty one. */
export { type AgentsSnapshot, exportAgents, importAgents } from "./agents-snapshot.ts";
export { exportGrants, exportMessages, importGrants, importMessages, readCopiedTables, writeCopiedTables } from "./copied-tables.ts";
export { exportIdentity, type IdentitySnapshot, importIdentity } from "./identity-snapshot.ts";
