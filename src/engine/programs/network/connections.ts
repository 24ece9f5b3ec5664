import { type AnalyserFinding, access, hazard, undecided } from "../analyser.ts";
import { inputIsCode } from "../operand-analysers.ts";
import { changes, loads, plain, reads, redirects, runs, writes } from "../option-rows.ts";
import type { ProgramTable } from "../program-table.ts";

/** Programs that probe other machines: ping, traceroute and port scanners. */
const networkProbes: readonly ProgramTable[] = [
	{
		names: ["ping", "ping4", "ping6", "fping", "arping"],
		operands: "url",
		options: [
			{ ...loads("-f --file <file>", "takes hosts from this file, or floods the network"), value: "none" },
			changes("-A --adaptive", "floods the network"),
			...plain(
				"-c --count <number>",
				"-F <label>",
				"-i <interval>",
				"-I <interface>",
				"-l <preload>",
				"-m <mark>",
				"-M <hint>",
				"-N <option>",
				"-w <deadline>",
				"-W <timeout>",
				"-p <pattern>",
				"-Q <tos>",
				"-s <size>",
				"-S <size>",
				"-t <ttl>",
				"-T <option>",
				"-e <identifier>",
			),
		],
	},
	{
		names: ["traceroute", "traceroute6", "tracepath", "mtr"],
		operands: "url",
		options: [
			loads("-F --filename <file>", "takes hosts from this file"),
			...plain(
				"-f --first <ttl>",
				"-g --gateway <address>",
				"-i --interface <name>",
				"-m --max-hops <ttl>",
				"-N --sim-queries <number>",
				"-p --port <port>",
				"-t --tos <tos>",
				"-l --flowlabel <label>",
				"-w --wait <times>",
				"-q --queries <number>",
				"-s --source <address>",
				"-z --sendwait <time>",
				"-c --report-cycles <number>",
				"-P <port>",
				"-o --order <fields>",
				"-I",
			),
		],
	},
	{
		names: ["nmap", "masscan"],
		operands: "url",
		options: [
			runs("--script <scripts>", "runs these scripts"),
			runs("--script-args <arguments>", "changes what scripts do"),
			loads("--script-args-file <file>", "changes what scripts do"),
			loads("--datadir <directory>", "loads scripts from this directory"),
			loads("--servicedb <file>", "loads rules from this file"),
			runs("-sC", "runs scripts"),
			runs("-A", "runs scripts"),
			{ ...loads("-iL --excludefile <file>", "takes hosts from this file"), is: "read" },
			loads("--resume <file>", "goes on with another scan"),
			loads("-c --conf <file>", "loads options from this file"),
			writes("-oN -oX -oS -oG -oA <file>", "writes the result to this file"),
			redirects("-D <decoys>", "claims other addresses"),
			redirects("-S <address>", "claims another address"),
			redirects("--proxies <list>", "goes through other hosts"),
			redirects("-iR <number>", "scans hosts at random"),
			...plain(
				"-p <ports>",
				"--top-ports <number>",
				"-e <interface>",
				"--exclude <hosts>",
				"--max-retries <number>",
				"--host-timeout <time>",
				"--min-rate <number>",
				"--max-rate <number>",
				"-g --source-port <port>",
				"--ttl <number>",
				"--mtu <number>",
			),
		],
	},
];

