import type { Command } from "commander";
import type { ServerReply } from "../../../points/socket/index.ts";
import { ask } from "../../client/ask.ts";
import { listText } from "../../client/list-text.ts";
import { rowOf, rowsOf, textOf } from "../../client/read-reply.ts";
import { localTime } from "../../output/table.ts";
import type { CommonOptions, Session } from "../../subcommand.ts";
import type { Palette, Terminal } from "../../terminal.ts";
import { addPaging, type PagingOptions } from "../../words/paging.ts";
import { addFilter, type FilterOptions, filterOf } from "./filter.ts";

interface ListOptions extends CommonOptions, PagingOptions, FilterOptions {
	readonly oldest?: boolean;
}

/** `writ audit list`: records of the ledger. */
export function addList(audit: Command, session: Session): void {
	const list = audit.command("list").summary("show records").description("Show records of the ledger, the newest first.");
	addPaging(addFilter(list).option("--oldest", "the oldest first")).action((options: ListOptions) => {
		const { limit, cursor, oldest } = options;
		return ask(session, options, {
			event: "audit:list",
			data: { ...filterOf(options), order: oldest === true ? "oldest" : undefined, limit, cursor },
			show: shown,
		});
	});
}

function shown(reply: ServerReply, terminal: Terminal): string {
	const { paint } = terminal;
	return listText(reply, rowsOf(reply.records), terminal, "No record fits. See all of them: writ audit list", [
		{ head: "TIME", of: (row) => localTime(row.at), paint: paint.faint },
		{ head: "KIND", of: (row) => [textOf(row.kind), textOf(rowOf(row.request).action)].filter((word) => word !== "").join(" ") },
		{ head: "EFFECT", of: (row) => textOf(row.effect), paint: (text, row) => paintEffect(text, row.effect, paint) },
		{ head: "CODE", of: (row) => textOf(row.code) },
		{ head: "AGENT", of: (row) => textOf(row.agent), paint: paint.name },
		{ head: "BY", of: (row) => textOf(row.principal) },
		{ head: "POINT", of: (row) => textOf(row.point) },
		{ head: "RECORD", of: (row) => textOf(row.id), paint: paint.faint },
	]);
}

/** The effect of a record in its colour. */
export function paintEffect(text: string, effect: unknown, paint: Palette): string {
	if (effect === "allow") return paint.good(text);
	return effect === "deny" ? paint.bad(text) : effect === "ask" ? paint.warn(text) : text;
}
