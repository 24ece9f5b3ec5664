import { parseAgentId, type SandboxMode } from "../engine/index.ts";
import type { Connection } from "../store/index.ts";
import { type Birth, ownerOf } from "./birth.ts";
import type { Known } from "./known-agents.ts";
import { beyond, done, type Outcome, refuse } from "./refusal.ts";
import { heldNow } from "./seal-child.ts";
import { sessionFor } from "./session-for.ts";
import { sessionName } from "./session-name.ts";

/** How a new agent works: with directories of its own, below its parent's, or with those of a session. */
export interface ChosenSandbox {
	readonly mode: SandboxMode;
	readonly session: string | null;
}

/** The mode and the session of a new agent; what is beyond its spawner is refused, or left out when the wish may be cut down. */
export async function chooseSandbox(connection: Connection, birth: Birth, parent: Known | null): Promise<Outcome<ChosenSandbox>> {
	const { caller, wish, composition } = birth;
	const named = wish.sandbox?.parent_agent_id;
	if (named !== undefined && named !== parent?.agent.id) return beyond("sandbox.parent_agent_id", named, parent?.agent.id ?? "none");
	const asked = wish.sandbox?.session_id ?? wish.session ?? null;
	if (asked !== null && !parseAgentId(asked).ok) return refuse("invalid-id", `Invalid session id: ${asked}`);
	const mode = composition.profile.sandbox?.mode ?? "isolated";
	const session = asked === null ? null : await sessionFor(connection, caller, parent, { name: asked, owner: ownerOf(birth, parent) });
	const mayJoin = asked === null || session !== null;
	const isClamped = wish.fit === "clamp" && parent !== null;
	if (!mayJoin && !isClamped) return beyond("sandbox.session", asked, sessionName(parent?.agent.session ?? null) ?? "none");
	// The writ of a child that may not share a session says the same.
	if (isClamped && mode === "shared" && (!mayJoin || !sharesSession(parent))) return done({ mode: "isolated", session });
	if (mode === "shared" && session === null) return refuse("invalid-request", "A shared sandbox needs a session_id");
	if (mode === "nested" && parent === null) return refuse("invalid-request", "A nested sandbox needs a parent");
	return done({ mode, session });
}

function sharesSession(parent: Known): boolean {
	const { mode, session_share } = heldNow(parent).terms.sandbox;
	return mode === "shared" || session_share;
}
