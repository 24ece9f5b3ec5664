import { type AnalyserFinding, type CommandForm, type OptionRow, type Role, TEXT_ANALYSERS } from "../programs/index.ts";
import { hazardous, need, type Parts } from "./analysis.ts";
import { type Argument, dynamicArgument, staticArgument } from "./argument.ts";
import { rememberExpressions } from "./memory.ts";
import type { ParsedOption } from "./parse-words.ts";

/** What one option of a command asks for; without a form nothing is known of the program. */
export function readOption(option: ParsedOption, words: readonly Argument[], form: CommandForm | undefined, parts: Parts): void {
	const { row, at, name } = option;
	const known = form !== undefined;
	const segment = words[at]?.source ?? name;
	if (row === null) {
		if (form?.closedOptions !== undefined && !fitsWhole(form.closedOptions, spelledOut(option)))
			parts.needs.push(need(at, segment, "nobody has listed this option, and options of this program can run, load, read or write", "ask"));
		else if (looksDangerous(name, known))
			parts.needs.push(need(at, segment, "an option of this name often runs a program, loads code or writes a file", "ask"));
		// Nobody knows what the option takes: a blocked path in it is seen all the same.
		const word = words[at];
		if (!known && word !== undefined && parts.checks.at(-1)?.argument !== word)
			parts.checks.push({ role: "maybe-read", argument: word, at });
		return;
	}
	if (row.delegates === true) {
		const from = words.indexOf(option.values[0] ?? dynamicArgument(""), at);
		const start = from < 0 ? at : from;
		parts.inner.push({
			words: [option.values[0] ?? dynamicArgument(name), ...words.slice(start + 1)],
			at: start,
			appends: false,
			needsRule: row.why ?? name,
			assignments: [],
			module: true,
		});
	}
	if (row.hazard !== undefined && !isExcepted(row, option))
		parts.needs.push(hazardous(at, segment, row.why ?? "this option is dangerous", row.hazard));
	if (row.is === undefined) return;
	for (const value of option.values) {
		// `cp -t dir`: the copies go into the directory.
		if (row.is === "write" && (row.operandsBecome !== undefined || row.below === true))
			parts.checks.push({ role: "write-tree", argument: value, at });
		else readRole(row.is, value, at, parts);
	}
	if (option.values.length === 0 && row.is === "write" && row.value === "required")
		parts.needs.push(need(at, segment, "the file it writes is not named"));
}

/** An option that no row knows, as a pattern of harmless ones is written; a value that is not known fits only where any does. */
function spelledOut({ name, values: [value] }: ParsedOption): string {
	return value === undefined ? name : `${name}=${value.text ?? "\0"}`;
}

const compiled = rememberExpressions((pattern) => new RegExp(`^(?:${pattern})$`, "s"));

/** Whether a text as a whole fits the regular expression that a table gives. */
export function fitsWhole(pattern: string, text: string): boolean {
	return compiled(pattern).test(text);
}

function isExcepted(row: OptionRow, option: ParsedOption): boolean {
	const value = option.values[0]?.text;
	if (row.unless !== undefined) return option.values.length === 0 || (typeof value === "string" && fitsWhole(row.unless, value));
	if (row.except === undefined || value === undefined || value === null) return false;
	return row.except.some((exception) => (exception.endsWith("*") ? value.startsWith(exception.slice(0, -1)) : exception === value));
}

/** What one word in a role asks for. */
export function readRole(role: Role, argument: Argument, at: number, parts: Omit<Parts, "inner">): void {
	switch (role) {
		case "data":
			return;
		case "guarded":
			parts.checks.push({ role: "guarded", argument, at });
			parts.checks.push({ role: "maybe-read", argument, at });
			return;
		case "listed":
			parts.checks.push({ role: "read", argument, at });
			parts.checks.push({ role: "read", argument: dynamicArgument(argument.source), at });
			return;
		case "shell":
			parts.texts.push({ argument, at, shell: "sh" });
			return;
		case "script":
			parts.needs.push({
				...need(at, argument.source, "what a script does can't be seen in the command", "ask", "command-dynamic"),
				hides: "script",
			});
			return;
		case "sed-script":
		case "awk-program":
		case "jq-filter": {
			for (const finding of TEXT_ANALYSERS[role]([argument.text])) readFinding(finding, () => at, [argument], { ...parts, inner: [] });
			if (argument.text === null)
				parts.needs.push(need(at, argument.source, "the program text is only known when the shell runs", "ask", "command-dynamic"));
			return;
		}
		default:
			parts.checks.push({ role, argument, at });
	}
}

/** Long option names that, in program after program, run something. */
const RUNS =
	/^--?(?:exec|execute|cmd|command|commands|eval|shell|script-shell|pager|editor|browser|preprocessor|pre|hook|hooks|plugin|plugins|require|loader|import|load|rsh|rsync-path|upload-pack|receive-pack|use-compress-program|checkpoint-action|program|interpreter|runner|wrapper|askpass|proxy-command|compress-program|filter-command)(?:$|-(?:file|path|dir|command|program|cmd|script|module)$)/;

