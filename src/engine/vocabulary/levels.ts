/** Labels of a profile; they grant nothing by themselves. */
export const LEVELS = ["yolo", "trusted", "sandboxed", "restricted", "standard", "researcher", "custom"] as const;
export type Level = (typeof LEVELS)[number];

/** How links inside granted trees may be used, strictest first. */
export const SYMLINK_MODES = [false, "inside", true] as const;
export type SymlinkMode = (typeof SYMLINK_MODES)[number];

/** What an ACP peer's tools may do for the agent, strictest first. */
export const CLIENT_TOOL_MODES = ["block", "self_handle", "single_pass_through", "unsafe_debug"] as const;
export type ClientToolMode = (typeof CLIENT_TOOL_MODES)[number];

/** Sandbox directory modes, strictest first. */
export const SANDBOX_MODES = ["isolated", "nested", "shared"] as const;
export type SandboxMode = (typeof SANDBOX_MODES)[number];

/** What a nested child sees of its parent's workspace, strictest first. */
export const PARENT_SHARES = ["none", "read_only", "read_write"] as const;
export type ParentShare = (typeof PARENT_SHARES)[number];

/** How strongly a machine can confine a process, weakest first. */
export const CONFINEMENT_LEVELS = ["L0", "L1", "L2", "L3", "L4"] as const;
export type ConfinementLevel = (typeof CONFINEMENT_LEVELS)[number];

/** How the size limit is held, strictest first. */
export const QUOTAS = ["hard", "soft"] as const;
export type Quota = (typeof QUOTAS)[number];

/** Who may answer an `ask`, strictest first. */
export const APPROVERS = ["human", "any"] as const;
export type Approver = (typeof APPROVERS)[number];
