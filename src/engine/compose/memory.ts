import { memoWhile } from "../../memory/index.ts";
import type { Catalog, Definition } from "../language/index.ts";
import { isDeepFrozen } from "../terms/index.ts";
import type { ComposeOutcome } from "./finish-composition.ts";

type Compose = (definition: Definition, catalog: Catalog) => ComposeOutcome;

interface Asked {
	readonly definition: Definition;
	readonly catalog: Catalog;
}

interface Composed {
	readonly catalog: Catalog;
	/** What an inline profile said; the caller that holds the object may have changed it since. */
	readonly text: string;
	readonly outcome: ComposeOutcome;
}

/**
 * The same function, asked by an object of the caller's, so that many agents on one profile share one set of terms.
 *
 * SECURITY: only in catalogs that can no longer change, and an object of a caller only while it still says the same: a
 * profile that was tightened in place must never give the old writ (compose-profile.test.ts).
 */
export function rememberCompositions(compose: Compose): (asked: object, ...given: Parameters<Compose>) => ComposeOutcome {
	const remembered = memoWhile(
		(made: Composed, { definition, catalog }: Asked) => made.catalog === catalog && made.text === textOf(definition),
		(_: object, { definition, catalog }) => ({ catalog, text: textOf(definition), outcome: compose(definition, catalog) }),
	);
	return (asked, definition, catalog) =>
		isDeepFrozen(catalog) ? remembered(asked, { definition, catalog }).outcome : compose(definition, catalog);
}

/** Definitions of a catalog that cannot change say what they said. */
function textOf(definition: Definition): string {
	return definition.layer === "inline" ? JSON.stringify(definition.profile) : "";
}
