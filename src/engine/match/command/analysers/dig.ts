import type { Analyser } from "../analyser.ts";
import { undecided } from "./findings.ts";

/** Record types and classes that may stand among the operands of dig. */
const WORDS =
	/^(?:a|aaaa|any|axfr|caa|cname|dnskey|ds|hinfo|https|ixfr(?:=\d+)?|loc|mx|naptr|ns|nsec3?|ptr|rrsig|soa|spf|srv|sshfp|svcb|tlsa|txt|in|ch|hs)$/i;

/** Reads the operands of dig: names and servers (`@host`) are reached, `+words` and record types are settings. */
export const dig: Analyser = (operands) =>
	operands.flatMap((operand) => {
		if (operand === null) return [undecided("", "the name is only known when the shell runs: data can leave in it")];
		if (operand.startsWith("+") || WORDS.test(operand)) return [];
		return [{ kind: "url", url: operand.replace(/^@/, "") }];
	});
