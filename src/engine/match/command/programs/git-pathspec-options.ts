import type { OptionRow } from "../program-table.ts";
import { reads } from "./option-rows.ts";

/** The option of git that takes the paths to work on from a file. */
export const gitPathspecOptions: readonly OptionRow[] = reads("--pathspec-from-file <file>");
