import { FREE_NAMES } from "../../src/engine/rules/index.ts";
import { FORMS, type Form, OUTSIDE } from "../../src/engine/shell/index.ts";

/** docs/concepts/commands.md: how a command is judged, and every form of the language as the engine has it. */
export function shellPage(): string {
	const sections = [...new Set(Object.values(FORMS).map(({ section }) => section))];
	return [PROSE, ...sections.map(sectionText), freeText(), outsideText(), ENDING].join("\n");
}

const PROSE = `<!-- Made by npm run generate from src/engine/shell/forms.ts. -->
# How a command is judged

**Understand little, understand it exactly.** A shell text is judged only if every part of it is a form of the language below, each with
one meaning. Everything else asks, even where it looks harmless, and the answer says how to write the same thing inside the language.
There is no model of the shell's state: what one command is allowed never depends on what an earlier one may have done to variables,
functions, options, aliases or traps.

- Every simple command must be covered by a rule. A rule is an argv: \`Bash(npm test)\` is exactly these words, \`Bash(git log:*)\` these words
  and then ordinary options and operands. [Tables](../reference/programs.md) say which options are not ordinary: those that run a program, load
  code or configuration, change where the program works, or change what the plain form only reads. A rule covers such an option only
  when it names it.
- A launcher of a program that the project has installed (\`npx tsc\`, \`pnpm exec vitest\`, \`uv run pytest\`, \`node_modules/.bin/eslint\`) needs no rule of its
  own: the rules for the program decide. A program that would be fetched does. \`Bash(./scripts/:*)\` speaks of every program below a directory.
- Redirections and the files that known programs read and write are judged as [paths](paths.md), looked up on the disk.
- A word that is only known when the shell runs may stand where the program takes plain data, or at a path where every path is granted or a
  sandbox holds the agent. Nowhere else.
- Control flow is not believed: both sides of \`||\`, every branch and every loop are judged as if they ran. \`cd\` carries a set of
  directories; what follows is judged in each.
- After a command that may have put a link somewhere (git outside its reading forms, \`ln\`, \`mv\`, archives, package managers, code of the project),
  paths in the same text ask, unless a sandbox holds the agent.
- What cannot be parsed, is too large or too deep, or hides characters is never allowed.

*Deny* means that a violation is proven, *ask* that it cannot be decided. The judgement is for a bash that starts clean; what a person's own
aliases, functions and options do to it is in [SECURITY.md](../../SECURITY.md), as is what the words of a command cannot show. Consent is what this page
gives; containment is the [sandbox's](sandbox.md).

The proof is \`npm run differential\`: texts from the whole grammar of bash; every text that is allowed runs in real bash and dash under
\`strace\`, and everything that happens must be something that was judged.

## The language that writ understands
`;

const ENDING = "";

function sectionText(section: Form["section"]): string {
	const rows = Object.values(FORMS).filter((form) => form.section === section);
	return [
		`### ${section}`,
		"",
		"| form | meaning | for example | in `sh` too |",
		"|---|---|---|---|",
		...rows.map(({ form, meaning, example, sh }) => `| ${cell(form)} | ${cell(meaning)} | ${code(example)} | ${sh ? "yes" : ""} |`),
		"",
	].join("\n");
}

function freeText(): string {
	return [
		"### Free names",
		"",
		"These may be set before a command or exported, whatever the rules say of the command. Every other name asks, and one that changes what runs is denied.",
		"",
		"| name | values |",
		"|---|---|",
		...FREE_NAMES.map(([name, values]) => `| \`${name.replaceAll(", ", "`, `")}\` | ${values} |`),
		"",
	].join("\n");
}

function outsideText(): string {
	return [
		"### Outside",
		"",
		"| what | instead | for example |",
		"|---|---|---|",
		...Object.values(OUTSIDE).map(([what, instead, example]) => `| ${cell(what)} | ${cell(instead)} | ${code(example)} |`),
	].join("\n");
}

function cell(text: string): string {
	return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}

function code(text: string): string {
	const shown = cell(text.replaceAll("\n", "⏎").replaceAll("\u00A0", "␠"));
	return shown.includes("`") ? `\`\` ${shown} \`\`` : `\`${shown}\``;
}
