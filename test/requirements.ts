import { readdirSync } from "node:fs";
import { join } from "node:path";

/** One sentence of the specification that a test must show. */
export interface Requirement {
	/** Lower-kebab; a test names it in its title, in square brackets. */
	readonly id: string;
	/** Where it is written, e.g. `policy.md §5`. */
	readonly source: string;
	readonly behaviour: string;
}

/** Every requirement of every file in test/requirements, with the file that lists it. */
export async function requirements(): Promise<readonly (Requirement & { readonly listedIn: string })[]> {
	const folder = join(import.meta.dirname, "requirements");
	const names = readdirSync(folder).filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"));
	const lists = names.toSorted().map(async (listedIn) => {
		const exported: Readonly<Record<string, unknown>> = await import(join(folder, listedIn));
		return Object.values(exported)
			.flatMap((list) => (Array.isArray(list) ? list : []))
			.map((requirement: Requirement) => ({ ...requirement, listedIn }));
	});
	return (await Promise.all(lists)).flat();
}
