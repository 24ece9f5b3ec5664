import type { ProgramTable } from "../program-table.ts";
import { loads, plain, reads, redirects, runs, writes } from "./option-rows.ts";

/** aws: services of Amazon; whatever is not plainly reading must be named in the rule. */
export const aws: ProgramTable = {
	names: ["aws", "awslocal"],
	operands: "maybe-read",
	analyser: "cloud-operation",
	options: [
		redirects("--endpoint-url <url>", "talks to another host"),
		redirects("--profile <name>", "uses another credential, which a program may make"),
		redirects("--no-verify-ssl", "accepts any certificate"),
		redirects("--ca-bundle <file>", "trusts another certificate"),
		redirects("--no-sign-request", "changes the credential"),
		loads("--cli-input-json <json-or-file>", "takes the whole request from a file"),
		loads("--cli-input-yaml <yaml-or-file>", "takes the whole request from a file"),
		runs("--cli-auto-prompt", "waits for a person"),
		redirects("--role-arn <role>", "takes another role"),
		...reads("--template-file <file>", "--zip-file <file>"),
		writes("--outfile <file>", "writes a file"),
		...plain("--region <region>", "--output <format>", "--query <expression>", "--color <when>", "--cli-read-timeout <seconds>", "--cli-connect-timeout <seconds>", "--cli-binary-format <format>", "--page-size <number>", "--max-items <number>", "--starting-token <token>", "--debug", "--no-cli-pager", "--no-paginate", "--recursive", "--human-readable", "--summarize", "--filters <filters>", "--filter <filter>", "--prefix <prefix>", "--bucket <name>", "--key <key>", "--log-group-name <name>", "--start-time <time>", "--end-time <time>", "--instance-ids <ids>", "--stack-name <name>", "--cluster <name>", "--function-name <name>", "--table-name <name>", "--exclude <pattern>", "--include <pattern>", "--name <name>", "--service <name>", "--follow", "--since <time>", "--format <format>", "--profile-name <name>"),
	],
};

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
		...plain("--project <name>", "--project_id <name>", "--format <format>", "--filter <expression>", "--limit <number>", "--sort-by <key>", "--region <region>", "--zone <zone>", "--verbosity <level>", "--page-size <number>", "--flatten <keys>", "--location <name>", "-q --quiet", "--log-http", "-m", "-r"),
	],
};

/** az: services of Microsoft. */
export const az: ProgramTable = {
	names: ["az"],
	operands: "maybe-read",
	analyser: "cloud-operation",
	options: [
		redirects("--subscription <name>", "works on another account"),
		redirects("--account-key <key>", "uses another credential"),
		redirects("--connection-string <text>", "uses another credential"),
		redirects("--sas-token <token>", "uses another credential"),
		redirects("--auth-mode <mode>", "uses another credential"),
		redirects("--url -u --uri <url>", "talks to another address"),
		...reads("--template-file -f --file <file>"),
		writes("--output-folder --destination -d <place>", "writes files"),
		...plain("-o --output <format>", "--query <expression>", "-g --resource-group <name>", "-n --name <name>", "-l --location <name>", "--ids <ids>", "--tag <tag>", "--debug", "--verbose", "--only-show-errors"),
	],
};
