import type { Analyser, AnalyserFinding } from "../analyser.ts";
import { access, hazard, undecided } from "./findings.ts";

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
const WRITES = new Set([
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
export const openssl: Analyser = (words) => {
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
		if (WRITES.has(word)) findings.push(access("write", value));
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
};
