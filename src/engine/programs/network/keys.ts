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
	"-signkey",
	"-force_pubkey",
	"-oid",
	"-CRLfile",
	"-CAstore",
	"-paramfile",
	"-pubfile",
	"-chainCAfile",
	"-chainCApath",
	"-verifyCAfile",
	"-verifyCApath",
	"-requestCAfile",
	"-secretkeyfile",
	"-cafile",
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
/** Options with a value that is no file. */
const OPENSSL_VALUES = new Set(
	"-days -subj -name -hmac -mac -macopt -iv -K -S -iter -md -cipher -ciphersuites -servername -starttls -alpn -inform -outform -keyform -certform -checkhost -checkend -checkip -checkemail -purpose -nameopt -certopt -dateopt -algorithm -pkeyopt -set_serial -addext -ext -attime -verify_depth -verify_name -verify_hostname -verify_ip -verify_email -bits -seconds -bytes -offset -length -strparse -digest -sigopt -saltlen -salt -maciter -keyopt -groups -curves -sigalgs -tlsextdebug -evp -primes -extensions -reqexts -section -caname -policy -CAform -CAkeyform -peerform -rev -kdf -kdflen -multi -timeout -maxfraglen -name_constraint -passwd_salt -xoflen -vfyopt -conv_form -param_enc -setalias -addtrust -addreject -not_before -not_after -w -iter -v2 -v2prf -v1 -certpbe -keypbe -macalg -min_protocol -max_protocol".split(
		" ",
	),
);
/** Options without a value: they choose what is printed, or an algorithm. */
const OPENSSL_FLAGS = new RegExp(
	`^-(?:${[
		"noout|text|modulus|serial|subject|issuer|dates|startdate|enddate|fingerprint|hash|subject_hash(?:_old)?|issuer_hash(?:_old)?|email|pubkey|alias",
		"ocsp_uri|ocspid|trustout|purpose|check|checkparam|check_ss_sig|pubin|pubout|pubcheck|certin|pubkeyin|x509|new|nodes|noenc|batch|utf8|verbose|quiet|brief",
		"showcerts|verify_return_error|verify_quiet|ign_eof|no_ign_eof|nbio|crlf|status|reconnect|prexit|tls1(?:_[123])?|no_tls1(?:_[123])?|no_ssl3|dtls1?(?:_2)?|ssl3",
		"servername_none|noservername|state|debug|msg|security_debug|4|6|quic|legacy_renegotiation|no_ticket|bugs|comp|no_comp|serverpref",
		"crl_check(?:_all)?|x509_strict|partial_chain|policy_check|explicit_policy|show_chain|trusted_first|ignore_critical|allow_proxy_certs|no_check_time",
		"a|base64|A|d|e|p|P|z|nopad|nosalt|salt|pbkdf2|none|list|hex|c|r|binary|hexdump|raw|rawin|asn1parse|encrypt|decrypt|derive|verifyrecover",
		"sign|verify|req|x509toreq|CAcreateserial|clrext|preserve_dates|nokeys|nocerts|clcerts|cacerts|info|nomac|noiter|nomaciter|export|legacy|topk8|traditional|nocrypt",
		"list_curves|param_out|genkey|genparam|no_seed|2|3|5|65537|f4|F4|i|dump|noprompt|dsaparam|safe|generate|prime|checks|1|apr1|aixmd5|crypt|stdin|table|reverse|in_utf8",
		"print_certs|print|cmsout|crl|lastupdate|nextupdate|crlnumber|nocert|nointern|nosigs|noverify|nodetach|stream|resign|outder|subject_|reqopt",
		"aes-?\\d{3}(?:-[a-z0-9]+)*|aes\\d+|aria-?\\d+(?:-[a-z0-9]+)*|camellia-?\\d+(?:-[a-z0-9]+)*|des3?(?:-[a-z0-9-]+)?|chacha20|bf(?:-[a-z]+)?|rc[245](?:-[a-z0-9]+)*",
		"sha\\d+(?:-\\d+)?|sha3-\\d+|sha512-\\d+|shake\\d+|md[45]|blake2[bs]\\d+|sm3|sm4(?:-[a-z]+)?|ripemd(?:160)?|rmd160|whirlpool",
		"v|b|o|f|d|s|psk|tls|stdname|convert|help|mr|elapsed|decrypt|aead|mb|cpuinfo|compact|ec_[a-z]+|no-?enc|no_public|pubout_|copy_extensions",
	].join("|")})$`,
);
/** Commands that only read, write and connect as their options say; others load code, keep stores of certificates or serve. */
const OPENSSL_COMMANDS =
	/^(?:version|list|help|ciphers|dgst|enc|base64|x509|req|rsa|ec|dsa|pkey|pkeyutl|pkeyparam|rsautl|genrsa|genpkey|ecparam|dhparam|rand|prime|passwd|s_client|verify|asn1parse|crl|pkcs12|pkcs7|pkcs8|cms|smime|speed|errstr|crl2pkcs7|sess_id|info|sha\d+(?:-\d+)?|sha3-\d+|shake\d+|md[45]|blake2[bs]\d+|sm3|rmd160|ripemd160|aes-\d+-[a-z0-9]+|des3?|chacha20|--?(?:version|help)|-v|-h)$/;
