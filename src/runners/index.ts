/** How a message becomes work. */
export { chooseRunner } from "./choose-runner.ts";
export type { Program, ProgramEnd, Runner, RunnerFailure, RunnerMeans, RunnerMessage, RunnerOutcome } from "./runner.ts";
export { LONGEST_WORK, MAILBOX, parseRunner, runnerKind, storedRunner } from "./runner-wish.ts";
