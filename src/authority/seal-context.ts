import type { Place, SealContext, Writ } from "../engine/index.ts";
import { realDisk } from "../platform/index.ts";

/** For whom a definition is sealed. */
export type Holder = Pick<SealContext, "agent" | "parent" | "children" | "home">;

/** The context of sealing for somebody at these places of this disk. */
export function sealContext(holder: Holder, { workspace = "/", ...places }: Readonly<Partial<Record<Place, string>>>): SealContext {
	return { ...holder, root: workspace, places, ...realDisk };
}

/** The context of sealing once more where a writ already holds. */
export function sealContextOf({ agent, parent, children, places }: Pick<Writ, "agent" | "parent" | "children" | "places">): SealContext {
	return sealContext({ agent, parent, children, ...(places.home === null ? {} : { home: places.home }) }, places.written);
}
