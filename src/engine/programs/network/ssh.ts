import { type AnalyserFinding, access, hazard, readTree, undecided, writesBelow } from "../analyser.ts";
import { inputIsCode } from "../operand-analysers.ts";
import { loads, plain, reads, redirects, runs, writes } from "../option-rows.ts";
import type { OptionRow, ProgramTable } from "../program-table.ts";
import { readArguments } from "../read-arguments.ts";

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
const SSH_OPTIONS: readonly OptionRow[] = [
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
		analyser: readSsh,
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
	{ names: ["scp"], abbreviations: false, operands: "data", analyser: remoteCopy, options: copying },
	{
		names: ["sftp"],
		style: "posix",
		abbreviations: false,
		operands: ["url", "data"],
		analyser: inputIsCode,
		runsInput: "code",
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

/**
 * Reads the words of ssh. SECURITY: options are also taken after the host (`ssh host -o ProxyCommand=x`), where rows for
 * options that end at the first operand do not look. What then follows is run on the other machine.
 */
export function readSsh(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const first = readArguments(words, SSH_OPTIONS, "posix");
	if (first.uncertain) return [undecided("", "a word is only known when the shell runs")];
	if (first.operands.length < 2) return [];
	const rest = words.slice(words.length - first.operands.length + 1);
	const offset = words.length - rest.length;
	const second = readArguments(rest, SSH_OPTIONS, "posix");
	const dangers = second.options.flatMap((option): readonly AnalyserFinding[] => {
		const row = SSH_OPTIONS.find((candidate) => candidate.names[0] === option.name);
		const at = offset + Math.max(0, rest.indexOf(option.word));
		if (row?.is === "write" && typeof option.value === "string") return [access("write", option.value)];
		return row?.hazard === undefined ? [] : [hazard(row.hazard, option.word, row.why ?? "", at)];
	});
	if (second.operands.length === 0) return dangers;
	const command = words.length - second.operands.length;
	return [...dangers, hazard("runs", words[command] ?? "", "this is run on the other machine", command)];
}

/** Reads the operands of scp: the last one is written, the others are read; `host:path` is on another machine. */
export function remoteCopy(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return [...copyOperands(operands), ...copiedInto(operands, { pours: false, relative: false })];
}

/** The operands of a program that copies between machines. */
export function copyOperands(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return operands.map((operand, index) => {
		if (operand === null) return undecided("", "what is copied is only known when the shell runs");
		const host = hostOf(operand);
		if (host !== null) return { kind: "url", url: host };
		if (index < operands.length - 1 || operands.length === 1) return readTree(operand);
		// With a final slash it is a directory, and only what lies below it is written.
		return access("write", operand.endsWith("/") ? `${operand}*` : operand);
	});
}

/**
 * What the copies are called when the target is a directory: `rsync x/.mcp.json ./` writes `.mcp.json`. With `pours`, a source
 * with a final slash stands for what is in it; with `relative`, the whole path of the source is kept.
 */
export function copiedInto(
	operands: readonly (string | null)[],
	how: { readonly pours: boolean; readonly relative: boolean },
): readonly AnalyserFinding[] {
	const target = operands.at(-1);
	if (operands.length < 2 || target === null || target === undefined || hostOf(target) !== null) return [];
	return operands.slice(0, -1).flatMap((source) => {
		const path = source === null ? null : pathOf(source);
		if (path === null || /[*?[{]/.test(path) || /(?:^|\/)\.{0,2}$/.test(how.pours ? path : path.replace(/(?<!\/)\/+$/, "")))
			return writesBelow(target);
		if (how.relative) return [access("write", `${target}/${path}`)];
		const trimmed = path.replace(/(?<!\/)\/+$/, "");
		return [access("write", `${target}/${trimmed.slice(trimmed.lastIndexOf("/") + 1)}`)];
	});
}

/** The path in an operand, on whichever machine. */
export function pathOf(operand: string): string {
	if (hostOf(operand) === null) return operand;
	return operand.replace(/^[a-z][a-z0-9+.-]*:\/\/[^/]*/i, "").replace(/^[^:/]*::?/, "");
}

/** The address in `user@host:path`, `host::module` or `rsync://host/path`; `null` for a path of this machine. */
function hostOf(operand: string): string | null {
	if (/^[a-z][a-z0-9+.-]*:\/\//i.test(operand)) return operand;
	const colon = operand.indexOf(":");
	const slash = operand.indexOf("/");
	if (colon < 0 || (slash >= 0 && slash < colon)) return null;
	const host = operand.slice(0, colon).replace(/^.*@/, "");
	return host === "" ? "localhost" : host;
}
