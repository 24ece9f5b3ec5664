import type { Analyser } from "../analyser.ts";
import { access } from "./findings.ts";

/** For programs that write a file with a name of their own into the working directory. */
export const writtenHere: Analyser = () => [access("write", "output")];
