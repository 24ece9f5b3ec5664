import { type AnalyserFinding, access, hazard, undecided } from "../analyser.ts";
import { changes, loads, plain, reads, redirects, runs, writes } from "../option-rows.ts";
import type { ProgramTable } from "../program-table.ts";

/** gpg: keys are only looked at unless the command that makes, uses or sends them is named. */
export const gpg: ProgramTable = {
	names: ["gpg", "gpg2", "gpgv", "gpgsm"],
	operands: "read",
	analyser: readGpg,
	analysesWords: true,
	options: [
		runs("--photo-viewer <command>", "runs this command"),
		runs("--agent-program <program>", "runs this program"),
		runs("--dirmngr-program <program>", "runs this program"),
		runs("--exec-path <path>", "looks for programs there"),
		runs("--edit-key --key-edit --edit-card --card-edit <key>", "takes commands from its input"),
		runs("--command-fd --command-file <source>", "takes commands from there"),
		runs("--server", "takes commands from its input"),
		loads("--options <file>", "loads options from this file"),
		redirects("--homedir <directory>", "uses other keys"),
		redirects("--keyring --primary-keyring --secret-keyring --trustdb-name <file>", "uses other keys"),
		redirects("--keyserver --keyserver-options <address>", "speaks to this server"),
		redirects("--auto-key-retrieve --auto-key-import", "fetches keys by itself"),
		redirects("--auto-key-locate <mechanisms>", "fetches keys by itself"),
		redirects("--passphrase --passphrase-fd --passphrase-file --override-session-key <secret>", "uses this secret"),
		redirects("--pinentry-mode <mode>", "changes how secrets are asked for"),
		redirects("--trust-model --trusted-key <model>", "changes which keys are trusted"),
		redirects("--always-trust", "trusts every key"),
		redirects("-u --local-user --default-key <key>", "signs with this key"),
		...[
			"--import",
			"--fast-import",
			"--import-ownertrust",
			"--delete-keys",
			"--delete-secret-keys",
			"--delete-secret-and-public-keys",
			"--gen-key --generate-key",
			"--full-gen-key --full-generate-key",
			"--quick-gen-key --quick-generate-key",
			"--quick-add-key --quick-addkey",
			"--quick-add-uid --quick-adduid",
			"--sign-key",
			"--lsign-key",
			"--quick-sign-key",
			"--quick-lsign-key",
			"--gen-revoke --generate-revocation",
			"--passwd --change-passphrase",
			"--update-trustdb",
			"--check-trustdb",
			"--fix-trustdb",
			"--rebuild-keydb-caches",
			"--tofu-policy",
			"--change-pin",
			"--export-secret-keys",
			"--export-secret-subkeys",
			"-s --sign",
			"-b --detach-sign",
			"--clear-sign --clearsign",
			"--quick-set-expire",
			"--quick-revoke-uid --quick-revuid",
			"--quick-set-primary-uid",
		].map((names) => changes(names, "makes, uses, gives away or removes keys")),
		...["--send-keys", "--recv-keys --receive-keys", "--search-keys", "--refresh-keys", "--fetch-keys", "--locate-external-keys"].map(
			(names) => redirects(names, "speaks to a key server"),
		),
		writes("-o --output <file>", "writes the result to this file"),
		writes("--log-file --logger-file --status-file --attribute-file <file>", "writes to this file"),
		writes("--temp-directory <directory>", "puts temporary files there"),
		{ ...changes("--decrypt-files", "writes the decrypted files"), operandsBecome: "write" },
		{ ...changes("--encrypt-files --multifile", "writes the encrypted files"), operandsBecome: "write" },
		{ ...changes("-e --encrypt", "writes the encrypted file"), operandsBecome: "write" },
		{ ...changes("-c --symmetric", "writes the encrypted file"), operandsBecome: "write" },
		{ ...changes("--dearmor --dearmour --enarmor --enarmour --store", "writes the result beside the file"), operandsBecome: "write" },
		changes("--use-embedded-filename", "writes to the name that the message gives"),
		...reads("-f --recipient-file --hidden-recipient-file <file>"),
		...plain(
			"-r --recipient <user>",
			"-R --hidden-recipient <user>",
			"--keyid-format <format>",
			"--list-options <options>",
			"--verify-options <options>",
			"--export-options <options>",
			"--import-options <options>",
			"--status-fd --logger-fd --attribute-fd <number>",
			"--cipher-algo --digest-algo --cert-digest-algo --compress-algo <name>",
			"-z <level>",
			"--with-colons",
			"--list-keys -k",
			"--list-secret-keys -K",
			"--fingerprint",
			"--verify",
			"--export",
			"--exit-on-status-write-error",
			"--expert",
			"--display-charset --charset <name>",
			"--debug-level <level>",
			"--group <group>",
			"--sender <address>",
			"--comment <text>",
			"--set-filename <name>",
			"--max-output <number>",
			"--encrypt-to --hidden-encrypt-to <user>",
			"--decrypt -d",
		),
	],
};

