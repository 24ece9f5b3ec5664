import type { Analyser, AnalyserFinding } from "../analyser.ts";
import { CURL_OPTIONS } from "../programs/curl.ts";
import { access, hazard, undecided } from "./findings.ts";
import { has, type ReadArguments, type ReadOption, readArguments, valuesOf } from "./read-arguments.ts";
import { writesBelow } from "./writes-below.ts";

/** Reads the words of curl: where output goes, what is sent, and which files values such as `@file` name. */
export const curl: Analyser = (words) => {
	const read = readArguments(words, CURL_OPTIONS);
	if (read.uncertain) return [undecided("", "a word is only known when the shell runs: it may be an option that writes a file")];
	const get = has(read, "-G", "-I");
	const place = (option: ReadOption) => Math.max(0, words.indexOf(option.word));
	return [
		...read.options.flatMap((option) => judgeOption(option, get, place(option))),
		...remoteNames(read),
		...read.operands.flatMap(localFile),
		...valuesOf(read, "--url").flatMap(localFile),
	];
};

/** Options whose value is a file that is written; `-` and `%` are the standard streams. */
const OUTPUTS = new Set([
	"-o",
	"-D",
	"-c",
	"--trace",
	"--trace-ascii",
	"--stderr",
	"--libcurl",
	"--etag-save",
	"--hsts",
	"--alt-svc",
	"--ssl-sessions",
]);
/** Options that send data. */
const SENDS = new Set(["-d", "--data-binary", "--data-raw", "--data-urlencode", "--json", "-F", "--form-string", "-T"]);
const READING_METHODS = new Set(["GET", "HEAD", "OPTIONS"]);

function judgeOption(option: ReadOption, get: boolean, at: number): readonly AnalyserFinding[] {
	const { name, value } = option;
	const findings: AnalyserFinding[] = [];
	if (name === "-X" && (typeof value !== "string" || !READING_METHODS.has(value))) {
		findings.push(hazard("changes", option.word, "this method changes something on the server", at));
	}
	if (SENDS.has(name) && !(get && name !== "-T" && name !== "-F"))
		findings.push(hazard("changes", option.word, "sends data to the server", at));
	if (value === undefined) return findings;
	if (OUTPUTS.has(name)) {
		if (value === null) findings.push(undecided("", "the file that is written is only known when the shell runs"));
		else if (value !== "-" && value !== "%") findings.push(access("write", value));
		return findings;
	}
	const file = fileIn(name, value);
	if (file === null) return [...findings, undecided("", "what is sent is only known when the shell runs: it may name a file")];
	if (file !== undefined && file !== "-") findings.push(access("read", file));
	if (name === "-w" && value?.includes("%output{") === true) findings.push(hazard("changes", option.word, "%output{} writes a file", at));
	return findings;
}

/** The file that a value names; `null` = cannot be told, `undefined` = none. */
function fileIn(name: string, value: string | null): string | null | undefined {
	switch (name) {
		case "-d":
		case "--data-binary":
		case "--json":
		case "-H":
		case "--proxy-header":
		case "-w":
			return value === null ? null : value.startsWith("@") ? value.slice(1) : undefined;
		case "--data-urlencode":
		case "--url-query":
			return value === null ? null : /^[^=@]*@(.*)$/s.exec(value)?.[1];
		case "-F":
			return value === null ? null : /=\(?[@<]"?([^;,"]*)/.exec(value)?.[1];
		case "-T":
			return value;
		case "-b":
			return value === null ? null : value.includes("=") || value === "" ? undefined : value;
		default:
			return undefined;
	}
}

/** `-O`: the last part of the address is the name of the file. */
function remoteNames(read: ReadArguments): readonly AnalyserFinding[] {
	const directory = valuesOf(read, "--output-dir").at(-1);
	if (directory === null) return [undecided("", "the directory is only known when the shell runs")];
	const below = directory === undefined ? "" : `${directory}/`;
	if (!has(read, "-O", "--remote-name-all")) return directory === undefined ? [] : writesBelow(directory);
	if (has(read, "-J")) return [undecided("-J", "the server chooses the name of the file")];
	return [...read.operands, ...valuesOf(read, "--url")].map((url) => access("write", below + lastPart(url ?? "")));
}

function lastPart(url: string): string {
	return /([^/?#]*)(?:[?#].*)?$/s.exec(url)?.[1] || "index.html";
}

function localFile(url: string | null): readonly AnalyserFinding[] {
	const path = /^file:(?:\/\/[^/]*)?(\/.*)$/is.exec(url ?? "")?.[1];
	return path === undefined ? [] : [access("read", path)];
}
