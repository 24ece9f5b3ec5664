import { memoPair } from "../../memory/index.ts";
import type { AnyOf, Places } from "../language/index.ts";

/** The same function of a list at an agent's places: a remedy is looked for among many, and all of them speak of the same lists. */
export function rememberLists<Made>(make: (list: AnyOf, places: Places) => Made): (list: AnyOf, places: Places) => Made {
	return memoPair(make);
}
