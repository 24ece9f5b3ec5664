import type { CommandForm } from "../program-table.ts";
import { named, plain, reads, runs } from "./option-rows.ts";

/** A command of gh that makes or edits an issue, a pull request or their kin. */
export const ghWrite: CommandForm = {
	operands: "data",
	analyser: "other-repository",
	options: [
		...reads("-F --body-file --notes-file <file>", "--recover <file>"),
		runs("-e --editor", "opens the configured editor"),
		...plain(
			"-t --title --subject <text>",
			"-b --body <text>",
			"-a --assignee <login>",
			"-B --base <branch>",
			"-H --head <branch>",
			"-l --label <name>",
			"-m --milestone <name>",
			"-p --project <name>",
			"-r --reviewer <login>",
			"-T --template <name>",
			"--add-label <name>",
			"--remove-label <name>",
			"--add-assignee <login>",
			"--remove-assignee <login>",
			"--add-reviewer <login>",
			"--remove-reviewer <login>",
			"--add-project <name>",
			"--remove-project <name>",
			"-n --name <name>",
			"-d --description <text>",
			"-c --color <color>",
			"--comment <text>",
		),
	],
};

/** The same, for a change that a rule must name. */
export function ghStateChange(why: string): CommandForm {
	return named("changes", why, ghWrite);
}
