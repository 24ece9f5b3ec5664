export const PATH_OPERATIONS = ["read", "write", "create", "delete", "rename", "symlink", "hardlink"] as const;
export type PathOperation = (typeof PATH_OPERATIONS)[number];

export interface ToolRequest {
	readonly kind: "tool";
	readonly tool: string;
	readonly input: Readonly<Record<string, unknown>>;
	readonly cwd?: string;
}
export interface CommandRequest {
	readonly kind: "command";
	readonly command: string;
	readonly cwd?: string;
}
export interface PathRequest {
	readonly kind: "path";
	readonly operation: PathOperation;
	readonly path: string;
	/** rename: the new name; symlink, hardlink: what the new link points to. */
	readonly to?: string;
	readonly cwd?: string;
}
export interface TargetRequest {
	readonly kind: "target";
	readonly tool: string;
	/** Untrusted: anything but a non-empty text is denied. */
	readonly target: unknown;
}
export interface NetworkRequest {
	readonly kind: "network";
	readonly host: string;
	readonly port: number;
}
export interface SpawnRequest {
	readonly kind: "spawn";
	/** The child's profile: a name or a profile object, or an object with `profile` and `overrides`. */
	readonly wish: unknown;
}
export interface SpendRequest {
	readonly kind: "spend";
	readonly tokens?: number;
	readonly requests?: number;
	readonly costUsd?: number;
}
export interface EventRequest {
	readonly kind: "event";
	readonly event: string;
}

/** One thing that an agent wants to do. */
export type Request =
	| ToolRequest
	| CommandRequest
	| PathRequest
	| TargetRequest
	| NetworkRequest
	| SpawnRequest
	| SpendRequest
	| EventRequest;

/** A request as it came, which nobody has read: the engine reads it, and denies what it cannot read. */
export function unreadRequest(request: unknown): Request {
	return request as Request;
}
