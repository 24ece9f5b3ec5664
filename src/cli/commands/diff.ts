import { resolve } from "node:path";
import { diffWrits } from "../../engine/index.ts";
import { complainOfProblems, complainOfWords } from "../complain.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import type { Holder } from "../holder.ts";
import { openCatalog } from "../open-catalog.ts";
import { diffLines } from "../output/print-diff.ts";
import { sealNamed } from "../seal-for.ts";
import type { CommonOptions, Define } from "../subcommand.ts";
import { addSubjectOptions, type SubjectOptions, splitSubject } from "../subject-options.ts";
import type { Terminal } from "../terminal.ts";

/** Where the sandbox puts an agent's places, so that what only they make a difference for has examples. */
const SANDBOX_PLACES: NonNullable<Holder["places"]> = {
	shared: "/sandbox/shared",
	exports: "/sandbox/exports",
	claude: "/sandbox/.claude",
	session: "/sandbox/session",
};

interface DiffOptions extends CommonOptions, SubjectOptions {
	readonly workspace: string;
}

/** `writ diff`: what one profile allows and another does not. */
export const diffCommand: Define = (command, { terminal, end }) => {
	addSubjectOptions(command, "; in place of AFTER")
		.description(
			"Show what AFTER newly allows and newly forbids compared with BEFORE, with example requests that were really decided. Exit 1 when AFTER allows something that BEFORE does not.",
		)
		.usage("[options] <before> <after>")
		.argument("<before>", "name of a profile or an agent definition, or a file (./old.yaml, ./reviewer.md)")
		.argument("[after]", "the same")
		.option("--workspace <dir>", "the agent's workspace", ".")
		.addHelpText(
			"after",
			"\nExamples:\n  writ diff standard trusted\n  writ diff ./old.yaml ./new.yaml\n  writ diff read-only --agent .writ/agents/reviewer.md",
		)
		.action((before: string, after: string | undefined, options: DiffOptions) => end(diff(terminal, before, after, options)));
};

function diff(terminal: Terminal, before: string, after: string | undefined, options: DiffOptions): ExitCode {
	const { json = false, home, workspace } = options;
	const { subject, rest } = splitSubject(after === undefined ? [] : [after], options);
	if (subject === undefined) return complainOfWords("name two profiles: writ diff standard trusted", terminal);
	if (rest.length > 0) return complainOfWords(`'${rest[0]}' and an option both name the second profile; keep one of the two`, terminal);
	const root = resolve(terminal.directory, workspace);
	const catalog = openCatalog(home, root);
	const [old, young] = [{ word: before }, subject].map((words) =>
		sealNamed(words, catalog, { agent: "agent", root, places: SANDBOX_PLACES }, terminal.directory),
	);
	if (!old?.ok || !young?.ok) {
		const problems = [old, young].flatMap((sealed) => (sealed === undefined || sealed.ok ? [] : sealed.problems));
		return complainOfProblems(problems, terminal, json);
	}
	const difference = diffWrits(old.writ, young.writ);
	terminal.write(
		json ? `${JSON.stringify(difference)}\n` : diffLines(difference, subject.word ?? subject.agent ?? subject.profile ?? "", terminal),
	);
	return difference.allows.length === 0 ? EXIT.ok : EXIT.denied;
}
