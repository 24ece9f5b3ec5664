import { choice, flag, seconds, text } from "../shapes.ts";
import type { ToolRow } from "../tool-row.ts";

/** A row as it is written: what most rows lack may be left out. */
export type WrittenRow = Omit<ToolRow, "words" | "param" | "needs"> & Partial<Pick<ToolRow, "param" | "needs">>;

export const EVERYONE = ["user", "agent", "system"] as const;
export const AGENTS = ["agent"] as const;
export const OWNERS = ["user", "agent"] as const;
export const PEOPLE = ["user"] as const;

/** The parameter that names an agent. */
export const AGENT = (what: string) => text(`The agent ${what}`);

export const FIT = choice("clamp cuts the wish down to what the caller has, instead of refusing it", "strict", "clamp");

/** What every tool takes that writes to an agent. */
export const WAITING = {
	wait: flag("Wait for the answer"),
	timeout_seconds: seconds("How long to wait for the answer"),
	in_reply_to: text("The message of theirs that this one answers"),
};
