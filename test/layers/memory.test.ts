import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const REPOSITORY = join(import.meta.dirname, "../..");
const files = globSync("src/**/*.ts", { cwd: REPOSITORY })
	.filter((file) => !file.endsWith(".test.ts") && !file.startsWith("src/memory/"))
	.map((file) => ({ file, text: readFileSync(join(REPOSITORY, file), "utf8") }));
const isMemory = (file: string) => /\/memory(\/[\w-]+)?\.ts$/.test(file);

/** What a module holds that changes while it runs: a variable, or a collection that begins empty. */
const STATE = /^(?:export )?(?:let \w+|const \w+(?:: (?!Readonly)[^=]+)? = new (?:Weak)?(?:Map|Set)(?:<.*>)?\(\))/gm;

/** State that is not a memory, or that stands behind a door of its own: the fast ledger and the driver of PostgreSQL. */
const ALLOWED: Readonly<Record<string, string>> = {
	"src/authority/node.ts": "looks that are under way or a second old, so that many who ask start one",
	"src/authority/records/follow.ts": "reads that are gathered until the next turn",
	"src/engine/rules/match-pattern.ts": "no bindings, which stay empty",
	"src/engine/terms/deep-freeze.ts": "the mark of what can no longer change",
	"src/ledger/fast/chain-thread.ts": "the pause of a thread",
	"src/ledger/fast/record-frames.ts": "the texts of sources",
	"src/sandbox/network/create-proxy.ts": "connections that wait for their first request",
	"src/store/postgres/postgres-connection.ts": "statements that the server has prepared",
};

describe("memory", () => {
	it("[memory-one-door] only files called memory remember anything", () => {
		const importers = files.filter(({ file, text }) => /from "(?:\.\.\/)+memory\/index\.ts"/.test(text) && !isMemory(file));
		expect(importers.map(({ file }) => file)).toEqual([]);
		const holders = files.filter(({ file, text }) => !isMemory(file) && text.match(STATE) !== null).map(({ file }) => file);
		expect(holders.filter((file) => !Object.hasOwn(ALLOWED, file))).toEqual([]);
	});

	it("[memory-one-door] every memory is made of the one memo, and listed with what empties it", () => {
		const memories = files.filter(({ file }) => isMemory(file));
		expect(memories.filter(({ text }) => !/from "(?:\.\.\/)+memory\/index\.ts"/.test(text)).map(({ file }) => file)).toEqual([]);
		const page = readFileSync(join(REPOSITORY, "docs/concepts/what-a-decision-costs.md"), "utf8");
		const listed = [...page.matchAll(/^\| `([\w/-]+\.ts)` \| [^|]+ \| [^|]+ \|$/gm)].map(([, file]) => `src/${file}`);
		expect(listed.toSorted()).toEqual(memories.map(({ file }) => file).toSorted());
		expect(memories.length).toBeGreaterThan(15);
	});
});
