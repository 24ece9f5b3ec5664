import { type AnalyserFinding, hazard, undecided } from "../analyser.ts";
import { anyOperandChanges, inputIsCode } from "../operand-analysers.ts";
import { changes, changingForms, named, plain, readingForms, reads, redirects, runs, withGlobals } from "../option-rows.ts";
import type { ProgramTable } from "../program-table.ts";

/** Services of the system and their log. */
const systemServices: readonly ProgramTable[] = [
	{
		names: ["systemctl"],
		operands: "data",
		...withGlobals(
			[
				redirects("-H --host <host>", "speaks to another machine"),
				redirects("-M --machine <container>", "speaks to another machine"),
				redirects("--root --image <path>", "acts on another system"),
				...plain(
					"-t --type <type>",
					"-p --property -P <name>",
					"--state <state>",
					"-n --lines <number>",
					"-o --output <format>",
					"--job-mode <mode>",
					"-s --signal <signal>",
					"--kill-whom <whom>",
					"--user",
					"--system",
					"--no-pager",
					"-l --full",
					"-a --all",
					"-q --quiet",
				),
			],
			{
				...readingForms(
					"status show cat list-units list-unit-files list-timers list-sockets list-dependencies list-jobs list-machines list-paths list-automounts is-active is-enabled is-failed is-system-running get-default help show-environment whoami",
				),
				edit: named("runs", "starts an editor on a service"),
				"set-environment": named("redirects", "changes the environment of every service"),
				"import-environment": named("redirects", "changes the environment of every service"),
				"unset-environment": named("redirects", "changes the environment of every service"),
				link: named("loads", "loads a service from elsewhere"),
				...changingForms(
					"start stop restart reload try-restart reload-or-restart try-reload-or-restart kill isolate enable disable reenable preset preset-all mask unmask revert add-wants add-requires set-default set-property reset-failed daemon-reload daemon-reexec bind mount-image clean freeze thaw cancel poweroff reboot halt kexec suspend hibernate hybrid-sleep rescue emergency default exit switch-root soft-reboot log-level log-target service-watchdogs",
					"changes services of the machine",
				),
			},
		),
		closed: true,
	},
	{
		names: ["service", "rc-service", "rc-update", "initctl", "launchctl", "update-rc.d", "chkconfig"],
		operands: "data",
		analyser: readService,
		options: [changes("-f --full-restart", "restarts the service")],
	},
	{
		names: ["journalctl"],
		operands: "data",
		options: [
			redirects("-M --machine <container>", "reads the log of another machine"),
			redirects("--root --image --namespace <name>", "reads another log"),
			...["--rotate", "--flush", "--sync", "--relinquish-var", "--smart-relinquish-var", "--update-catalog", "--setup-keys"].map((name) =>
				changes(name, "changes the log"),
			),
			changes("--vacuum-size --vacuum-time --vacuum-files <limit>", "deletes parts of the log"),
			{ names: ["--cursor-file"], value: "required", is: "write", why: "writes the place to this file" },
			...reads("-D --directory <directory>", "--file <file>", "-i <file>"),
			...plain(
				"-u --unit <unit>",
				"--user-unit <unit>",
				"-t --identifier <name>",
				"-T --exclude-identifier <name>",
				"-p --priority <level>",
				"--facility <name>",
				"-g --grep <pattern>",
				"-c --cursor <cursor>",
				"--after-cursor <cursor>",
				"-S --since <time>",
				"-U --until <time>",
				"-n --lines [number]",
				"-o --output <format>",
				"--output-fields <fields>",
				"-b --boot [boot]",
				"-F --field <field>",
				"-I --invocation <id>",
				"--case-sensitive [boolean]",
				"--no-pager",
				"-f --follow",
				"-r --reverse",
				"-e --pager-end",
			),
		],
	},
];

/** Package managers of the system, services, schedules, mounts and accounts. */
export const system: readonly ProgramTable[] = [
	...systemServices,
	{
		names: ["crontab", "fcrontab"],
		operands: "read",
		analyser: readCrontab,
		analysesWords: true,
		options: [
			changes("-e", "starts an editor and changes what runs later"),
			changes("-r", "removes what runs later"),
			changes("-i", "removes what runs later"),
			redirects("-u <user>", "acts for another user"),
			...plain("-l", "-n <host>", "-s"),
		],
	},
	{
		names: ["at", "batch"],
		operands: "data",
		analyser: inputIsCode,
		runsInput: "code",
		analysesWords: true,
		options: [
			runs("-f <file>", "the commands in this file are run later"),
			changes("-d -r", "removes what runs later"),
			...plain("-q <queue>", "-t <time>", "-l", "-c", "-m", "-M", "-v", "-V"),
		],
	},
	{ names: ["atq", "atrm"], operands: "data" },
	{
		names: [
			"mount",
			"umount",
			"losetup",
			"swapon",
			"swapoff",
			"fsck",
			"mkfs",
			"mkswap",
			"fdisk",
			"parted",
			"sfdisk",
			"blkid",
			"hdparm",
			"wipefs",
			"cryptsetup",
			"lvm",
			"mdadm",
			"insmod",
			"modprobe",
			"rmmod",
		],
		operands: "data",
		analyser: anyOperandChanges,
		options: [
			changes("-a --all", "acts on everything that is set up"),
			...plain("-t --types <types>", "-l --show-labels", "-V --version", "--list"),
		],
	},
	{ names: ["lsmod", "modinfo"], operands: "data" },
	{
		names: [
			"useradd",
			"userdel",
			"usermod",
			"groupadd",
			"groupdel",
			"groupmod",
			"adduser",
			"deluser",
			"addgroup",
			"delgroup",
			"passwd",
			"chpasswd",
			"chsh",
			"chfn",
			"chage",
			"gpasswd",
			"visudo",
			"vipw",
			"vigr",
		],
		operands: "data",
	},
	{ names: ["shutdown", "reboot", "halt", "poweroff", "init", "telinit", "kexec"], operands: "data" },
	{ names: ["update-alternatives", "ldconfig", "locale-gen", "update-grub", "depmod"], operands: "data", analyser: anyOperandChanges },
	{
		names: [
			"defaults",
			"security",
			"pbcopy",
			"pbpaste",
			"pmset",
			"scutil",
			"networksetup",
			"dscl",
			"csrutil",
			"spctl",
			"diskutil",
			"hdiutil",
			"xattr",
			"plutil",
			"say",
		],
		operands: "data",
		analyser: anyOperandChanges,
	},
	{ names: ["xclip", "xsel", "wl-copy", "wl-paste", "clip.exe"], operands: "read" },
];

/** Reads the operands of service and its kin: `status` and `list` print, everything else changes services. */
export function readService(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	if (operands.includes(null)) return [undecided("", "what is done is only known when the shell runs")];
	if (operands.length === 0 || operands.some((word) => word === "status" || word === "list" || word === "--status-all")) return [];
	return [hazard("changes", operands.at(-1) ?? "", "changes services of the machine", operands.length - 1)];
}

/** Reads the words of crontab: `-l` lists; a file, or the input, replaces what runs later. */
export function readCrontab(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	if (words.some((word) => word === "-l" || word === "-r" || word === "-e" || word === "-i")) return [];
	const file = words.findIndex((word, at) => word !== null && (word === "-" || !word.startsWith("-")) && words[at - 1] !== "-u");
	if (file < 0) return [undecided("", "what runs later comes from the input")];
	return [hazard("changes", words[file] ?? "", "replaces what runs later", file)];
}
