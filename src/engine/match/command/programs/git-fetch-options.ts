import type { OptionRow } from "../program-table.ts";
import { changes, plain, redirects, runs } from "./option-rows.ts";

/** The option that names the program which serves the other repository. */
export const gitUploadPack: OptionRow = runs(
	"--upload-pack <program>",
	"names the program that serves the repository; for a local one it runs here",
	"CVE-2025-66032",
);

const submodules: OptionRow = {
	...redirects("--recurse-submodules [mode]", "also fetches from the repositories that .gitmodules names", "CVE-2024-32002"),
	except: ["no", "false"],
};

/** Options of `git fetch`, which `git pull` understands too. */
export const gitFetchOptions: readonly OptionRow[] = [
	gitUploadPack,
	submodules,
	redirects("--recurse-submodules-default <mode>", "also fetches from the repositories that .gitmodules names"),
	changes("--set-upstream", "changes the branch's settings"),
	changes("--refmap <refspec>", "writes what is fetched to other branches"),
	changes("-u --update-head-ok", "moves the branch that is checked out"),
	changes("--stdin", "takes refspecs, which can write branches, from its input"),
	...plain(
		"-j --jobs <number>",
		"--depth <number>",
		"--deepen <number>",
		"--shallow-since <date>",
		"--shallow-exclude <ref>",
		"--submodule-prefix <path>",
		"-o --server-option <option>",
		"--negotiation-tip <commit>",
		"--filter <specification>",
		"--update-shallow",
		"--unshallow",
		"--no-recurse-submodules",
		"-a --append",
		"-f --force",
		"-k --keep",
		"-p --prune",
		"-P --prune-tags",
		"-q --quiet",
		"-t --tags",
		"-v --verbose",
		"-4 --ipv4",
		"-6 --ipv6",
	),
];
