import { describe, expect, it } from "vitest";
import { ANALYSERS } from "../analysers/index.ts";
import type { CommandForm, OptionRow, ProgramTable } from "../program-table.ts";
import { partA } from "./part-a.ts";
import { partB } from "./part-b.ts";

describe("the tables of part B", () => {
	it("[programs-b-tables] every dangerous row says why", () => {
		const silent = rowsOf(partB).filter(({ row }) => needsReason(row) && (row.why ?? "") === "");
		expect(silent.map(describeRow)).toEqual([]);
	});

	it("[programs-b-tables] every dangerous form says why", () => {
		const silent = formsOf(partB).filter(({ form }) => form.hazard !== undefined && (form.why ?? "") === "");
		expect(silent.map(({ path }) => path)).toEqual([]);
		const interpreters = partB.filter((table) => table.interpreter !== undefined && (table.interpreter.why ?? "") === "");
		expect(interpreters.map((table) => table.names[0])).toEqual([]);
	});

	it("[programs-b-tables] every option name begins with a dash or a plus and holds no blank", () => {
		const odd = rowsOf(partB).filter(({ row }) => row.names.length === 0 || row.names.some((name) => !/^[-+][^\s]+$/.test(name)));
		expect(odd.map(describeRow)).toEqual([]);
	});

	it("[programs-b-tables] no option stands twice in one form", () => {
		const twice = formsOf(partB).flatMap(({ path, form }) => {
			const names = (form.options ?? []).flatMap((row) => row.names);
			return names.filter((name, at) => names.indexOf(name) !== at).map((name) => `${path} ${name}`);
		});
		expect(twice).toEqual([]);
	});

	it("[programs-b-tables] no program stands in two tables", () => {
		const names = [...partA, ...partB].flatMap((table) => table.names);
		expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([]);
	});

	it("[programs-b-tables] every analyser that a table names exists", () => {
		const missing = formsOf(partB).filter(({ form }) => form.analyser !== undefined && ANALYSERS[form.analyser] === undefined);
		expect(missing.map(({ path, form }) => `${path}: ${form.analyser}`)).toEqual([]);
	});

	it("[programs-b-tables] the programs that the policy names have a table", () => {
		const known = new Set(partB.flatMap((table) => table.names));
		const named =
			"find rg grep sed awk tar sort xargs env ssh curl wget rsync man less vim diff tee dd nohup nice time timeout command exec sudo bash sh parallel ls cat head tail wc file stat du pwd basename dirname realpath readlink tree uniq cut tr nl cmp comm jq date which echo printf";
		expect(named.split(" ").filter((name) => !known.has(name))).toEqual([]);
	});

	it("[programs-b-tables] programs that agents read with through pipes have no dangerous option, so that unknown words are fine", () => {
		for (const name of [
			"ls",
			"cat",
			"head",
			"tail",
			"wc",
			"cut",
			"tr",
			"nl",
			"grep",
			"stat",
			"du",
			"basename",
			"dirname",
			"md5sum",
			"comm",
			"diff",
		]) {
			const table = partB.find((candidate) => candidate.names.includes(name));
			expect((table?.options ?? []).filter(needsReason).flatMap((row) => row.names)).toEqual([]);
		}
	});
});

function needsReason(row: OptionRow): boolean {
	return row.hazard !== undefined || row.is === "write" || row.is === "shell" || row.operandsBecome === "write";
}

function formsOf(tables: readonly ProgramTable[]): readonly { readonly path: string; readonly form: CommandForm }[] {
	const walk = (path: string, form: CommandForm): readonly { readonly path: string; readonly form: CommandForm }[] => [
		{ path, form },
		...Object.entries(form.subcommands ?? {}).flatMap(([name, inner]) => walk(`${path} ${name}`, inner)),
	];
	return tables.flatMap((table) => walk(table.names[0] ?? "", table));
}

function rowsOf(tables: readonly ProgramTable[]): readonly { readonly path: string; readonly row: OptionRow }[] {
	return formsOf(tables).flatMap(({ path, form }) => (form.options ?? []).map((row) => ({ path, row })));
}

function describeRow({ path, row }: { readonly path: string; readonly row: OptionRow }): string {
	return `${path} ${row.names.join(" ")}`;
}
