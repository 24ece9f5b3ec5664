import type { EscapeReport, EscapeResult } from "../../authority/index.ts";
import { table } from "../output/table.ts";
import { visible } from "../output/visible.ts";
import type { Palette } from "../terminal.ts";

/** What the attempts to break out came to, for a person: a table by family, then what is not as it should be. */
export function attackText({ ok, total, families, results }: EscapeReport, paint: Palette): string {
	const rows = [...families, { ...total, family: "all" }];
	const counts = table(
		rows,
		[
			{ head: "FAMILY", of: ({ family }) => family, paint: paint.name },
			{ head: "ATTEMPTS", of: ({ attempts }) => `${attempts}` },
			{ head: "BLOCKED BY WRIT", of: ({ blocked }) => `${blocked.writ}` },
			{ head: "BY NAIVE BWRAP", of: ({ blocked }) => `${blocked.naive}` },
			{ head: "WITHOUT ANY", of: ({ blocked }) => `${blocked.plain}` },
			{ head: "KNOWN NOT TO BE", of: ({ known }) => (known === 0 ? "" : `${known}`) },
		],
		paint,
	);
	const known = results.filter((result) => result.writ.verdict === "escaped" && result.known !== null);
	const wrong = results.filter((result) => !result.ok);
	const skipped = results.filter(({ writ }) => writ.verdict === "skipped");
	return [
		counts,
		...section("Not blocked, and known", known, ({ known: why }) => why ?? "", paint),
		...section("Not tried here", skipped, ({ writ }) => writ.seen, paint),
		...section("NOT AS IT SHOULD BE", wrong, ({ writ }) => `${writ.verdict}: ${writ.seen}`, paint),
		ok
			? `${paint.good("✓")} ${total.blocked.writ} of ${total.attempts} attempts are blocked, and the others are known and written down in SECURITY.md.\n`
			: `${paint.bad("✗")} ${wrong.length} of ${total.attempts} attempts did not end as they should. Please report this (SECURITY.md).\n`,
	].join("");
}

function section(
	title: string,
	results: readonly EscapeResult[],
	why: (result: EscapeResult) => string,
	paint: Palette,
): readonly string[] {
	if (results.length === 0) return [];
	const lines = results.map((result) => `  ${paint.name(result.id)}  ${result.what}\n    ${paint.faint(visible(why(result)))}\n`);
	return [`\n${paint.strong(title)}\n`, ...lines, "\n"];
}
