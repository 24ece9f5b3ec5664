import { casbin } from "./casbin.ts";
import { casl } from "./casl.ts";
import { cedar } from "./cedar.ts";
import type { Engine } from "./engine.ts";
import { floor } from "./floor.ts";
import { writ } from "./writ.ts";

/** Everybody who takes part, in the order of the table. */
export const ENGINES: readonly Engine[] = [floor, writ, casl, casbin, cedar];
