// A program that runs a command confined, as `writ run` will: arguments are the plan as JSON and the command.
import { runSandboxed } from "../../../src/sandbox/bubblewrap/run-sandboxed.ts";

const [plan = "{}", ...command] = process.argv.slice(2);
const outcome = await runSandboxed(JSON.parse(plan), command, {
	stdio: ["inherit", "inherit", "inherit"],
	environment: process.env,
	forwardSignals: true,
});
process.exitCode = outcome.ok ? outcome.exitCode : 3;