/** Programs that show and change the network of this machine: addresses, connections, routes and filters. */
const networkSettings: readonly ProgramTable[] = [
	{
		names: ["ip", "bridge", "tc", "rtmon"],
		style: "posix",
		operands: "data",
		analyser: readIp,
		options: [
			runs("-b -batch --batch <file>", "runs the commands in this file"),
			redirects("-n -netns --netns <name>", "acts in another network"),
			...plain("-f -family <family>", "-l -loops <number>", "-rc -rcvbuf <size>"),
		],
	},
	{
		names: ["ss", "netstat", "lsns"],
		operands: "data",
		options: [
			changes("-K --kill", "closes connections"),
			loads("-F --filter <file>", "takes the filter from this file"),
			writes("-D --diag <file>", "writes to this file"),
			redirects("-N --net <name>", "acts in another network"),
			...plain("-f --family <family>", "-A --query --socket <query>"),
		],
	},
	{
		names: ["ifconfig", "route", "arp", "iwconfig", "ethtool"],
		operands: "data",
		options: [
			changes("-s --set <entry>", "changes an entry"),
			changes("-d --delete <entry>", "removes an entry"),
			loads("-f --file <file>", "takes entries from this file"),
			...plain("-i --device <name>"),
		],
	},
	{
		names: ["iptables", "ip6tables", "nft", "ufw", "firewall-cmd"],
		operands: "data",
		options: [
			...[
				"-A --append",
				"-D --delete",
				"-I --insert",
				"-R --replace",
				"-F --flush",
				"-X --delete-chain",
				"-P --policy",
				"-N --new-chain",
				"-E --rename-chain",
				"-Z --zero",
			].map((names) => changes(names, "changes the rules of the network")),
			loads("-f --file <file>", "loads rules from this file"),
			loads("--modprobe <program>", "runs this program to load modules"),
			...plain("-t --table <table>", "-w --wait [seconds]"),
		],
	},
];

/** Programs that reach other machines: netcat, DNS, ping and their kin. */
export const network: readonly ProgramTable[] = [
	{
		names: ["nc", "ncat", "netcat", "nc.openbsd", "nc.traditional"],
		operands: ["url", "data"],
		options: [
			runs("-e --exec <program>", "runs this program for the connection"),
			runs("-c --sh-exec <command>", "runs this shell command for the connection"),
			runs("--lua-exec <file>", "runs this script for the connection"),
			redirects("-l --listen", "waits for connections"),
			redirects("-k --keep-open", "waits for connections"),
			redirects("-x --proxy <address>", "goes through another host"),
			redirects("-X --proxy-type <type>", "goes through another host"),
			redirects("--proxy-auth <credentials>", "uses these credentials"),
			redirects("-U --unixsock", "connects to a local service"),
			redirects("-g <gateway>", "goes through another host"),
			redirects("-G <hops>", "goes through other hosts"),
			writes("-o --output <file>", "writes what passes to this file"),
			writes("--hex-dump <file>", "writes what passes to this file"),
			redirects("-F", "passes the connection on"),
			...reads("--ssl-cert <file>", "--ssl-key <file>", "--ssl-trustfile <file>", "--allowfile <file>", "--denyfile <file>"),
			...plain(
				"-i --delay <time>",
				"-I <length>",
				"-M <hops>",
				"-m --max-conns <number>",
				"-O <length>",
				"-P <user>",
				"-p --source-port <port>",
				"-q <seconds>",
				"-s --source <address>",
				"-T <tos>",
				"-V <table>",
				"-W <number>",
				"-w --wait <seconds>",
				"-Z <certificate>",
				"-z",
				"--idle-timeout <time>",
				"--nsock-engine <engine>",
			),
		],
	},
	{
		names: ["socat"],
		operands: "data",
		analyser: readSocat,
		options: [
			writes("-lf <file>", "writes a log to this file"),
			writes("-r <file>", "writes what passes to this file"),
			writes("-R <file>", "writes what passes to this file"),
			writes("-L <file>", "makes a lock file"),
			writes("-W <file>", "makes a lock file"),
		],
	},
	{
		names: ["telnet", "ftp", "tftp", "lftp", "ncftp"],
		operands: ["url", "data"],
		analyser: inputIsCode,
		runsInput: "code",
		analysesWords: true,
		interpreter: { why: "it runs commands that arrive on its input" },
		options: [
			runs("-e -c <commands>", "runs these commands"),
			{ ...loads("-f --rcfile <file>", "runs the commands in this file"), is: "read" },
			redirects("-u --user -l <user>", "uses these credentials"),
			writes("-n <file>", "writes a trace to this file"),
			...plain("-p --port <port>", "-b <address>"),
		],
	},
	{
		names: ["dig", "delv", "kdig"],
		abbreviations: false,
		operands: "data",
		analyser: readDig,
		options: [
			{ ...loads("-f <file>", "takes queries from this file"), is: "read" },
			{ ...redirects("-k <file>", "uses this key"), is: "read" },
			redirects("-y <key>", "uses this key"),
			...plain("-b <address>", "-c <class>", "-p <port>", "-q <name>", "-t <type>", "-x <address>"),
		],
	},
	{
		names: ["host", "nslookup", "drill", "whois"],
		interpreter: { why: "it takes queries from its input, and data can leave in them" },
		abbreviations: false,
		operands: "url",
		options: plain(
			"-c <class>",
			"-N <number>",
			"-R <number>",
			"-t <type>",
			"-W <seconds>",
			"-m <flag>",
			"-h <host>",
			"-p <port>",
			"-T <type>",
		),
	},
	...networkProbes,
	...networkSettings,
	{
		names: ["mail", "mailx", "mutt", "sendmail", "msmtp", "swaks"],
		operands: "data",
		interpreter: { why: "it sends mail, and can run commands from its input" },
		options: [
			runs("-e --execute <command>", "runs this command"),
			loads("-F <file>", "loads configuration"),
			loads("-C <file>", "loads configuration"),
			...plain("-s <subject>", "-r <address>", "-b <address>", "-c <address>"),
			...reads("-a -A <file>"),
		],
	},
	{
		names: ["xdg-open", "open", "gio", "start", "explorer.exe", "wslview", "sensible-browser", "firefox", "chromium", "google-chrome"],
		operands: "script",
		interpreter: { why: "it starts whatever program is set up for the address or the file" },
	},
];

