import type { Requirement } from "../requirements.ts";

const design = (id: string, behaviour: string): Requirement => ({ id, source: "DESIGN.md §5", behaviour });
const tools = (id: string, behaviour: string): Requirement => ({ id, source: "policy.md §10", behaviour });

/** What the command line must do. */
export const commandLineRequirements: readonly Requirement[] = [
	design("cli-json", "Every command has --json."),
	design("cli-exit-codes", "0 allowed or ok, 1 denied, 2 usage or invalid definition, 3 machinery broken."),
	design("cli-suggests", "An unknown command or option is an error with the nearest known one."),
	design("cli-help-verbs", "writ help A B prints the help of A B; with an unknown word it answers as without help."),
	design("cli-output-lost", "An answer that cannot be written ends with 3 and says why; a reader that has gone is told nothing."),
	design("cli-decide-order", "writ decide answers each line in order, as it comes, before the next one is needed."),
	design("cli-decide-answer", "An answer is {id?, effect, code, message, reasons}."),
	design(
		"cli-decide-invalid",
		"A line that is not valid, or whose profile is not, is answered with a denial and problems, and the next line is read.",
	),
	design("cli-decide-disk", "writ decide resolves real paths on this disk."),
	design("cli-decide-profiles", "A profile is a name or an object, also a NEXUS or orchestrator dictionary."),
	design("cli-decide-exit", "writ decide exits 0 when it answered every line."),
	design("cli-decide-bounds", "A line of more than 1 MiB is answered and thrown away; memory stays bounded."),
	design(
		"cli-serve-ready",
		"writ serve --json prints one line when it is ready and nothing else; --port 0 takes a free port; SIGTERM stops it.",
	),
	design(
		"cli-home",
		"Definitions of the person come from --home, $WRIT_HOME or ~/.writ, those of the project from .writ in the workspace.",
	),
	tools("cli-check", "writ check reports all problems at once with place and hint, exit 2."),
	tools("cli-check-whole", "An error in one file, or in one key, hides nothing that can be known of the others."),
	design("cli-file-subject", "A file of a profile or an agent definition serves wherever a name does; a missing one is said in words."),
	tools("cli-profile", "writ profile lists the profiles and fragments that can be named here, and shows one as it takes effect."),
	tools("cli-compose", "writ compose prints the effective profile with the provenance of each line."),
	tools("cli-explain", "writ explain says why, which rule where, and the nearest rule that would allow it."),
	tools("cli-diff", "writ diff says what B newly allows and forbids, with an example of each."),
	tools("cli-test", "writ test runs the YAML cases beside the definitions."),
	{ id: "cli-completion", source: "README.md", behaviour: "Shell completion for bash, zsh and fish." },
	{
		id: "cli-colour",
		source: "README.md",
		behaviour: "Colour only on a terminal, NO_COLOR respected; text of others cannot drive the terminal.",
	},
];
