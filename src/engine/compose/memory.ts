import type { Catalog, Definition } from "../language/index.ts";
import { isDeepFrozen } from "../terms/index.ts";
import type { ComposeOutcome } from "./finish-composition.ts";

interface Known {
	readonly catalog: Catalog;
	/** What an inline profile said; the caller that holds the object may have changed it since. */
	readonly text: string;
	readonly outcome: ComposeOutcome;
}

/**
 * Compositions by what was asked for, so that many agents on one profile share one set of terms.
 *
 * SECURITY: only in catalogs that can no longer change, and an object of a caller only while it still says the same: a
 * profile that was tightened in place must never give the old writ (compose-profile.test.ts).
 */
const known = new WeakMap<object, Known>();

/** The composition of this definition, asked for by this object, if nothing has changed since. */
export function recallComposition(asked: object, definition: Definition, catalog: Catalog): ComposeOutcome | undefined {
	const found = known.get(asked);
	return found?.catalog === catalog && found.text === textOf(definition) ? found.outcome : undefined;
}

/** Keeps a composition for the next one who asks for the same. */
export function rememberComposition(asked: object, definition: Definition, catalog: Catalog, outcome: ComposeOutcome): void {
	if (isDeepFrozen(catalog)) known.set(asked, { catalog, text: textOf(definition), outcome });
}

/** Definitions of a catalog that cannot change say what they said. */
function textOf(definition: Definition): string {
	return definition.layer === "inline" ? JSON.stringify(definition.profile) : "";
}
