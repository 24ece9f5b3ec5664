/** What answers the messages of an agent: a mailbox, a command or an HTTP address. */
export { chooseRunner } from "./choose-runner.ts";
export {
	LONGEST_WORK,
	MAILBOX,
	type Program,
	type ProgramEnd,
	parseRunner,
	type RunnerFailure,
	type RunnerOutcome,
	runnerKind,
	storedRunner,
} from "./runner.ts";
