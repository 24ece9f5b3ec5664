import type { OptionRow } from "../program-table.ts";
import { loads, plain, redirects, runs, withRole, writes } from "./option-rows.ts";

const options: readonly OptionRow[] = [
	...withRole("cwd", ["-C --prefix <directory>"]),
	runs("--script-shell <program>", "runs every script with this program"),
	runs("--shell <program>", "starts this program"),
	runs("--editor <program>", "starts this program"),
	runs("--git <program>", "starts this program instead of git"),
	runs("--viewer <program>", "starts this program"),
	runs("--browser [program]", "starts this program"),
	runs("--node-gyp <file>", "runs this file to build add-ons"),
	runs("--onload-script <file>", "runs this file"),
	runs("--init-module --init.module <file>", "runs this file"),
	runs("--no-ignore-scripts", "runs the scripts of packages"),
	runs("--dangerously-allow-all-scripts", "runs the scripts of packages"),
	runs("--allow-scripts <packages>", "runs the scripts of packages"),
	loads("--node-options <options>", "options of node load code"),
	loads("--userconfig <file>", "loads settings, which name programs"),
	loads("--globalconfig <file>", "loads settings, which name programs"),
	redirects("--registry --reg <url>", "takes packages from, or sends them to, another registry"),
	redirects("--proxy <url>", "goes through another host"),
	redirects("--https-proxy --http-proxy <url>", "goes through another host"),
	redirects("--noproxy <hosts>", "changes which hosts are reached"),
	redirects("--replace-registry-host <mode>", "changes which hosts are reached"),
	redirects("--local-address <address>", "changes which network is used"),
	redirects("--no-strict-ssl", "accepts any certificate"),
	redirects("--ca <certificate>", "trusts another certificate"),
	redirects("--cafile <file>", "trusts another certificate"),
	redirects("--cert <certificate>", "uses another credential"),
	redirects("--key <key>", "uses another credential"),
	redirects("--_auth <credential>", "uses another credential"),
	redirects("--_authToken <credential>", "uses another credential"),
	redirects("--otp <code>", "uses another credential"),
	redirects("--password <password>", "uses another credential"),
	redirects("-L --location <where>", "works on the settings of user or machine"),
	writes("--cache <directory>", "keeps downloads, which are run later, in another place"),
	writes("--logs-dir <directory>", "writes logs into this directory"),
	writes("--pack-destination <directory>", "writes archives into this directory"),
	...plain(
		"--ignore-scripts",
		"--access <level>",
		"--audit-level <level>",
		"--auth-type <type>",
		"--before <date>",
		"--cidr <ranges>",
		"--color [when]",
		"--cpu <name>",
		"--depth <number>",
		"--diff <specification>",
		"--diff-dst-prefix <prefix>",
		"--diff-src-prefix <prefix>",
		"--diff-unified <lines>",
		"--expect-result-count <number>",
		"--fetch-retries <number>",
		"--fetch-timeout <milliseconds>",
		"--git-tag-version",
		"--if-present",
		"--include <kind>",
		"--init-author-name <text>",
		"--init-license <text>",
		"--init-type <text>",
		"--init-version <text>",
		"--install-strategy <strategy>",
		"--libc <name>",
		"--lockfile-version <number>",
		"--loglevel <level>",
		"--logs-max <number>",
		"--maxsockets <number>",
		"-m --message <text>",
		"--omit <kind>",
		"--only <kind>",
		"--os <name>",
		"--package-lock",
		"--package-lock-only",
		"--prefer-dedupe",
		"--prefer-offline",
		"--prefer-online",
		"--preid <text>",
		"--progress",
		"--provenance",
		"--sbom-format <format>",
		"--sbom-type <type>",
		"--scope <scope>",
		"--searchlimit <number>",
		"--shrinkwrap",
		"--strict-ssl",
		"--tag <tag>",
		"--user-agent <text>",
		"-w --workspace <name>",
		"--workspaces",
		"-s --silent",
		"-f --force",
		"-D --save-dev",
		"-E --save-exact",
		"-O --save-optional",
		"-P --save-prod",
		"-S --save",
		"-l --long",
		"-a --all",
	),
	{ ...runs("--ignore-scripts=false --ignore-scripts=0", "runs the scripts of packages"), prefix: true },
	{ ...redirects("--strict-ssl=false", "accepts any certificate"), prefix: true },
	{ ...runs("---", "npm takes any number of dashes for two"), prefix: true },
	{ ...redirects("--@", "sets the registry of a scope"), prefix: true },
	{ ...redirects("--//", "sets the credential of a registry"), prefix: true },
];

/**
 * Options that npm understands anywhere before `--`. It also takes one dash for two, and any unique beginning.
 */
export const npmOptions: readonly OptionRow[] = [...options, ...withOneDash(options)];

// SECURITY: `-script-shell=x` is `--script-shell x`; letters of it must not be read as a cluster.
function withOneDash(rows: readonly OptionRow[]): readonly OptionRow[] {
	const taken = new Set<string>();
	return rows.flatMap((row) => {
		if ((row.hazard === undefined && row.is === undefined) || row.prefix === true) return [];
		const all = new Set(row.names.filter((name) => /^--[a-z]/.test(name)).flatMap(beginnings));
		const names = [...all].filter((name) => !taken.has(name));
		for (const name of names) taken.add(name);
		return names.length === 0
			? []
			: [
					{ ...row, names },
					{ ...row, names: names.map((name) => `${name}=`), prefix: true },
				];
	});
}

function beginnings(name: string): readonly string[] {
	const word = name.slice(1);
	const shortest = Math.min(5, word.length);
	return Array.from({ length: word.length - shortest + 1 }, (_, index) => word.slice(0, shortest + index));
}
