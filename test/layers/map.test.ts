import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Layer } from "../../scripts/layers.ts";

const REPOSITORY = join(import.meta.dirname, "../..");
const read = (path: string) => readFileSync(join(REPOSITORY, path), "utf8");
const { layers }: { layers: readonly Layer[] } = JSON.parse(read("layers.json"));

/** The rows of the map: a room and its sentence. */
function mapRows(): ReadonlyMap<string, string> {
	const rows = read("src/README.md").matchAll(/^\| `([^`]+)` \| (.+) \|$/gm);
	return new Map([...rows].map(([, room = "", sentence = ""]) => [`src/${room}`, sentence]));
}

describe("the map (src/README.md)", () => {
	it("[map-rooms] has one row for each room of layers.json, in its order within each part, and no other", () => {
		expect([...mapRows().keys()].toSorted()).toEqual(layers.map(({ folder }) => folder).toSorted());
	});

	it("[map-rooms] says of a room what the first line of its index.ts says", () => {
		for (const [room, sentence] of mapRows()) {
			if (!existsSync(join(REPOSITORY, room, "index.ts"))) continue;
			const [first] = read(`${room}/index.ts`).split("\n");
			expect(first, room).toBe(`/** ${sentence} */`);
		}
	});

	it("[map-rooms] every folder with an index.ts is a room, and every room but the command has one", () => {
		const doors = globSync("src/**/index.ts", { cwd: REPOSITORY }).map((file) => dirname(file));
		expect(doors.toSorted()).toEqual(
			layers
				.map(({ folder }) => folder)
				.filter((folder) => folder !== "src/cli")
				.toSorted(),
		);
	});

	it("[map-walks] every file and folder that the walks and the page of places name is there", () => {
		const named = (path: string, pattern: RegExp) => [...read(path).matchAll(pattern)].map(([, name = ""]) => name.replace(/[/.]$/, ""));
		const places = named("docs/concepts/where-things-go.md", /`(src\/[\w/.-]+)`/g).filter((name) => !name.includes("<"));
		const walks = named(
			"src/README.md",
			/`((?:cli|client|engine|points|authority|state|supervise|sandbox|platform|ledger|store)\/[\w/-]+)`/g,
		);
		const isThere = (path: string) => existsSync(join(REPOSITORY, path)) || existsSync(join(REPOSITORY, `${path}.ts`));
		expect(places.filter((path) => !isThere(path))).toEqual([]);
		expect(walks.filter((path) => !isThere(`src/${path}`))).toEqual([]);
		expect(walks.length).toBeGreaterThan(20);
	});

	it("[map-rooms] no folder holds more than 30 files, and files are at most three folders deep in a room", () => {
		const counts = new Map<string, number>();
		for (const file of globSync("src/**/*.ts", { cwd: REPOSITORY })) {
			if (file.endsWith(".test.ts")) continue;
			counts.set(dirname(file), (counts.get(dirname(file)) ?? 0) + 1);
			expect(file.split("/").length, file).toBeLessThanOrEqual(5);
		}
		expect([...counts].filter(([, files]) => files > 30)).toEqual([]);
	});
});
