import type { Command } from "commander";
import { ask } from "../../client/ask.ts";
import { plural } from "../../output/print-problems.ts";
import type { CommonOptions, Session } from "../../subcommand.ts";
import { parsePast } from "../../words/parse-moment.ts";

/** As many as one call of the server takes away. */
const ONE_CALL = 100_000;

/** `writ audit retain`: replaces old records by one signed record. */
export function addRetain(audit: Command, session: Session): void {
	audit
		.command("retain")
		.summary("replace old records by one signed record")
		.description(
			"Replace the records from before a moment by one signed record, so that the rest still verifies. They are gone: export them first.",
		)
		.requiredOption("--before <moment>", "how old: 90d, 52w, or a date", parsePast)
		.action((options: CommonOptions & { readonly before: string }) =>
			ask(session, options, {
				event: "audit:retain",
				data: { before: options.before },
				show: ({ removed }, { paint }) => {
					const count = Number(removed);
					if (count === 0) return "No record is that old; nothing was removed\n";
					return `${paint.good("✓")} removed ${plural(count, "record")}${count >= ONE_CALL ? ". There may be more: run it again" : ""}\n`;
				},
				timeoutSeconds: 600,
			}),
		);
}