/** Names that load settings, write files or go elsewhere, where nothing is known of the program. */
const CHANGES =
	/^--?(?:config|conf|configuration|config-file|config-dir|rc|rcfile|init|init-file|settings|profile-file|include|out|outfile|out-file|out-dir|outdir|output|output-file|output-dir|output-directory|log-file|logfile|dump|save|write|write-out|in-place|inplace|to-file|export|delete|remove|purge|destroy|prune|clean|force-delete|host|server|endpoint|endpoint-url|registry|proxy|token|password|credentials|identity|key-file|as|run-as|user|login|upload|download|install|uninstall|publish|apply|yes|fix|eval-file|file|from-file|script|scripts|directory|chdir|cwd|root|prefix|workdir|home|context|kubeconfig|socket|daemon|listen|bind|set|unset|add|edit)$/;

/** Parts of longer names that say the same: `--output_path`, `--on-complete-command`, `--autofix`, `--cache-dir`, `--load-plugin`. */
const PARTS =
	/^--?(?:.*[-_.])?(?:output|out|outfile|outputfile|log|report|dest|destination|target-dir|save|write|dump|export|autofix|autocorrect|auto-correct|fix|hook|plugin|plugins|command|cmd|program|exec|script|config|upload|extension|extensions|cache-dir|tmpdir|tmp-dir|temp-dir)(?:[-_](?:to|as|file|path|dir|directory|prefix|only|all))?$|^--(?:on|pre|post|hook)[-_]/;

/**
 * Whether an option that no table lists is worth asking about by its name alone. With a table only names that run
 * something count: the table has the rest.
 */
function looksDangerous(name: string, known: boolean): boolean {
	if (!known && name === "-o") return true;
	if (!name.startsWith("-") || name.length < 3) return false;
	return RUNS.test(name) || (!known && (CHANGES.test(name) || PARTS.test(name)));
}

/** Turns what an analyser found into needs, checks, texts and inner commands. */
export function readFinding(
	finding: AnalyserFinding,
	position: (index: number | undefined, segment: string) => number,
	words: readonly Argument[],
	parts: Parts,
): void {
	switch (finding.kind) {
		case "hazard":
			parts.needs.push(hazardous(position(finding.at, finding.segment), finding.segment, finding.why, finding.hazard));
			return;
		case "ask":
			parts.needs.push(
				need(position(finding.at, finding.segment), finding.segment || (words[0]?.source ?? ""), finding.why, "ask", "command-dynamic"),
			);
			return;
		case "read":
		case "write":
			parts.checks.push({
				role: finding.tree !== true ? finding.kind : finding.kind === "read" ? "read-tree" : "write-links",
				argument: staticArgument(finding.path),
				at: -1,
				...(finding.tree === true
					? {
							view: {
								...(finding.names === undefined ? {} : { names: finding.names }),
								...(finding.follows === true ? { links: "followed" } : {}),
								...(finding.stored === true ? { stored: true } : {}),
								...(finding.begins === undefined ? {} : { begins: finding.begins }),
								...(finding.tracked === undefined ? {} : { tracked: finding.tracked }),
							},
						}
					: {}),
			});
			return;
		case "unknown-write":
			parts.checks.push({ role: "unknown-write", argument: dynamicArgument(finding.why), at: -1 });
			return;
		case "script": {
			const why = "what a script does can't be seen in the command";
			const script = need(position(undefined, finding.segment), finding.segment, why, "ask", "command-dynamic");
			parts.needs.push({ ...script, hides: "script" });
			return;
		}
		case "url":
			parts.checks.push({ role: "url", argument: staticArgument(finding.url), at: position(undefined, finding.url) });
			return;
		case "shell":
			parts.texts.push({ argument: staticArgument(finding.text), at: -1, shell: finding.shell ?? "sh" });
			return;
		case "unclear":
			parts.checks.push({ role: "unclear", argument: dynamicArgument(finding.segment), at: -1 });
			return;
		case "command": {
			const { below, lead } = finding;
			const path = dynamicArgument("{}", lead ?? "", below === undefined ? { open: lead === undefined } : { below });
			const list = finding.words.map((word) => (word === null ? path : staticArgument(word)));
			parts.inner.push({ words: list, at: -1, appends: finding.appends, needsRule: null, assignments: [] });
		}
	}
}

/** The position of the word that a finding is about; -1 when no rule can name it. */
export function positionOf(
	list: readonly { readonly argument: Argument; readonly at: number }[],
	index: number | undefined,
	segment: string,
): number {
	if (index !== undefined) return list[index]?.at ?? -1;
	if (segment === "") return -1;
	return list.find(({ argument }) => argument.text?.includes(segment) === true)?.at ?? -1;
}