/** openssl: its commands share the names of the options that read, write and connect, which the analyser knows. */
export const openssl: ProgramTable = {
	names: ["openssl"],
	style: "long-dash",
	abbreviations: false,
	operands: "data",
	analyser: readOpenssl,
	analysesWords: true,
	options: [
		loads("-engine <name>", "loads a cryptographic engine"),
		loads("-provider <name>", "loads a provider"),
		loads("-provider-path <directory>", "loads providers from this directory"),
		loads("-config <file>", "loads configuration"),
		loads("-keygen_engine -ssl_client_engine <name>", "loads a cryptographic engine"),
		loads("-extfile <file>", "loads configuration"),
	],
};

/** Commands of gpg that only print. */
const GPG_PRINTS =
	/^(?:-[adkKv]*[dkK][adkKv]*|--(?:list-|check-|show-|print-|dump-|verify|export|fingerprint|decrypt$|version|help|card-status|gen-random|gen-prime|locate-keys|gpgconf-).*)$/;

/** Reads the words of gpg: without a command it unpacks its operand into a file whose name the message or the operand gives. */
export function readGpg(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	if (words.some((word) => word !== null && GPG_PRINTS.test(word))) return [];
	const operands = words.some((word) => word === null || !word.startsWith("-"));
	return operands || words.length === 0 ? [undecided("", "what is unpacked is written to a file that the message may name")] : [];
}

const READS = new Set([
	"-in",
	"-inkey",
	"-key",
	"-CA",
	"-CAfile",
	"-CAkey",
	"-CApath",
	"-CAserial",
	"-cert",
	"-certfile",
	"-certs",
	"-cert_chain",
	"-content",
	"-data",
	"-chain",
	"-untrusted",
	"-trusted",
	"-crl",
	"-signature",
	"-sign",
	"-verify",
	"-prverify",
	"-peerkey",
	"-sigfile",
	"-recip",
	"-signer",
	"-file",
	"-sess_in",
	"-dcert",
	"-dkey",
	"-kdfopt_file",
	"-rand",
	"-psk_file",
	"-template",
	"-CRL",
	"-issuer",
	"-respin",
	"-reqin",
	"-queryfile",
]);
const OPENSSL_WRITES = new Set([
	"-out",
	"-writerand",
	"-keyout",
	"-sess_out",
	"-keylogfile",
	"-outdir",
	"-respout",
	"-reqout",
	"-CAcreateserial",
	"-msgfile",
	"-caout",
	"-crlout",
	"-signkeyout",
]);
const PASSWORDS = new Set(["-pass", "-passin", "-passout", "-k", "-kfile", "-dpass"]);
const CONNECTS = new Set(["-connect", "-host", "-proxy", "-url", "-server"]);
/** Commands that keep running, or take more commands from their input. */
const SERVES = new Set(["s_server", "s_time", "ocsp", "ca", "ts", "engine", "cmp"]);

/** Reads the words of openssl: its commands share the names of the options that read, write and connect. */
export function readOpenssl(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const [command] = words;
	if (words.includes(null)) return [undecided("", "a word is only known when the shell runs")];
	if (command === undefined) return [hazard("runs", "", "takes commands from its input")];
	const text = words.filter((word) => word !== null);
	const findings: AnalyserFinding[] = [];
	if (SERVES.has(text[0] ?? "")) findings.push(hazard("changes", text[0] ?? "", "serves, or changes a store of certificates", 0));
	for (let at = 1; at < text.length; at++) {
		const word = (text[at] ?? "").replace(/^--/, "-");
		const value = text[at + 1];
		if (word === "-newkey") findings.push(hazard("changes", text[at] ?? "", "writes a new key", at));
		if (value === undefined) break;
		if (READS.has(word) && !value.startsWith("-")) findings.push(access("read", value));
		if (OPENSSL_WRITES.has(word)) findings.push(access("write", value));
		if (CONNECTS.has(word)) findings.push({ kind: "url", url: value });
		if (PASSWORDS.has(word)) {
			const file = /^file:(.*)$/s.exec(value)?.[1] ?? (word === "-kfile" ? value : undefined);
			if (file !== undefined) findings.push(access("read", file));
			if (value.startsWith("env:")) findings.push(undecided(value, "takes the password from the environment", at + 1));
		}
	}
	const last = text.at(-1) ?? "";
	return text.length > 1 &&
		!last.startsWith("-") &&
		/^(?:dgst|sha\d+|md5|sha1|verify|version|rand|prime|asn1parse)$/.test(text[0] ?? "") &&
		/[./]/.test(last)
		? [...findings, access("read", last)]
		: findings;
}
