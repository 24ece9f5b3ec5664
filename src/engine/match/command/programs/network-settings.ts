import type { ProgramTable } from "../program-table.ts";
import { changes, loads, plain, redirects, runs, writes } from "./option-rows.ts";

/** Programs that show and change the network of this machine: addresses, connections, routes and filters. */
export const networkSettings: readonly ProgramTable[] = [
	{
		names: ["ip", "bridge", "tc", "rtmon"],
		style: "posix",
		operands: "data",
		analyser: "ip",
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
