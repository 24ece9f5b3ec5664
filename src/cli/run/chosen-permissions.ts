import type { Problem } from "../../engine/index.ts";
import type { ServerReply } from "../../points/socket/index.ts";

/** The permissions that are asked for, as `sandbox:prepare` takes them. */
export type ChosenPermissions =
	| { readonly ok: true; readonly data: ServerReply }
	| { readonly ok: false; readonly problems: readonly Problem[] };
