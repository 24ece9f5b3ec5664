import type { AnalyserFinding } from "../analyser.ts";

const READING = new Set(
	"get mget strlen getrange exists ttl pttl type keys scan hget hmget hgetall hkeys hvals hlen hexists hscan lrange llen lindex smembers sismember scard sscan zrange zrangebyscore zrevrange zscore zcard zcount zrank zscan dbsize info ping echo time object memory lastsave command xrange xrevrange xlen xinfo randomkey role select help".split(
		" ",
	),
);

/** Judges the command that redis-cli sends: whatever is not plainly reading must be named in the rule. */
export function redisCommand(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	const first = operands[0];
	if (first === undefined) return [{ kind: "ask", segment: "", why: "it runs whatever arrives on its input" }];
	if (first === null) return [{ kind: "ask", segment: "", why: "the command is only known when the shell runs" }];
	if (READING.has(first.toLowerCase())) return [];
	return [
		{
			kind: "hazard",
			hazard: "changes",
			segment: first,
			why: "is no command that only reads (CONFIG SET can write files, EVAL runs code)",
		},
	];
}
