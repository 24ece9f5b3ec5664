import { type AnalyserFinding, access, hazard, undecided } from "../analyser.ts";
import { changes, loads, plain, reads, redirects, runs, writes } from "../option-rows.ts";
import type { ProgramTable } from "../program-table.ts";

/** Clients that speak HTTP and put load on servers. */
export const httpClients: ProgramTable = {
	names: ["hurl", "grpcurl", "websocat", "ab", "wrk", "hey", "k6", "vegeta", "newman", "siege", "oha", "bombardier"],
	abbreviations: false,
	operands: "url",
	options: [
		writes("-o --output <file>", "writes the answer"),
		writes("--report-html --report-json --report-junit --summary-export <place>", "writes a report"),
		writes("--session <file>", "writes a file"),
		redirects("-a --auth --user <credential>", "uses a credential"),
		redirects("--proxy <url>", "goes through another host"),
		redirects("--verify <mode>", "accepts any certificate"),
		redirects("--cert --cert-key <file>", "uses a credential"),
		...reads("-p -T --data-file <file>"),
		loads("-s --script <file>", "runs a script"),
		runs("-e <command>", "runs a command"),
		...plain("-n <number>", "-c <number>", "-t <number>", "-d --duration <time>", "-m <method>", "-H <header>", "--timeout <seconds>"),
	],
};

/** httpie and its kin: method, address, and items that are sent. */
export const httpie: ProgramTable = {
	names: ["http", "https", "httpie", "xh", "xhs", "curlie"],
	operands: "data",
	analyser: readHttpie,
	options: [
		writes("-o --output <file>", "writes the answer"),
		changes("-d --download", "writes the answer to a file whose name the server may choose"),
		changes("-c --continue", "writes the answer to a file"),
		writes("--session <file>", "writes a file"),
		{ ...redirects("--session-read-only <file>", "uses a credential"), is: "maybe-read" },
		changes("-f --form", "sends data to the server"),
		changes("--multipart", "sends data to the server"),
		changes("--raw --data <text>", "sends data to the server"),
		redirects("-a --auth <credential>", "uses a credential"),
		redirects("-A --auth-type <type>", "uses a credential"),
		redirects("--proxy <url>", "goes through another host"),
		redirects("--verify [mode]", "accepts any certificate"),
		{ ...redirects("--cert --cert-key --cert-key-pass <file>", "uses a credential"), is: "maybe-read" },
		loads("--config --config-dir <place>", "loads settings"),
		runs("--curl --plugins", "starts a program"),
		redirects("--unix-socket --interface --resolve <place>", "goes another way"),
		...plain(
			"--timeout <seconds>",
			"-p --print <parts>",
			"--pretty <how>",
			"-s --style <name>",
			"--max-redirects <number>",
			"--format-options <options>",
			"--response-charset <name>",
			"--response-mime <type>",
			"--default-scheme <scheme>",
			"--ignore-stdin",
			"-I --ignore-netrc",
			"-b --body",
			"-h --headers",
			"-v --verbose",
			"-F --follow",
			"-j --json",
		),
	],
};

const READING_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

/** Reads the operands of httpie and its kin: method, address, then items that are sent; `name@file` and `name=@file` send a file. */
function readHttpie(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	const method = operands[0];
	const named = typeof method === "string" && /^[A-Za-z]+$/.test(method) && operands.length > 1 && !/^(?:https?|localhost)$/i.test(method);
	const rest = named ? operands.slice(1) : operands;
	const first: readonly AnalyserFinding[] =
		named && !READING_METHODS.has(method.toUpperCase())
			? [hazard("changes", method, "this method changes something on the server", 0)]
			: [];
	return [...first, ...rest.flatMap((word, index) => (index === 0 ? address(word) : item(word)))];
}

function address(word: string | null): readonly AnalyserFinding[] {
	if (word === null) return [undecided("", "which host is talked to is only known when the shell runs")];
	return [{ kind: "url", url: word.startsWith(":") ? `localhost${/^:\d/.test(word) ? word : `/${word.replace(/^:\/?/, "")}`}` : word }];
}

function item(word: string | null): readonly AnalyserFinding[] {
	if (word === null) return [undecided("", "what is sent is only known when the shell runs")];
	const file = /^[^=:@]*(?:==|:?=|:)?@(.+)$/s.exec(word)?.[1];
	if (file !== undefined) return [access("read", file.replace(/;type=.*$/s, "")), hazard("changes", word, "sends a file to the server")];
	return /^[^:=]+:(?!=)/.test(word) || word.includes("==") ? [] : [hazard("changes", word, "sends data to the server")];
}