/** Reads the addresses of socat: they run programs, open files, connect and listen. */
export function readSocat(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return operands.flatMap((operand, at): readonly AnalyserFinding[] => {
		if (operand === null) return [undecided("", "the address is only known when the shell runs")];
		const [kind = "", ...rest] = operand.split(":");
		const first = rest.join(":").split(",")[0] ?? "";
		if (/^(?:-|stdio|stdin|stdout|stderr|fd)$/i.test(kind)) return [];
		if (/^(?:file|open|gopen|creat|create|pipe)$/i.test(kind)) return [access("write", first)];
		if (/^(?:tcp|tcp4|tcp6|udp|udp4|udp6|openssl|ssl|sctp)(?:-connect)?$/i.test(kind)) return [{ kind: "url", url: first }];
		return [hazard("runs", operand, "this address runs a program, listens, or reaches a local service", at)];
	});
}

/** Record types and classes that may stand among the operands of dig. */
const DIG_WORDS =
	/^(?:a|aaaa|any|axfr|caa|cname|dnskey|ds|hinfo|https|ixfr(?:=\d+)?|loc|mx|naptr|ns|nsec3?|ptr|rrsig|soa|spf|srv|sshfp|svcb|tlsa|txt|in|ch|hs)$/i;

/** Reads the operands of dig: names and servers (`@host`) are reached, `+words` and record types are settings. */
export function readDig(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return operands.flatMap((operand) => {
		if (operand === null) return [undecided("", "the name is only known when the shell runs: data can leave in it")];
		if (operand.startsWith("+") || DIG_WORDS.test(operand)) return [];
		return [{ kind: "url", url: operand.replace(/^@/, "") }];
	});
}

/** Words of `ip` that change something, at their shortest. */
const IP_CHANGES = [
	"add",
	"del",
	"set",
	"change",
	"replace",
	"flush",
	"append",
	"prepend",
	"exec",
	"attach",
	"detach",
	"restore",
	"save",
	"delete",
	"update",
	"modify",
	"pids",
	"xdp",
];

/** Reads the operands of ip: `show` and its kin print, the others change the network or run a command. */
export function readIp(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	const verb = operands[1];
	if (typeof verb !== "string") return [];
	const changes = IP_CHANGES.some((word) => word.startsWith(verb)) && !/^(?:sh|sho|show|l|li|lis|list|lst|get|help)$/.test(verb);
	return changes ? [hazard("changes", verb, "changes the network, or runs a command in another one", 1)] : [];
}
