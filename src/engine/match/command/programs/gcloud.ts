import type { ProgramTable } from "../program-table.ts";
import { loads, plain, redirects, writes } from "./option-rows.ts";

/** gcloud, gsutil, bq: services of Google. */
export const gcloud: ProgramTable = {
	names: ["gcloud", "gsutil", "bq"],
	operands: "maybe-read",
	analyser: "cloud-operation",
	options: [
		redirects("--account <name>", "uses another credential"),
		redirects("--configuration <name>", "uses other settings"),
		redirects("--impersonate-service-account <name>", "acts as another account"),
		redirects("--access-token-file <file>", "uses another credential"),
		redirects("--billing-project <name>", "lets another project pay"),
		loads("--flags-file <file>", "takes options from a file"),
		redirects("--api <url>", "talks to another host"),
		loads("--bigqueryrc <file>", "takes options from a file"),
		redirects("--credential_file <file>", "uses another credential"),
		redirects("-o <setting>", "changes settings, which name hosts"),
		writes("--destination <file>", "writes a file"),
		...plain(
			"--project <name>",
			"--project_id <name>",
			"--format <format>",
			"--filter <expression>",
			"--limit <number>",
			"--sort-by <key>",
			"--region <region>",
			"--zone <zone>",
			"--verbosity <level>",
			"--page-size <number>",
			"--flatten <keys>",
			"--location <name>",
			"-q --quiet",
			"--log-http",
			"-m",
			"-r",
		),
	],
};
