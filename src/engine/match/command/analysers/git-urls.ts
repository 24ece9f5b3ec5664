import type { AnalyserFinding } from "../analyser.ts";

const NETWORK_SCHEMES = new Set(["https", "http", "ssh", "git", "git+ssh", "ssh+git", "ftp", "ftps"]);

/** Judges the repository that a git command names: the first operand, and every other operand that is plainly a URL. */
export function gitUrls(operands: readonly (string | null)[]): readonly AnalyserFinding[] {
	return operands.flatMap((operand, index) => {
		if (operand === null) return index === 0 ? [unknownRepository] : [];
		return index === 0 ? repository(operand) : laterOperand(operand);
	});
}

const unknownRepository: AnalyserFinding = {
	kind: "ask",
	segment: "",
	why: "which repository git talks to is only known when the shell runs",
};

// SECURITY: `ext::sh -c id` and every other `helper::address` start the program git-remote-<helper>.
const HELPER = /^[A-Za-z0-9][A-Za-z0-9+.-]*::/;
const URL = /^([A-Za-z][A-Za-z0-9+.-]*):\/\/(.*)$/s;
/** `[user@]host:path`; a colon after the first slash belongs to a path. */
const SCP = /^(?:([^/:@]+)@)?(\[[^\]/]+\]|[^/:]+):(.*)$/s;

function repository(text: string): readonly AnalyserFinding[] {
	const certain = helperOrUrl(text);
	if (certain !== null) return certain;
	const scp = SCP.exec(text);
	if (scp !== null) return remoteHost(scp[1], scp[2] ?? "", text);
	return localPath(text);
}

function laterOperand(text: string): readonly AnalyserFinding[] {
	const certain = helperOrUrl(text);
	if (certain !== null) return certain;
	if (/^(?:\.{0,2}\/|~)/.test(text)) return localPath(text);
	const scp = SCP.exec(text);
	return scp?.[1] === undefined ? [] : remoteHost(scp[1], scp[2] ?? "", text);
}

/** Judges one word that is surely a repository, and no name of a remote: what git clones. */
export function gitRepository(text: string): readonly AnalyserFinding[] {
	const findings = repository(text);
	return findings.length === 0 ? [elsewhere(text)] : findings;
}

function helperOrUrl(text: string): readonly AnalyserFinding[] | null {
	if (HELPER.test(text)) {
		return [
			{
				kind: "hazard",
				hazard: "runs",
				segment: text,
				why: "a transport helper (`ext::`, `fd::` …) starts a program of the caller's choice",
			},
		];
	}
	const url = URL.exec(text);
	if (url === null) return /^file:/i.test(text) ? [elsewhere(text)] : null;
	const scheme = (url[1] ?? "").toLowerCase();
	if (scheme === "file") return [elsewhere(text)];
	if (!NETWORK_SCHEMES.has(scheme)) {
		return [{ kind: "hazard", hazard: "runs", segment: text, why: `git starts the program git-remote-${scheme} for this URL` }];
	}
	return startsWithDash((url[2] ?? "").replace(/^[^/@]*@/, "")) ? [optionHost(text)] : [{ kind: "url", url: text }];
}

function remoteHost(user: string | undefined, host: string, text: string): readonly AnalyserFinding[] {
	if (startsWithDash(host) || startsWithDash(user ?? "")) return [optionHost(text)];
	return [{ kind: "url", url: host }];
}

function localPath(text: string): readonly AnalyserFinding[] {
	// `.` is the repository itself.
	if (text === "." || text === "./") return [{ kind: "read", path: text }];
	return /^[./~]|\/|\.bundle$|\.git$/.test(text) ? [elsewhere(text)] : [];
}

function elsewhere(text: string): AnalyserFinding {
	return {
		kind: "hazard",
		hazard: "redirects",
		segment: text,
		why: "another repository on this machine, with its own configuration and objects",
	};
}

// SECURITY: CVE-2017-1000117, a host that begins with a dash becomes an option of ssh.
function optionHost(text: string): AnalyserFinding {
	return {
		kind: "hazard",
		hazard: "runs",
		segment: text,
		why: "a host name that begins with a dash becomes an option of ssh, which can run a program",
	};
}

function startsWithDash(text: string): boolean {
	return text.startsWith("-") || text.startsWith("[-");
}
