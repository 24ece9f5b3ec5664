import type { ProgramTable } from "../program-table.ts";
import { loads, plain, reads, redirects, runs, writes } from "./option-rows.ts";

/** Clients that speak HTTP and put load on servers. */
export const httpClients: ProgramTable = {
	names: [
		"http",
		"https",
		"httpie",
		"xh",
		"xhs",
		"hurl",
		"curlie",
		"grpcurl",
		"websocat",
		"ab",
		"wrk",
		"hey",
		"k6",
		"vegeta",
		"newman",
		"siege",
		"oha",
		"bombardier",
	],
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
