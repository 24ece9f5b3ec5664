import { anyOperandChanges } from "../operand-analysers.ts";
import { changes, loads, plain, reads, redirects, withGlobals } from "../option-rows.ts";
import type { ProgramTable } from "../program-table.ts";

/** Programs that tell about the machine and its people; some change it when they are given more. */
export const machine: readonly ProgramTable[] = [
	{
		names: [
			"whoami",
			"id",
			"groups",
			"w",
			"lastlog",
			"finger",
			"tty",
			"nproc",
			"uname",
			"lsusb",
			"lsb_release",
			"sw_vers",
			"hostid",
			"vmstat",
			"iostat",
			"mpstat",
			"uptime",
			"getent",
		],
		operands: "data",
	},
	// Where it is more than a printer it runs its operand (macOS, util-linux).
	{ names: ["arch"], operands: "data", analyser: anyOperandChanges, closedOptions: "--?(?:help|version)", options: [] },
	{ names: ["lscpu", "lsmem"], operands: "data", options: [...reads("-s --sysroot <directory>"), ...plain("-o --output <columns>")] },
	{ names: ["lspci"], operands: "data", options: [...reads("-i <file>", "-F <file>", "-p <file>"), ...plain("-s <slot>", "-d <device>")] },
	{
		names: ["free"],
		operands: "data",
		options: plain("-c --count <number>", "-s --seconds <number>"),
	},
	{
		names: ["hostname", "domainname", "dnsdomainname", "nisdomainname"],
		operands: "data",
		analyser: anyOperandChanges,
		options: [
			{ ...changes("-F --file <file>", "sets the name of the machine"), is: "read" },
			changes("-b --boot", "sets the name of the machine"),
		],
	},
	{
		names: ["hostnamectl", "timedatectl", "localectl"],
		operands: "data",
		...withGlobals(
			[
				redirects("-H --host <host>", "speaks to another machine"),
				redirects("-M --machine <container>", "speaks to another machine"),
				...plain("-p --property <name>", "--no-pager", "--json <mode>"),
			],
			{
				status: {},
				show: {},
				"list-timezones": {},
				"timesync-status": {},
				"list-locales": {},
				"list-keymaps": {},
				...changing(
					"hostname set-hostname icon-name set-icon-name chassis set-chassis deployment set-deployment location set-location set-time set-timezone set-local-rtc set-ntp ntp-servers revert set-locale set-keymap set-x11-keymap",
				),
			},
		),
	},
	{
		names: ["stty"],
		operands: "data",
		options: [changes("-F --file <device>", "changes another terminal")],
	},
	{ names: ["ulimit"], operands: "data" },
	{
		names: ["sysctl"],
		operands: "data",
		assignments: "changes",
		options: [
			changes("-w --write", "sets a value of the kernel"),
			loads("-p --load [file]", "sets values of the kernel from a file"),
			loads("--system", "sets values of the kernel from files"),
			...plain("-r --pattern <pattern>"),
		],
	},
	// Their operand, or the value of -f, is a file.
	{ names: ["users", "who"], operands: "read" },
	{ names: ["last"], operands: "data", options: [{ names: ["-f", "--file"], value: "required", is: "read" }] },
	{
		names: ["dmesg"],
		operands: "data",
		options: [
			changes("-c --read-clear", "empties the log"),
			changes("-C --clear", "empties the log"),
			changes("-D --console-off", "changes what the console shows"),
			changes("-E --console-on", "changes what the console shows"),
			changes("-n --console-level <level>", "changes what the console shows"),
			{ names: ["-F", "--file"], value: "required", is: "read" },
			...plain(
				"-f --facility <list>",
				"-l --level <list>",
				"-s --buffer-size <size>",
				"--time-format <format>",
				"--since <time>",
				"--until <time>",
				"-L --color [when]",
			),
			...plain("-K --kmsg-file <file>"),
		],
	},
	{ names: ["wall", "write", "mesg"], operands: "data" },
];

function changing(names: string): Readonly<Record<string, { readonly hazard: "changes"; readonly why: string }>> {
	return Object.fromEntries(names.split(" ").map((name) => [name, { hazard: "changes", why: "changes the machine" }]));
}
