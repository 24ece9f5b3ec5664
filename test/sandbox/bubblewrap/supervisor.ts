import { runSandboxed } from "../../../src/sandbox/index.ts";

/** A program that runs a command confined, as `writ run` does: its arguments are the plan as JSON and the command. */
export const SUPERVISOR = import.meta.filename;

if (process.argv[1] === SUPERVISOR) {
	const [plan = "{}", ...command] = process.argv.slice(2);
	const outcome = await runSandboxed(JSON.parse(plan), command, {
		stdio: ["inherit", "inherit", "inherit"],
		environment: process.env,
		forwardSignals: true,
	});
	process.exitCode = outcome.ok ? outcome.exitCode : 3;
}
