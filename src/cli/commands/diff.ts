import { resolve } from "node:path";
import { type Change, diffWrits, requestText, type WritDiff } from "../../engine/index.ts";
import { openCatalog } from "../open-catalog.ts";
import { complainOfProblems, complainOfWords, plural, showSource } from "../output/problems.ts";
import { visible } from "../output/visible.ts";
import { type CommonOptions, type Define, EXIT, type ExitCode } from "../subcommand.ts";
import type { Terminal } from "../terminal.ts";
import { addSubjectOptions, type Holder, type SubjectOptions, sealNamed, splitSubject } from "../words/subject.ts";

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

/** A difference as people read it: what is newly allowed, newly forbidden, and otherwise changed, each with its examples. */
function diffLines({ allows, forbids, changes }: WritDiff, after: string, terminal: Terminal): string {
	const { paint } = terminal;
	if (allows.length + forbids.length + changes.length === 0) return "Both grant the same.\n";
	const parts = [
		section(`${visible(after)} newly allows`, paint.bad("+"), allows, terminal),
		section(`${visible(after)} newly forbids`, paint.good("-"), forbids, terminal),
		section("Also different, with nothing seen to change an answer", paint.faint("~"), changes, terminal),
		`${plural(allows.length, "widening")}, ${plural(forbids.length, "narrowing")}, ${plural(changes.length, "other change")}`,
	];
	return `${parts.filter((part) => part !== "").join("\n\n")}\n`;
}

function section(title: string, sign: string, changes: readonly Change[], terminal: Terminal): string {
	if (changes.length === 0) return "";
	return [terminal.paint.strong(title), ...changes.flatMap((change) => changeLines(change, sign, terminal))].join("\n");
}

function changeLines({ dimension, message, source, witnesses }: Change, sign: string, { paint, directory }: Terminal): readonly string[] {
	const place = source === undefined ? "" : `  ${paint.faint(showSource(source, directory))}`;
	return [
		`  ${sign} ${paint.name(visible(dimension))}: ${visible(message)}${place}`,
		...new Set(
			witnesses.map(({ request, before, after }) => `      ${visible(requestText(request))}  ${paint.faint(`${before} → ${after}`)}`),
		),
	];
}
