import type { AnalyserFinding } from "../analyser.ts";

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
	return { kind: "hazard", hazard: "changes", segment, why: "is no operation that only reads" };
}
