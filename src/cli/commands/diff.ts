import { resolve } from "node:path";
import { diffWrits } from "../../engine/index.ts";
import { complainOfProblems } from "../complain.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { openCatalog } from "../open-catalog.ts";
import { diffLines } from "../output/print-diff.ts";
import type { Holder } from "../seal-for.ts";
import type { CommonOptions, Define } from "../subcommand.ts";
import { nameSubject, sealSubject } from "../subject.ts";
import type { Terminal } from "../terminal.ts";

/** Where the sandbox puts an agent's places, so that what only they make a difference for has examples. */
const SANDBOX_PLACES: NonNullable<Holder["places"]> = {
	shared: "/sandbox/shared",
	exports: "/sandbox/exports",
	claude: "/sandbox/.claude",
	session: "/sandbox/session",
};

interface DiffOptions extends CommonOptions {
	readonly workspace: string;
}

/** `writ diff`: what one profile allows and another does not. */
export const diffCommand: Define = (command, { terminal, end }) => {
	command
		.description(
			"Show what AFTER newly allows and newly forbids compared with BEFORE, with example requests that were really decided. Exit 1 when AFTER allows something that BEFORE does not.",
		)
		.argument("<before>", "name of a profile or an agent definition, or a file")
		.argument("<after>", "the same")
		.option("--workspace <dir>", "the agent's workspace", ".")
		.addHelpText("after", "\nExamples:\n  writ diff standard trusted\n  writ diff old.yaml new.yaml")
		.action((before: string, after: string, options: DiffOptions) => end(diff(terminal, before, after, options)));
};

function diff(terminal: Terminal, before: string, after: string, { json = false, home, workspace }: DiffOptions): ExitCode {
	const root = resolve(terminal.directory, workspace);
	const catalog = openCatalog(home, root);
	const [old, young] = [before, after].map((word) => {
		const named = nameSubject(word, catalog, terminal.directory);
		return named.ok ? sealSubject(named.subject, { agent: "agent", root, places: SANDBOX_PLACES }) : named;
	});
	if (!old?.ok || !young?.ok) {
		const problems = [old, young].flatMap((sealed) => (sealed === undefined || sealed.ok ? [] : sealed.problems));
		return complainOfProblems(problems, terminal, json);
	}
	const difference = diffWrits(old.writ, young.writ);
	terminal.write(json ? `${JSON.stringify(difference)}\n` : diffLines(difference, after, terminal));
	return difference.allows.length === 0 ? EXIT.ok : EXIT.denied;
}