/** Commands whose operands are files. */
const OPENSSL_FILES = /^(?:dgst|verify|cms|smime|sha\d.*|shake\d+|md[45]|blake2[bs]\d+|sm3|rmd160|ripemd160)$/;
/** SECURITY: where a file is expected, OpenSSL 3 takes `file:/absolute` and addresses of other stores. */
const OPENSSL_ADDRESS = /^[A-Za-z][A-Za-z0-9+.-]*:/;

/** Reads the words of openssl: its commands share the names of the options that read, write and connect. What nobody listed asks. */
export function readOpenssl(words: readonly (string | null)[]): readonly AnalyserFinding[] {
	const [command] = words;
	if (words.includes(null)) return [undecided("", "a word is only known when the shell runs")];
	if (command === undefined) return [hazard("runs", "", "takes commands from its input")];
	const text = words.filter((word) => word !== null);
	const name = text[0] ?? "";
	const findings: AnalyserFinding[] = [];
	if (!OPENSSL_COMMANDS.test(name))
		findings.push(hazard("changes", name, "serves, loads code, or reads and changes a store of certificates", 0));
	for (let at = 1; at < text.length; at++) {
		const written = text[at] ?? "";
		const word = written.replace(/^--/, "-");
		if (!word.startsWith("-") || word === "-") {
			findings.push(...opensslOperand(name, written, at));
			continue;
		}
		const value = text[at + 1];
		if (word === "-newkey") findings.push(hazard("changes", written, "writes a new key", at));
		const joined = word.includes("=");
		const found = value === undefined || joined ? null : opensslValue(word, value, at);
		if (found !== null) {
			findings.push(...found);
			// SECURITY: some commands take the same name without a value; a word with a dash is then an option of its own.
			if (value?.startsWith("-") !== true || value === "-") at++;
		} else if (!OPENSSL_FLAGS.test(word) && !OPENSSL_ROWS.has(word) && name !== "list" && word !== "-newkey") {
			findings.push(undecided(written, "nobody has listed this option of openssl, and it may name a file or load code", at));
		} else if ((OPENSSL_ROWS.has(word) || word === "-newkey") && !joined) at++;
	}
	return findings;
}

/** Options that have a row of their own in the table, each with a value. */
const OPENSSL_ROWS = new Set(["-engine", "-provider", "-provider-path", "-config", "-keygen_engine", "-ssl_client_engine", "-extfile"]);

/** What an option with a value does; `null` = it has none. */
function opensslValue(word: string, value: string, at: number): readonly AnalyserFinding[] | null {
	if (OPENSSL_WRITES.has(word)) return word === "-CAcreateserial" && value.startsWith("-") ? [] : [access("write", value)];
	if (CONNECTS.has(word)) return [{ kind: "url", url: value }];
	if (PASSWORDS.has(word)) {
		const file = /^file:(.*)$/s.exec(value)?.[1] ?? (word === "-kfile" ? value : undefined);
		if (file !== undefined) return [access("read", file)];
		return value.startsWith("env:") ? [undecided(value, "takes the password from the environment", at + 1)] : [];
	}
	if (READS.has(word)) {
		if (value.startsWith("-")) return [];
		return OPENSSL_ADDRESS.test(value) ? [undecided(value, "an address names the file", at + 1)] : [access("read", value)];
	}
	return OPENSSL_VALUES.has(word) ? [] : null;
}

function opensslOperand(command: string, word: string, at: number): readonly AnalyserFinding[] {
	if (command === "s_client") return [{ kind: "url", url: word }];
	if (OPENSSL_ADDRESS.test(word) && word.includes("/")) return [undecided(word, "an address names the file", at)];
	return OPENSSL_FILES.test(command) || /[./]/.test(word) ? [access("read", word)] : [];
}
