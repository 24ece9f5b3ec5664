import { memoOf, memoPair } from "../../memory/index.ts";
import type { Terms, Writ } from "../language/index.ts";

type Declarations = Terms["tools"]["declare"];

/** The same function of a writ: it is asked about for each of its differences, which may be thousands. */
export function rememberWrits<Made>(make: (writ: Writ) => Made): (writ: Writ) => Made {
	return memoOf(make);
}

/** The same function of a writ and what somebody declared. */
export function rememberDeclared<Made>(
	make: (writ: Writ, declarations: Declarations) => Made,
): (writ: Writ, declarations: Declarations) => Made {
	return memoPair(make);
}
