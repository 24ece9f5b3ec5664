import { attenuateWrit, type Escalation, sealComposition } from "../engine/index.ts";
import type { Caller } from "./caller.ts";
import { composeWish } from "./compose-wish.ts";
import type { Context } from "./context.ts";
import { mayKnow } from "./find-agent-for.ts";
import { heldNow } from "./seal-child.ts";
import { sealContext } from "./seal-context.ts";

/** Whether a child of these permissions would stay within its parent, and where not. */
export interface SpawnPreview {
	readonly valid: boolean;
	readonly escalations: readonly Escalation[];
	readonly message: string | null;
}

/** Compares permissions with an agent's writ; changes nothing, and an agent that the caller may not know is no parent. */
export function previewSpawn(context: Context, caller: Caller, parent: string, permissions: unknown): Promise<SpawnPreview> {
	return context.store.record(async (transaction) => {
		const known = await context.known.find(transaction, parent);
		if (known === null || !(await mayKnow(transaction, caller, known.agent))) return no(`Agent ${parent} not found`);
		const composed = composeWish({ profile: permissions }, await context.definitions.refresh(transaction), false);
		if (!composed.ok) return no(composed.refusal.message);
		const sealed = sealComposition(composed.value, sealContext({ agent: "child", parent: known.agent.id }, known.writ.places.written));
		if (!sealed.ok) return no(sealed.problems[0]?.message ?? "The permissions cannot be sealed");
		const bounded = attenuateWrit(heldNow(known), sealed.writ);
		return bounded.ok
			? { valid: true, escalations: [], message: null }
			: { valid: false, escalations: bounded.escalations, message: "The child asks for more than its parent has" };
	});
}

function no(message: string): SpawnPreview {
	return { valid: false, escalations: [], message };
}
