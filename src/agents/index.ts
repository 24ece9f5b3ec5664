/** Who lives, whose child, holding which writ. */
export type { Agent, AgentStatus } from "./agent.ts";
export { type AgentUpdate, resealAgent, setRunning, setStatus, stopAgent, updateAgent } from "./change-agent.ts";
export { type EndedAgent, endAgent, endedAgents } from "./end-agent.ts";
export { findAgent, findAgentWithWrit, type HeldWrit } from "./find-agent.ts";
export { corruptLineage, fitsParent } from "./fits-parent.ts";
export { matchesIdPattern } from "./id-pattern.ts";
export { childrenOf, descendantsOf, lineageOf } from "./lineage.ts";
export { type AgentQuery, countAgents, listAgents } from "./list-agents.ts";
export { type NewAgent, type RegisterOutcome, registerAgent } from "./register-agent.ts";
export { type RenameOutcome, renameAgent } from "./rename-agent.ts";
export {
	findSandbox,
	insertSandbox,
	listSandboxes,
	removeSandbox,
	type SandboxRecord,
	type SandboxStats,
	sandboxStats,
	statsOf,
} from "./sandboxes.ts";
export { findTerms } from "./sealed-grant.ts";
export { addShare, isShared, listShares, removeShare, type Share, type ShareOutcome } from "./shares.ts";
export { type AgentsSnapshot, exportAgents, type ImportOutcome, importAgents } from "./snapshot.ts";
