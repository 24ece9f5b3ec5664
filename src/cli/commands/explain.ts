import { homedir } from "node:os";
import { resolve } from "node:path";
import { explain, type Request } from "../../engine/index.ts";
import { realDisk } from "../../platform/index.ts";
import { complainOfProblems, complainOfWords } from "../complain.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { parseRequest, REQUEST_FORMS } from "../explain/parse-request.ts";
import { openCatalog } from "../open-catalog.ts";
import { explanationLines } from "../output/print-explanation.ts";
import type { CommonOptions, Define } from "../subcommand.ts";
import { nameSubject, sealSubject } from "../subject.ts";
import { addSubjectOptions, type SubjectOptions, splitSubject } from "../subject-options.ts";
import type { Terminal } from "../terminal.ts";

interface ExplainOptions extends CommonOptions, SubjectOptions {
	readonly workspace: string;
	readonly confined?: boolean;
	readonly as: string;
	readonly parent?: string;
	readonly child?: readonly string[];
}

/** `writ explain`: what is decided for one request, every step of it, and what would allow it. */
export const explainCommand: Define = (command, { terminal, end }) => {
	addSubjectOptions(command)
		.description(
			"Say what is decided for one request, which rule decided and where it is written, every step on the way, and the nearest rule that would allow it.",
		)
		.usage("[options] <profile> <request...>")
		.argument("[profile]", "name of a profile or an agent definition, or a file (./mine.yaml, ./reviewer.md)")
		.argument("[request...]", "the request, see below")
		.option("--workspace <dir>", "the agent's workspace", ".")
		.option("--confined", "as if a sandbox held the agent")
		.option("--as <id>", "who asks", "agent")
		.option("--parent <id>", "its parent")
		.option("--child <id>", "one of its children; can be repeated", (id: string, others: readonly string[] = []) => [...others, id])
		.addHelpText(
			"after",
			`\nRequests:\n${REQUEST_FORMS.map(([form, example]) => `  ${form.padEnd(40)} writ explain standard ${example}`).join("\n")}`,
		)
		.action((first: string | undefined, others: readonly string[], options: ExplainOptions) =>
			end(explainRequest(terminal, first === undefined ? [] : [first, ...others], options)),
		);
};

function explainRequest(terminal: Terminal, words: readonly string[], options: ExplainOptions): ExitCode {
	const { json = false, home, confined = false, as: agent, parent = null, child = [] } = options;
	const root = resolve(terminal.directory, options.workspace);
	const { subject, rest } = splitSubject(words, options);
	if (subject === undefined || rest.length === 0)
		return complainOfWords("name a profile and a request: writ explain standard command 'git push'. See writ explain --help", terminal);
	const parsed = parseRequest(rest);
	if (!parsed.ok) {
		const named = subject.word === undefined ? ". An option names the profile already, so the words are the request" : "";
		return complainOfWords(`${parsed.message}${named}`, terminal);
	}
	const named = nameSubject(subject, openCatalog(home, root), terminal.directory);
	if (!named.ok) return complainOfProblems(named.problems, terminal, json);
	const sealed = sealSubject(named.subject, { agent, parent, children: child, root, home: homedir() });
	if (!sealed.ok) return complainOfProblems(sealed.problems, terminal, json);
	// The engine checks the request itself.
	const explanation = explain(sealed.writ, parsed.request as Request, { ...realDisk, catalog: named.subject.catalog, confined });
	terminal.write(json ? `${JSON.stringify(explanation)}\n` : explanationLines(explanation, terminal.paint, terminal.directory));
	return explanation.decision.effect === "allow" ? EXIT.ok : EXIT.denied;
}
