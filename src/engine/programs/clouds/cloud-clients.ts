import { type AnalyserFinding, access } from "../analyser.ts";
import { loads, plain, reads, redirects, runs, writes } from "../option-rows.ts";
import type { OptionRow, ProgramTable } from "../program-table.ts";
import { readArguments } from "../read-arguments.ts";

const AWS_OPTIONS: readonly OptionRow[] = [
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
	...plain(
		"--region <region>",
		"--output <format>",
		"--query <expression>",
		"--color <when>",
		"--cli-read-timeout <seconds>",
		"--cli-connect-timeout <seconds>",
		"--cli-binary-format <format>",
		"--page-size <number>",
		"--max-items <number>",
		"--starting-token <token>",
		"--debug",
		"--no-cli-pager",
		"--no-paginate",
		"--recursive",
		"--human-readable",
		"--summarize",
		"--filters <filters>",
		"--filter <filter>",
		"--prefix <prefix>",
		"--bucket <name>",
		"--key <key>",
		"--log-group-name <name>",
		"--start-time <time>",
		"--end-time <time>",
		"--instance-ids <ids>",
		"--stack-name <name>",
		"--cluster <name>",
		"--function-name <name>",
		"--table-name <name>",
		"--exclude <pattern>",
		"--include <pattern>",
		"--name <name>",
		"--service <name>",
		"--follow",
		"--since <time>",
		"--format <format>",
		"--profile-name <name>",
	),
];

/** aws: services of Amazon; whatever is not plainly reading must be named in the rule. */
export const aws: ProgramTable = {
	names: ["aws", "awslocal"],
	operands: "maybe-read",
	analyser: awsWords,
	analysesWords: true,
	options: AWS_OPTIONS,
};

/** Reads the words of aws: the operation, and the files that any value may name. */
function awsWords(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const files = words.flatMap((word) => /(?:^|[=,])fileb?:\/\/([^,]+)/i.exec(word ?? "")?.[1] ?? []);
	return [...awsOperation(readArguments(words, AWS_OPTIONS).operands), ...files.map((path) => access("read", path))];
}

/** gcloud, gsutil, bq: services of Google. */
export const gcloud: ProgramTable = {
	names: ["gcloud", "gsutil", "bq"],
	operands: "maybe-read",
	analyser: cloudOperation,
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

/** az: services of Microsoft. */
export const az: ProgramTable = {
	names: ["az"],
	operands: "maybe-read",
	analyser: cloudOperation,
	options: [
		redirects("--subscription <name>", "works on another account"),
		redirects("--account-key <key>", "uses another credential"),
		redirects("--connection-string <text>", "uses another credential"),
		redirects("--sas-token <token>", "uses another credential"),
		redirects("--auth-mode <mode>", "uses another credential"),
		redirects("--url -u --uri <url>", "talks to another address"),
		...reads("--template-file -f --file <file>"),
		writes("--output-folder --destination -d <place>", "writes files"),
		...plain(
			"-o --output <format>",
			"--query <expression>",
			"-g --resource-group <name>",
			"-n --name <name>",
			"-l --location <name>",
			"--ids <ids>",
			"--tag <tag>",
			"--debug",
			"--verbose",
			"--only-show-errors",
		),
	],
};

const READING =
	/^(?:describe|list|get|ls|show|search|lookup|head|tail|view|check|validate|wait|help|estimate|preview|info|status|version|versions|history|diff|filter-log-events|batch-get|select|read|query|scan|plan|synth|lint|logs|ps|inspect|explain|metadata|tree|graph|whoami|regions|doctor|template)(?:-[a-z0-9-]+)?$/;

const CHANGING =
	/^(?:delete|create|update|set|unset|add|remove|rm|put|patch|replace|apply|deploy|destroy|up|down|start|stop|restart|reset|resume|suspend|run|execute|invoke|send|publish|import|export|upload|download|copy|cp|mv|sync|ssh|scp|connect|login|logout|auth|enable|disable|attach|detach|move|resize|scale|rollback|promote|cancel|terminate|reboot|modify|register|deregister|restore|purge|drain|write|revoke|grant|init|new|config|configure|use|edit|install|uninstall|exec|console|proxy|tunnel|open|rest|bootstrap|migrate|refresh|cancel|unlock|push|pull|build|release|launch|dev|serve|secret|secrets)(?:-[a-z0-9-]+)?$/;

// SECURITY: these begin like reading, and hand out credentials or secrets.
const SECRET = /secret|password|token|credential|access-key|session|private|authorization|decrypt|parameter|kubeconfig|login/;

/** Judges `aws SERVICE OPERATION`: whatever is not plainly reading must be named in the rule. */
export function awsOperation(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	const known = knownWords(operands);
	if (known === null) return [unknown];
	const operation = known[1];
	if (operation === undefined || operation === "help") return [];
	const file = operation.startsWith("get-") ? known[2] : undefined;
	const written: readonly AnalyserFinding[] = file === undefined ? [] : [{ kind: "write", path: file }];
	return secretIn(known) ?? (READING.test(operation) ? written : [changing(operation)]);
}

/**
 * Judges `gcloud`, `az`, `pulumi` and their kin: groups of any depth, then a verb. The first verb decides; what cannot
 * be told is asked.
 */
export function cloudOperation(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	const known = knownWords(operands);
	if (known === null) return [unknown];
	const secret = secretIn(known);
	if (secret !== null) return secret;
	const verb = known.find((word, index) => READING.test(word) || (CHANGING.test(word) && !isGroup(word, known[index + 1])));
	if (verb === undefined)
		return known.length === 0 ? [] : [{ kind: "ask", segment: known[0] ?? "", why: "whether this only reads is not known" }];
	return READING.test(verb) ? [] : [changing(verb)];
}

const unknown: AnalyserFinding = { kind: "ask", segment: "", why: "which operation runs is only known when the shell runs" };

/** `gcloud config list`, `gcloud run services list`: words that are a group when a reading verb or another group follows at once. */
function isGroup(word: string, next: string | undefined): boolean {
	return (word === "config" && next !== undefined && READING.test(next)) || (word === "run" && (next === "services" || next === "jobs"));
}

function knownWords(operands: readonly (string | null)[]): readonly string[] | null {
	const known = operands.filter((operand) => operand !== null);
	return known.length === operands.length ? known : null;
}

function secretIn(words: readonly string[]): readonly AnalyserFinding[] | null {
	const word = words.find((candidate) => SECRET.test(candidate));
	return word === undefined ? null : [{ kind: "hazard", hazard: "redirects", segment: word, why: "shows or makes a credential" }];
}

function changing(segment: string): AnalyserFinding {
	return { kind: "hazard", hazard: "changes", segment, why: "is not an operation that only reads" };
}
