/** The agents that live: how they are registered, found, changed and ended, with their writs, sandboxes, shares and lists of things to do. */

export { type Agent, type AgentStatus, corruptLineage, fitsParent, readAgent } from "./agent.ts";
export { AGENT_COLUMNS, agentsWithRunner, anyAgentLives, findAgentRow, findFoldedId } from "./agent-rows.ts";
export {
	type AgentUpdate,
	endAgent,
	endedAgents,
	renameAgent,
	resealAgent,
	setRunning,
	setStatus,
	stopAgent,
	updateAgent,
} from "./change-agent.ts";
export { childrenOf, descendantsOf, findAgent, findAgentWithWrit, type HeldWrit, lineageOf } from "./find-agents.ts";
export { type AgentQuery, countAgents, listAgents, matchesIdPattern, pageOfAgentRows } from "./list-agents.ts";
export { type NewAgent, registerAgent } from "./register-agent.ts";
export {
	agentsSharing,
	countSandboxDigests,
	deleteSession,
	findOwnSession,
	findSandbox,
	findSession,
	insertSandbox,
	insertSession,
	listSandboxes,
	readSandbox,
	removeSandbox,
	type SandboxRecord,
	type SandboxStats,
	sandboxRowsOfParent,
	sandboxStats,
	sessionPaths,
	statsOf,
} from "./sandboxes.ts";
export { findTerms, readPlaces, readSealedTerms } from "./sealed-terms.ts";
export { addShare, isShared, listShares, readShare, removeShare, type Share } from "./shares.ts";
export { deleteTodoRow, findTodoRow, saveTodoRow } from "./todos.ts";
