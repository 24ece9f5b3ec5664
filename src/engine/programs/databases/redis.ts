import type { AnalyserFinding } from "../analyser.ts";
import { changes, plain, redirects, runs, writes } from "../option-rows.ts";
import type { ProgramTable } from "../program-table.ts";

/** redis-cli. */
export const redisCli: ProgramTable = {
	names: ["redis-cli", "valkey-cli", "keydb-cli"],
	style: "posix",
	abbreviations: false,
	operands: "data",
	analyser: redisCommand,
	options: [
		redirects("-h <host>", "talks to another server"),
		redirects("-p <port>", "talks to another server"),
		redirects("-s <socket>", "talks to another server"),
		redirects("-u <url>", "talks to another server"),
		redirects("-a --pass <password>", "uses another credential"),
		redirects("--user <name>", "uses another credential"),
		redirects("--askpass", "uses another credential"),
		redirects("--tls", "changes how the server is reached"),
		redirects("--cacert <file>", "trusts another certificate"),
		redirects("--cert <file>", "uses another credential"),
		redirects("--key <file>", "uses another credential"),
		redirects("--insecure", "accepts any certificate"),
		runs("--eval <file>", "runs a script in the server"),
		runs("--ldb", "runs a script in a debugger"),
		runs("--pipe", "sends whatever arrives on its input"),
		runs("-x", "sends whatever arrives on its input"),
		runs("-X <tag>", "sends whatever arrives on its input"),
		changes("--cluster <command>", "changes the cluster"),
		redirects("--replica", "acts as a replica"),
		writes("--rdb <file>", "writes a copy of the database"),
		writes("--functions-rdb <file>", "writes a file"),
		...plain(
			"-n <number>",
			"-r <number>",
			"-i <seconds>",
			"-d <text>",
			"-D <text>",
			"--pattern <pattern>",
			"--quoted-pattern <pattern>",
			"--count <number>",
			"--raw",
			"--no-raw",
			"--csv",
			"--json",
			"--scan",
			"--bigkeys",
			"--memkeys",
			"--hotkeys",
			"--stat",
			"--latency",
			"--no-auth-warning",
		),
	],
};

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
			why: "is not a command that only reads (CONFIG SET can write files, EVAL runs code)",
		},
	];
}
