import { describe, expect, it } from "vitest";
import { ANALYSERS } from "../analysers/index.ts";
import type { CommandForm, OptionRow, ProgramTable } from "../program-table.ts";
import { partA } from "./part-a.ts";

describe("the tables of part A", () => {
	it("[programs-a-tables] every dangerous row says why", () => {
		const silent = rows().filter(({ row }) => isDangerous(row) && (row.why ?? "") === "");
		expect(silent.map(({ path, row }) => `${path} ${row.names.join(" ")}`)).toEqual([]);
	});

	it("[programs-a-tables] every dangerous form says why", () => {
		const silent = forms().filter(({ form }) => form.hazard !== undefined && (form.why ?? "") === "");
		expect(silent.map(({ path }) => path)).toEqual([]);
	});

	it("[programs-a-tables] option names start with a dash and hold no blank or value", () => {
		const odd = rows().filter(({ row }) => row.names.length === 0 || row.names.some((name) => !/^-[^\s<[]+$/.test(name)));
		expect(odd.map(({ path, row }) => `${path} ${row.names.join(" ")}`)).toEqual([]);
	});

	it("[programs-a-tables] no option stands twice in one form", () => {
		const twice = forms().flatMap(({ path, form }) => {
			const names = (form.options ?? []).flatMap((row) => row.names.map((name) => (row.prefix === true ? `${name}…` : name)));
			return names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${path} ${name}`);
		});
		expect(twice).toEqual([]);
	});

	it("[programs-a-tables] no program stands in two tables", () => {
		const names = partA.flatMap((table) => table.names);
		expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
	});

	it("[programs-a-tables] every analyser that a form names exists", () => {
		const missing = forms().filter(({ form }) => form.analyser !== undefined && ANALYSERS[form.analyser] === undefined);
		expect(missing.map(({ path, form }) => `${path}: ${form.analyser}`)).toEqual([]);
	});

	it("[programs-a-tables] another name of a form leads to a form of the same table", () => {
		const lost = partA.flatMap((table) =>
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
		expect(odd.map(({ path, row }) => `${path} ${row.names.join(" ")}`)).toEqual([]);
	});

	it("[programs-a-tables] the programs that the policy names have a table", () => {
		const known = new Set(partA.flatMap((table) => table.names));
		const wanted =
			"git gh glab hg svn npm npx pnpm yarn bun deno node tsc eslint prettier biome vitest jest mocha playwright python python3 pip pytest ruff mypy tox poetry uv black cargo rustc go make cmake ninja gcc java mvn gradle ruby bundle php composer dotnet docker podman docker-compose kubectl helm terraform aws gcloud az psql mysql sqlite3 redis-cli ansible vagrant claude codex gemini opencode";
		expect(wanted.split(" ").filter((name) => !known.has(name))).toEqual([]);
	});
});

interface Place {
	readonly path: string;
	readonly form: CommandForm;
}

function forms(): readonly Place[] {
	return partA.flatMap((table) => formsOf(table.names[0] ?? "", table));
}

function formsOf(path: string, form: CommandForm): readonly Place[] {
	return [{ path, form }, ...Object.entries(form.subcommands ?? {}).flatMap(([name, inner]) => formsOf(`${path} ${name}`, inner))];
}

function rows(): readonly { readonly path: string; readonly row: OptionRow }[] {
	return forms().flatMap(({ path, form }) => (form.options ?? []).map((row) => ({ path, row })));
}

function isDangerous(row: OptionRow): boolean {
	return row.hazard !== undefined || row.is === "write" || row.is === "remove" || row.is === "shell" || row.operandsBecome === "write";
}

function leads(table: ProgramTable, words: readonly string[]): boolean {
	let form: CommandForm | undefined = table;
	for (const word of words) form = form?.subcommands?.[word];
	return form !== undefined;
}
