import { readFileSync } from "node:fs";
import { wasChanged } from "../../platform/index.ts";
import { type NotStarted, type RunOrder, refuseRun } from "./run-report.ts";

/** Linux gives a program at most 131,072 bytes in one text, the name of the variable and what starts the program included. */
const LONGEST_VALUE = 131_000;

/** Why the caller's variables of these names cannot be passed on as they are. SECURITY: values are never told. */
export function refuseVariables(names: readonly string[], variables: RunOrder["variables"]): NotStarted | null {
	for (const name of names) {
		const value = Object.hasOwn(variables, name) ? variables[name] : undefined;
		if (value === undefined) continue;
		if (Buffer.byteLength(value) > LONGEST_VALUE)
			return refusal(`The variable ${name} holds more than ${LONGEST_VALUE.toLocaleString("en")} bytes, which no program can be given.`);
		if (wasChanged(value, () => givenEntry(name)))
			return refusal(`The variable ${name} is not UTF-8, and would come to mean something else.`);
	}
	return null;
}

function refusal(message: string): NotStarted {
	return refuseRun(2, "invalid-request", message, "Hand its value over in a file.");
}

/** What this process was given for a variable, as bytes; nothing when the value is not from there. */
function givenEntry(name: string): Uint8Array {
	const entries = readFileSync("/proc/self/environ", "latin1").split("\0");
	return Buffer.from(entries.find((entry) => entry.startsWith(`${name}=`)) ?? "", "latin1");
}
