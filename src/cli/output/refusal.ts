import { rowsOf, type SocketFault, textOf } from "../../client/index.ts";
import { EXIT, type ExitCode } from "../subcommand.ts";
import type { Palette } from "../terminal.ts";
import { visible } from "./visible.ts";

/** Mistakes in the words or in a definition; every other refusal of the server is a denial. */
const MISTAKES = /^(invalid-.*|unknown-profile|unknown-definition|unknown-setting|unknown-event|self-edge|past-expiry)$/;
const BROKEN = /^(internal|too-large|store-(unreachable|busy|unwritable|corrupt)|authority-unavailable|ledger-broken)$/;

/** How a command ends that was refused. */
export function exitOf({ code, reply }: SocketFault): ExitCode {
	if (code === "invalid-definition" || (reply !== null && MISTAKES.test(code))) return EXIT.invalid;
	return reply === null || BROKEN.test(code) ? EXIT.broken : EXIT.denied;
}

/** A refusal as people read it: what was refused, every reason, and the cure. */
export function refusalLines(fault: SocketFault, event: string, paint: Palette): string {
	const { code, message, reply } = fault;
	const lines = [`${paint.bad("writ:")} ${visible(message)}  ${paint.faint(visible(code))}`];
	for (const { dimension, parent, requested } of rowsOf(reply?.escalations))
		lines.push(`  ${paint.name(textOf(dimension))}: asked for ${shortly(requested)}, and the parent holds ${shortly(parent)}`);
	for (const reason of rowsOf(reply?.reasons)) {
		if (reason.message !== message) lines.push(`  ${visible(textOf(reason.message))}  ${paint.faint(textOf(reason.code))}`);
	}
	for (const problem of rowsOf(reply?.problems)) {
		lines.push(`  ${visible(textOf(problem.message))}`);
		if (typeof problem.hint === "string") lines.push(`    ${paint.faint(visible(problem.hint))}`);
	}
	const cure = cureOf(code, event, message);
	if (cure !== null) lines.push(`  ${cure}`);
	return `${lines.join("\n")}\n`;
}

function shortly(value: unknown): string {
	const text = typeof value === "string" ? value : (JSON.stringify(value) ?? "nothing");
	return visible(text.length > 100 ? `${text.slice(0, 100)}…` : text);
}

/** What to do about a refusal, where the refusal itself does not say it. `NOUN` stands for the command that was refused. */
const CURES: Readonly<Record<string, string>> = {
	escalation: "Ask for less, or add --clamp to cut the wish down to what the parent holds.",
	"spawn-not-allowed": `Make the parent with a profile that says capabilities: {spawn_agents: true}, or with --override '{"capabilities": {"spawn_agents": true}}'; or leave out --parent.`,
	"agent-exists": "Choose another id, or end that one first: writ agent terminate ID.",
	"name-taken": "Choose another name.",
	"not-found": "See what there is: writ NOUN list.",
	"unknown-agent": "See who there is: writ agent list.",
	"unknown-parent": "See who there is: writ agent list.",
	"unknown-group": "See what there is: writ group list.",
	"unknown-profile":
		"See the names: writ profile list. A running server knows only the files that were there when it started: start it again after you add one.",
	"unknown-definition":
		"See the names: writ completion names. A running server knows only the files that were there when it started: start it again after you add one.",
	"unknown-setting": "See the names: writ setting list.",
	"no-sandbox": "Make one: writ sandbox create ID.",
	"no-match": "See who there is: writ agent list.",
	"no-edge": "A person can let them talk: writ edge allow SOURCE TARGET.",
	"invalid-id": "Ids have 1 to 64 letters, digits, dots, dashes and underscores, and begin with a letter or digit.",
	"unknown-principal": "Set WRIT_KEY to a valid key; the administrator's is in admin.key of the home.",
	"person-required": "Ask a person: agents and systems may not do this.",
	"already-answered": "See how: writ approval list --status all.",
	"store-not-empty": "Restore into a new home: writ checkpoint restore FILE --home NEW.",
	deadline: "The message stays queued: writ agent messages ID shows it.",
	"mailbox-full": "Wait until the agent takes some: writ agent messages ID.",
	"sandbox-in-use": "Add --force, or end the nested agents first.",
	"no-page":
		"The small server that commands start by themselves serves no page, and ends a minute after the last command. Then run: writ serve.",
	ambiguous: "See them: writ key list.",
	timeout: "Try again; if it keeps happening, look into run/daemon.log of the home.",
	internal: "Look into the server's log (run/daemon.log of the home) for the cause.",
};

/** The same for what is about a message. */
const CURES_OF_MESSAGES: Readonly<Record<string, string>> = {
	"not-found": "See what was taken and waits for its answer: writ agent messages ID --taken.",
	"already-answered": "A message is answered once. See what was said: writ agent history ID.",
};

/** The cure of a refusal that an event met, or `null`. */
function cureOf(code: string, event: string, message: string): string | null {
	// A program is not started with less than it was asked for.
	if (event === "sandbox:prepare" && code === "escalation") return "Ask for less with a narrower --profile, or widen the parent first.";
	const isOfAgent = message.startsWith("Agent");
	const [noun = ""] = isOfAgent ? ["agent"] : event.split(":");
	const cures = event === "message:answer" && !isOfAgent ? { ...CURES, ...CURES_OF_MESSAGES } : CURES;
	const cure = Object.hasOwn(cures, code) ? cures[code] : undefined;
	return cure?.replace("NOUN", NOUNS[noun] ?? noun) ?? null;
}

/** Events whose command has another name. */
const NOUNS: Readonly<Record<string, string>> = { permission: "approval", message: "agent" };
