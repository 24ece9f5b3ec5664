/** Who may talk to whom: edges, the groups they name, and what they say of two agents at a moment. */
export { connectNewAgent, defaultEdges } from "./default-edges.ts";
export { aroundAgents, existingAgentIds, expiredRows, nextExpiry } from "./edge-rows.ts";
export { type Edge, type EdgeList, edgesOf, findEdge, listEdges, removeEdge, replaceAllowEdges, setEdge } from "./edges.ts";
export { findGroup, type Group, groupsOf, listGroups, putGroup, removeGroup } from "./groups.ts";
export { countEdgeUse, edgeState, judgeEdge, judgeEdges, reachable } from "./judge-edge.ts";
