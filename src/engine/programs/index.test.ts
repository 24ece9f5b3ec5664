import { describe, expect, it } from "vitest";
import type { Analyser } from "./analyser.ts";
import { PROGRAMS, TEXT_ANALYSERS } from "./index.ts";
import { shellBuiltIns } from "./launchers/shells.ts";
import type { CommandForm, OptionRow, ProgramTable } from "./program-table.ts";

/** A built-in may have the name of a program. */
const programs = PROGRAMS.filter((table) => !shellBuiltIns.includes(table));

describe("the tables of programs", () => {
	it("[programs-a-tables] [programs-b-tables] every dangerous row says why", () => {
		const silent = rows().filter(({ row }) => isDangerous(row) && (row.why ?? "") === "");
		expect(silent.map(describeRow)).toEqual([]);
	});

	it("[programs-a-tables] [programs-b-tables] every dangerous form says why", () => {
		const silent = forms().filter(({ form }) => form.hazard !== undefined && (form.why ?? "") === "");
		expect(silent.map(({ path }) => path)).toEqual([]);
		const interpreters = PROGRAMS.filter((table) => table.interpreter !== undefined && (table.interpreter.why ?? "") === "");
		expect(interpreters.map((table) => table.names[0])).toEqual([]);
	});

	it("[programs-a-tables] [programs-b-tables] option names begin with a dash or a plus and hold no blank or value", () => {
		const odd = rows().filter(({ row }) => row.names.length === 0 || row.names.some((name) => !/^[-+][^\s<[]+$/.test(name)));
		expect(odd.map(describeRow)).toEqual([]);
	});

	it("[programs-a-tables] [programs-b-tables] no option stands twice in one form", () => {
		const twice = forms().flatMap(({ path, form }) => {
			const names = (form.options ?? []).flatMap((row) => row.names.map((name) => (row.prefix === true ? `${name}…` : name)));
			return names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${path} ${name}`);
		});
		expect(twice).toEqual([]);
	});

	it("[programs-a-tables] [programs-b-tables] no program stands in two tables", () => {
		const names = programs.flatMap((table) => table.names);
		expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
	});

	it("[programs-a-tables] another name of a form leads to a form of the same table", () => {
		const lost = PROGRAMS.flatMap((table) =>
			formsOf(table.names[0] ?? "", table)
				.filter(({ form }) => form.aliasOf !== undefined && !leads(table, form.aliasOf.split(" ")))
				.map(({ path, form }) => `${path} → ${form.aliasOf}`),
		);
		expect(lost).toEqual([]);
	});

	it("[programs-a-tables] exceptions belong to dangerous options with a value", () => {
		const odd = rows().filter(
			({ row }) => row.except !== undefined && (row.hazard === undefined || ((row.value ?? "none") === "none" && row.prefix !== true)),
		);
		expect(odd.map(describeRow)).toEqual([]);
	});

	it("[programs-a-tables] [programs-b-tables] the programs that the policy names have a table", () => {
		const known = new Set(PROGRAMS.flatMap((table) => table.names));
		const wanted =
			"git gh glab hg svn npm npx pnpm yarn bun deno node tsc eslint prettier biome vitest jest mocha playwright python python3 pip pytest ruff mypy tox poetry uv black cargo rustc go make cmake ninja gcc java mvn gradle ruby bundle php composer dotnet docker podman docker-compose kubectl helm terraform aws gcloud az psql mysql sqlite3 redis-cli ansible vagrant claude codex gemini opencode " +
			"find rg grep sed awk tar sort xargs env ssh curl wget rsync man less vim diff tee dd nohup nice time timeout command exec sudo bash sh parallel ls cat head tail wc file stat du pwd basename dirname realpath readlink tree uniq cut tr nl cmp comm jq date which echo printf";
		expect(wanted.split(" ").filter((name) => !known.has(name))).toEqual([]);
	});

	it("[programs-b-tables] programs that agents read with through pipes have no dangerous option, so that unknown words are fine", () => {
		for (const name of "ls cat head tail wc cut tr nl grep stat du basename dirname md5sum comm".split(" ")) {
			const table = PROGRAMS.find((candidate) => candidate.names.includes(name));
			expect((table?.options ?? []).filter(isDangerous).flatMap((row) => row.names)).toEqual([]);
		}
	});
});

describe("all analysers", () => {
	const analysers = new Map<Analyser, string>(Object.entries(TEXT_ANALYSERS).map(([name, analyser]) => [analyser, name]));
	for (const { path, form } of forms()) if (form.analyser !== undefined) analysers.set(form.analyser, path);

	const WORDS = [...'-x -- -c a b=c -o x {} ; + -exec ::: @f h:p --file=x - s/a/b/ ( " \\ +!id'.split(" "), "", "\n", null];

	it("[programs-b-analysers] whatever the words are, an analyser answers with a list", () => {
		expect(analysers.size).toBeGreaterThan(90);
		let seed = 5;
		const next = () => (seed = (seed * 1103515245 + 12345) % 2147483648) >> 8;
		for (const [analyser, path] of analysers) {
			for (let round = 0; round < 200; round++) {
				const words = Array.from({ length: round % 9 }, () => WORDS[next() % WORDS.length] ?? null);
				expect(Array.isArray(analyser(words)), path).toBe(true);
			}
		}
	});

	it("[programs-b-analysers] long commands take linear time", () => {
		const start = performance.now();
		for (const analyser of analysers.keys()) {
			analyser(new Array(4000).fill("-x"));
			analyser(new Array(4000).fill("word"));
			analyser(["a".repeat(60_000)]);
		}
		expect(performance.now() - start).toBeLessThan(4000);
	});
});

interface Place {
	readonly path: string;
	readonly form: CommandForm;
}

function forms(): readonly Place[] {
	return PROGRAMS.flatMap((table) => formsOf(table.names[0] ?? "", table));
}

function formsOf(path: string, form: CommandForm): readonly Place[] {
	return [{ path, form }, ...Object.entries(form.subcommands ?? {}).flatMap(([name, inner]) => formsOf(`${path} ${name}`, inner))];
}

function rows(): readonly { readonly path: string; readonly row: OptionRow }[] {
	return forms().flatMap(({ path, form }) => (form.options ?? []).map((row) => ({ path, row })));
}

function describeRow({ path, row }: { readonly path: string; readonly row: OptionRow }): string {
	return `${path} ${row.names.join(" ")}`;
}

function isDangerous(row: OptionRow): boolean {
	return row.hazard !== undefined || row.is === "write" || row.is === "remove" || row.is === "shell" || row.operandsBecome === "write";
}

function leads(table: ProgramTable, words: readonly string[]): boolean {
	let form: CommandForm | undefined = table;
	for (const word of words) form = form?.subcommands?.[word];
	return form !== undefined;
}
