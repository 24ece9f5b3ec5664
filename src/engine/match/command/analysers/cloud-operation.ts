import type { AnalyserFinding } from "../analyser.ts";

const READING =
	/^(?:describe|list|get|ls|show|search|lookup|head|tail|view|check|validate|wait|help|estimate|preview|info|status|version|versions|history|diff|test-metric-filter|filter-log-events|batch-get-[a-z-]+|select|read|query|print-settings|scan|plan|synth|lint|logs|ps|apps|inspect|explain|metadata|tree|graph|open-issues|whoami|regions|doctor|template|build-info)(?:-[a-z0-9-]+)?$/;

// SECURITY: these begin like reading, and hand out credentials or secrets.
const SECRET = /secret|password|token|credential|access-key|session|private|authorization|decrypt|parameter|kubeconfig|login/;

/**
 * Judges `aws`, `gcloud` and `az`: hundreds of operations share one habit, a word after the service is the verb.
 * Whatever is not plainly reading must be named in the rule.
 */
export function cloudOperation(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return judge(operands, 1);
}

/** The same for tools whose first word is the verb: `pulumi up`, `vault read`. */
export function toolOperation(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return judge(operands, 0);
}

function judge(operands: readonly (string | null)[], from: number): readonly AnalyserFinding[] {
	if (operands.includes(null)) return [{ kind: "ask", segment: "", why: "which operation runs is only known when the shell runs" }];
	const words = operands.filter((operand) => operand !== null);
	const verb = words[from];
	if (verb === undefined) return [];
	const secret = words.find((word) => SECRET.test(word));
	if (secret !== undefined) return [{ kind: "hazard", hazard: "redirects", segment: secret, why: "shows or makes a credential" }];
	if (words.slice(from).some((word) => READING.test(word))) return [];
	return [{ kind: "hazard", hazard: "changes", segment: verb, why: "is no operation that only reads" }];
}
