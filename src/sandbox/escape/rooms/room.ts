import type { Launch } from "../launch.ts";

/** A way to start a program, whose walls are tried. */
export interface Room {
	readonly name: RoomName | "peer";
	/** Runs a launch to its end; a text says why it was not started. */
	enter(launch: Launch): Promise<Entered>;
	/** Takes a workspace away as this launcher does; false when it cannot. */
	remove(workspace: string): Promise<boolean>;
	/** Ends what the room itself has started. */
	close?(): Promise<void>;
}

export const ROOMS = ["writ", "naive", "plain"] as const;
export type RoomName = (typeof ROOMS)[number];

/** `not-tried`: this room has no way to make such a launch. */
export type Entered = { readonly outcome: "ended" } | { readonly outcome: "refused" | "not-tried"; readonly why: string };

export const ENDED: Entered = { outcome: "ended" };
