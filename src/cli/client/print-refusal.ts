import type { SocketFault } from "../../points/socket/index.ts";
import { EXIT, type ExitCode } from "../exit-code.ts";
import { visible } from "../output/visible.ts";
import type { Palette } from "../terminal.ts";
import { cureOf } from "./cures.ts";
import { rowsOf, textOf } from "./read-reply.ts";

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
