import type { Command } from "commander";
import { ask } from "../client/ask.ts";
import { rowOf, textOf } from "../client/read-reply.ts";
import { facts } from "../output/table.ts";
import type { CommonOptions, Session } from "../subcommand.ts";

/** `writ sandbox stats`: how many there are, and what they take. */
export function addStats(command: Command, session: Session): void {
	command
		.command("stats")
		.summary("count sandboxes by kind")
		.description("Count sandboxes by kind, session and parent, and the bytes that they use and may use.")
		.action((options: CommonOptions) =>
			ask(session, options, {
				event: "sandbox:stats",
				data: {},
				show: (reply, { paint }) => {
					const { bytes_used, bytes_allowed, ...counts } = rowOf(reply.stats);
					const rows = Object.entries(counts).map(([name, value]) => [name.replaceAll("_", " "), countsText(value)] as const);
					// How strongly it holds is each writ's own: `writ sandbox plan` says it beside the figure.
					const allowed = bytes_allowed === null ? "no limit" : `${sizeText(bytes_allowed)} (soft, unless an agent's quota is hard)`;
					return facts([...rows, ["bytes used", sizeText(bytes_used)], ["bytes allowed", allowed]], paint);
				},
			}),
		);
}

function countsText(value: unknown): string {
	if (typeof value !== "object") return textOf(value);
	return Object.entries(rowOf(value))
		.map(([name, count]) => `${name}: ${textOf(count)}`)
		.join(", ");
}

const UNITS = ["B", "kB", "MB", "GB", "TB", "PB"];

function sizeText(bytes: unknown): string {
	let size = typeof bytes === "number" ? bytes : 0;
	let unit = 0;
	for (; size >= 1024 && unit < UNITS.length - 1; unit++) size /= 1024;
	return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${UNITS[unit]}`;
}
