import { isUtf8 } from "node:buffer";
import { readFileSync } from "node:fs";
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
		if (value.includes("\uFFFD") && hasOtherBytes(name))
			return refusal(`The variable ${name} is not UTF-8, and would come to mean something else.`);
	}
	return null;
}

function refusal(message: string): NotStarted {
	return refuseRun(2, "invalid-request", message, "Hand its value over in a file.");
}

/** Whether a variable was changed on its way here: Node puts a mark in place of what is not UTF-8. */
function hasOtherBytes(name: string): boolean {
	const entries = readFileSync("/proc/self/environ", "latin1").split("\0");
	const own = entries.find((entry) => entry.startsWith(`${name}=`));
	return own !== undefined && !isUtf8(Buffer.from(own, "latin1"));
}
