import type { Composition, Profile } from "../../engine/index.ts";
import { openCatalog } from "../open-catalog.ts";
import { complainOfProblems, complainOfWords, problemLines, showSource } from "../output/problems.ts";
import { type ProfileLine, renderProfile } from "../output/profile.ts";
import { visible } from "../output/visible.ts";
import { type CommonOptions, type Define, EXIT, type ExitCode } from "../subcommand.ts";
import type { Terminal } from "../terminal.ts";
import { addSubjectOptions, composeSubject, nameSubject, type SubjectOptions, splitSubject } from "../words/subject.ts";

/** Comments begin here, unless a line is longer. */
const COMMENT_COLUMN = 44;

type ComposeOptions = CommonOptions & SubjectOptions;

/** `writ compose`: a profile as it takes effect. */
export const composeCommand: Define = (command, { terminal, end }) => {
	addSubjectOptions(command)
		.description(
			"Show the effective profile: everything that it extends and includes worked in, each line with the file and line it came from.",
		)
		.usage("[options] <profile>")
		.argument("[profile]", "name of a profile or an agent definition, or a file (./mine.yaml, ./reviewer.md)")
		.addHelpText(
			"after",
			"\nExamples:\n  writ compose standard\n  writ compose ./my-profile.yaml\n  writ compose --agent .writ/agents/reviewer.md --profile read-only",
		)
		.action((word: string | undefined, options: ComposeOptions) => end(compose(terminal, word, options)));
};

/** Shows a subject as it takes effect. */
export function compose(terminal: Terminal, word: string | undefined, { json = false, home, profile, agent }: ComposeOptions): ExitCode {
	const { subject, rest } = splitSubject(word === undefined ? [] : [word], { profile, agent });
	if (subject === undefined) return complainOfWords("name a profile: writ compose standard, or writ compose ./mine.yaml", terminal);
	if (rest.length > 0) return complainOfWords(`'${rest[0]}' and an option both name a profile; keep one of the two`, terminal);
	const named = nameSubject(subject, openCatalog(home, terminal.directory), terminal.directory);
	if (!named.ok) return complainOfProblems(named.problems, terminal, json);
	const composed = composeSubject(named.subject);
	if (!composed.ok) return complainOfProblems(composed.problems, terminal, json);
	const { composition, warnings } = composed;
	if (json) {
		terminal.write(`${JSON.stringify({ ok: true, ...composition, warnings })}\n`);
		return EXIT.ok;
	}
	terminal.complain(problemLines(warnings, terminal, terminal.paintComplaint));
	for (const line of renderProfile(composition)) writeLine(line, "", terminal);
	for (const { title, profile, origins = {} } of boundsOf(composition)) {
		terminal.write(`\n# ${title}\n`);
		for (const line of renderProfile({ profile, origins })) writeLine(line, "#   ", terminal);
	}
	return EXIT.ok;
}

function writeLine({ text, source }: ProfileLine, start: string, { write, paint, directory }: Terminal): void {
	const shown = `${start}${visible(text)}`;
	const space = " ".repeat(Math.max(2, COMMENT_COLUMN - shown.length));
	write(`${shown}${source === undefined ? "" : paint.faint(`${space}# ${showSource(source, directory)}`)}\n`);
}

/** What else must grant: an effective profile alone would show more than there is. */
function boundsOf({ ceiling, ceilingOrigins, within = [], bounds = [] }: Composition): readonly {
	readonly title: string;
	readonly profile: Profile;
	readonly origins?: Composition["origins"] | undefined;
}[] {
	return [
		...bounds.map((profile) => ({ title: "Only what is in these lists, too:", profile })),
		...within.map((profile) => ({ title: "Only what this profile grants, too:", profile })),
		...(ceiling === undefined ? [] : [{ title: "Only what the ceiling leaves:", profile: ceiling, origins: ceilingOrigins }]),
	];
}
