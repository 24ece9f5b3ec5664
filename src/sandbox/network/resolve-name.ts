import { lookup } from "node:dns/promises";

/** The addresses of a name as every program of this machine sees them (hosts file included). */
export async function resolveName(name: string): Promise<readonly string[]> {
	const found = await lookup(name, { all: true, order: "verbatim" });
	return found.map(({ address }) => address);
}
