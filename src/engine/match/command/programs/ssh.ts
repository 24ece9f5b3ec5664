import type { OptionRow, ProgramTable } from "../program-table.ts";
import { loads, plain, reads, redirects, runs, writes } from "./option-rows.ts";

/** Settings of ssh that neither run programs nor change whom it trusts. */
const HARMLESS_SETTINGS = [
	"AddressFamily",
	"BatchMode",
	"CheckHostIP=yes",
	"ClearAllForwardings",
	"Compression",
	"ConnectTimeout",
	"ConnectionAttempts",
	"HashKnownHosts",
	"IdentitiesOnly",
	"KbdInteractiveAuthentication",
	"LogLevel",
	"NumberOfPasswordPrompts",
	"PasswordAuthentication",
	"PreferredAuthentications",
	"RequestTTY",
	"ServerAliveCountMax",
	"ServerAliveInterval",
	"StrictHostKeyChecking=yes",
	"StrictHostKeyChecking=accept-new",
	"TCPKeepAlive",
	"VisualHostKey",
].map((name) => (name.includes("=") ? name : `${name}=*`));

const settings: OptionRow = {
	...runs("-o <setting>", "a setting can run a program (ProxyCommand, LocalCommand …) or change whom ssh trusts"),
	except: HARMLESS_SETTINGS,
};
const common: readonly OptionRow[] = [
	settings,
	loads("-F <file>", "loads settings, which can run programs"),
	redirects("-J <host>", "goes through another host"),
	{ ...redirects("-i <file>", "uses this key"), is: "read" },
];

/** The options of ssh, which its analyser reads too: they may also follow the host. */
export const SSH_OPTIONS: readonly OptionRow[] = [
	...common,
	loads("-I <library>", "loads this library"),
	redirects("-L <forwarding>", "opens a way to another host"),
	redirects("-R <forwarding>", "opens a way back"),
	redirects("-D <address>", "opens a proxy"),
	redirects("-W <address>", "connects to another host"),
	redirects("-w <device>", "opens a tunnel"),
	redirects("-l <user>", "logs in as another user"),
	redirects("-A", "passes the keys of the agent on"),
	redirects("-K", "passes credentials on"),
	redirects("-X", "lets the other machine reach the screen"),
	redirects("-Y", "lets the other machine reach the screen"),
	redirects("-S <path>", "uses another connection"),
	redirects("-O <command>", "controls another connection"),
	redirects("-M", "shares the connection"),
	writes("-E <file>", "writes the log to this file"),
	...plain("-B <interface>", "-b <address>", "-c <ciphers>", "-e <character>", "-m <list>", "-p <port>", "-Q <query>", "-P <tag>"),
];

const copying: readonly OptionRow[] = [
	...common,
	runs("-S <program>", "runs this program for the connection"),
	runs("-D <program>", "runs this program as the server"),
	runs("-X <setting>", "changes how the server is started"),
	redirects("-A", "passes the keys of the agent on"),
	...plain("-c <cipher>", "-l <limit>", "-P <port>"),
];

/** ssh and the programs that come with it. */
export const ssh: readonly ProgramTable[] = [
	{
		names: ["ssh", "slogin"],
		style: "posix",
		abbreviations: false,
		operands: ["url", "data"],
		analyser: "ssh",
		analysesWords: true,
		options: SSH_OPTIONS,
	},
	{
		names: ["mosh", "autossh", "et", "sshpass"],
		style: "posix",
		operands: "url",
		interpreter: { why: "it starts ssh, and programs on the other machine" },
		options: [
			settings,
			runs("--ssh --server --client <command>", "runs this command"),
			redirects("-p -f -e -M -i <value>", "changes how ssh is started"),
		],
	},
	{ names: ["scp"], abbreviations: false, operands: "data", analyser: "remote-copy", options: copying },
	{
		names: ["sftp"],
		style: "posix",
		abbreviations: false,
		operands: ["url", "data"],
		analyser: "input-is-code",
		analysesWords: true,
		interpreter: { why: "it runs commands that arrive on its input" },
		options: [
			...copying,
			{ ...loads("-b <file>", "runs the commands in this file"), is: "read" },
			runs("-s <subsystem>", "chooses what runs on the other machine"),
			...plain("-B <size>", "-R <number>"),
		],
	},
	{
		names: ["ssh-keygen"],
		operands: "data",
		abbreviations: false,
		options: [
			loads("-D <library>", "loads this library"),
			loads("-w <library>", "loads this library"),
			writes("-f <file>", "the key file, which is made or changed"),
			redirects("-s <key>", "signs with this key"),
			redirects("-Y <action>", "signs or verifies"),
			redirects("-R <host>", "removes a known host"),
			redirects("-A", "makes the keys of the machine"),
			redirects("-p", "changes the passphrase"),
			redirects("-c", "changes the comment"),
			...plain(
				"-a <rounds>",
				"-b <bits>",
				"-C <comment>",
				"-E <hash>",
				"-F <host>",
				"-I <identity>",
				"-m <format>",
				"-M <action>",
				"-N <phrase>",
				"-n <principals>",
				"-O <option>",
				"-P <phrase>",
				"-r <host>",
				"-t <type>",
				"-V <interval>",
				"-z <number>",
				"-Z <cipher>",
			),
		],
	},
	{
		names: ["ssh-add"],
		operands: "read",
		abbreviations: false,
		options: [
			loads("-s <library>", "loads this library"),
			loads("-S <library>", "loads this library"),
			loads("-e <library>", "loads this library"),
			redirects("-d", "removes keys"),
			redirects("-D", "removes all keys"),
			redirects("-x", "locks the agent"),
			redirects("-X", "unlocks the agent"),
			...plain("-E <hash>", "-t <time>", "-T <key>", "-h <constraint>", "-H <file>"),
		],
	},
	{
		names: ["ssh-keyscan"],
		operands: "url",
		abbreviations: false,
		options: [...reads("-f <file>"), ...plain("-O <option>", "-p <port>", "-T <seconds>", "-t <type>")],
	},
	{
		names: ["ssh-copy-id"],
		operands: "url",
		options: [settings, redirects("-i <file>", "installs this key"), redirects("-f", "installs the key unseen"), ...plain("-p <port>")],
	},
	{
		names: ["ssh-agent"],
		style: "posix",
		launcher: { needsRule: "redirects", why: "it runs the command with an agent for keys" },
		options: [
			loads("-P <libraries>", "lets these libraries be loaded"),
			...plain("-a <socket>", "-E <hash>", "-t <time>", "-O <option>", "-c", "-s", "-k", "-d", "-D"),
		],
	},
];
