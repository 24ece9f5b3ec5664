import { type Composition, sealComposition, type Writ } from "../engine/index.ts";
import { done, type Outcome, refuse } from "./refusal.ts";
import { sealContext } from "./seal-context.ts";

/** Where a definition is sealed that no agent holds yet. */
const NOWHERE = {
	workspace: "/sandbox/workspace",
	shared: "/sandbox/shared",
	exports: "/sandbox/exports",
	claude: "/sandbox/.claude",
	session: "/sandbox/session",
};

/** What a definition would come to, sealed for nobody: to be compared and explained. */
export function sealNowhere(composition: Composition): Outcome<Writ> {
	const sealed = sealComposition(composition, sealContext({ agent: "agent" }, NOWHERE));
	if (sealed.ok) return done(sealed.writ);
	return refuse("invalid-definition", sealed.problems[0]?.message ?? "The definition cannot be sealed", { problems: sealed.problems });
}
