import type { Writ } from "../../engine/index.ts";
import { localPorts } from "../../sandbox/index.ts";

/** The ports of this machine that a writ names: as `localhost`, through the proxy, and as `127.0.0.1`, which also answers inside. */
export function networkPorts({ terms }: Writ): { readonly local: ReadonlySet<number>; readonly forwards: readonly number[] } {
	const { allow } = terms.network;
	return { local: localPorts(allow, "localhost"), forwards: [...localPorts(allow, "127.0.0.1")] };
}
