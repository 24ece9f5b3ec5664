import type { Problem } from "../../engine/index.ts";
import type { Reply } from "../../points/socket/index.ts";

/** The permissions that are asked for, as `sandbox:prepare` takes them. */
export type ChosenPermissions = { readonly ok: true; readonly data: Reply } | { readonly ok: false; readonly problems: readonly Problem[] };
