import type { CommandForm } from "../program-table.ts";
import { plain } from "./option-rows.ts";

/** A command of gh that lists or shows something. */
export const ghView: CommandForm = {
	operands: "data",
	analyser: "other-repository",
	options: plain(
		"-s --state <state>",
		"-a --assignee <login>",
		"-A --author <login>",
		"-B --base <branch>",
		"-H --head <branch>",
		"-l --label <name>",
		"-S --search <query>",
		"-m --milestone <name>",
		"--app <name>",
		"--mention <login>",
		"-b --branch <name>",
		"-u --user <login>",
		"-e --event <event>",
		"-c --commit <commit>",
		"--created <date>",
		"--status <status>",
		"-j --job <id>",
		"--attempt <number>",
		"-i --interval <seconds>",
		"--color <when>",
		"-o --order <order>",
		"-O --org <name>",
		"-E --exclude <name>",
		"--comments",
		"--log",
		"--log-failed",
		"--exit-status",
		"--name-only",
		"--patch",
		"--required",
		"--watch",
		"--language <name>",
		"--owner <login>",
		"--visibility <kind>",
		"--topic <name>",
		"--source",
		"--sort <key>",
		"--key <key>",
		"--ref <ref>",
		"-r <ref>",
	),
};

/** `gh run list`. Here `-w` is the workflow. */
export const ghRunList: CommandForm = { ...ghView, options: [...plain("-w --workflow <name>"), ...(ghView.options ?? [])] };
