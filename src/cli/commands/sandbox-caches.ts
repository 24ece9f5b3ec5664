import type { Command } from "commander";
import { configurationHome } from "../../platform/index.ts";
import { dropCaches, keptCaches, type ListedCache } from "../../supervise/index.ts";
import { complainOfWords } from "../output/problems.ts";
import { localTime, table } from "../output/table.ts";
import { visible } from "../output/visible.ts";
import { type CommonOptions, EXIT, type Invocation } from "../subcommand.ts";
import type { Palette } from "../terminal.ts";

/** `writ sandbox caches`: what runs have downloaded, kept for the next one. */
export function addCaches(command: Command, { terminal, end }: Invocation): void {
	const caches = command
		.command("caches")
		.summary("see and remove downloads that are kept between runs")
		.description(
			"What tools download in `writ run` is kept for the next run of the same profile in the same workspace, and for nobody else (sandbox.caches of a profile).",
		);
	caches
		.command("list")
		.summary("show what is kept")
		.description("Show the caches that are kept, for which workspace and profile, and what they take on the disk.")
		.action(async ({ json, home }: CommonOptions) => {
			const kept = await keptCaches(configurationHome(home));
			terminal.write(json === true ? `${JSON.stringify({ caches: kept })}\n` : cachesText(kept, terminal.paint));
			end(EXIT.ok);
		});
	caches
		.command("remove")
		.summary("remove what is kept")
		.description("Remove one cache, or all of them. The next run fetches again what it needs.")
		.argument("[id]", "the cache, as `list` shows it")
		.option("--all", "every cache")
		.action((id: string | undefined, { json, home, all = false }: CommonOptions & { readonly all?: boolean }) => {
			if ((id === undefined) !== all) return end(complainOfWords("name a cache, or say --all", terminal));
			const removed = dropCaches(configurationHome(home), id ?? null);
			const told = removed.length === 0 ? "There was no cache to remove\n" : `${terminal.paint.good("✓")} removed ${removed.length}\n`;
			terminal.write(json === true ? `${JSON.stringify({ removed })}\n` : told);
			end(EXIT.ok);
		});
}

function cachesText(kept: readonly ListedCache[], paint: Palette): string {
	if (kept.length === 0) return "Nothing is kept. `writ run` keeps what npm, pip, uv, cargo, go and gradle download\n";
	return table(
		kept,
		[
			{ head: "ID", of: ({ id }) => id, paint: paint.name },
			{ head: "TOOLS", of: ({ tools }) => tools.join(" ") },
			{ head: "SIZE", of: ({ bytes }) => `${Math.ceil(bytes / (1024 * 1024))} MB` },
			{ head: "USED", of: ({ used_at }) => localTime(used_at) },
			{ head: "PROFILE", of: ({ profile }) => visible(profile) },
			{ head: "WORKSPACE", of: ({ workspace }) => visible(workspace), paint: paint.faint },
		],
		paint,
	);
}
