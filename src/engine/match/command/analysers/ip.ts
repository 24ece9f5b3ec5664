import type { Analyser } from "../analyser.ts";
import { hazard } from "./findings.ts";

/** Words of `ip` that change something, at their shortest. */
const CHANGES = [
	"add",
	"del",
	"set",
	"change",
	"replace",
	"flush",
	"append",
	"prepend",
	"exec",
	"attach",
	"detach",
	"restore",
	"save",
	"delete",
	"update",
	"modify",
	"pids",
	"xdp",
];

/** Reads the operands of ip: `show` and its kin print, the others change the network or run a command. */
export const ip: Analyser = (operands) => {
	const verb = operands[1];
	if (typeof verb !== "string") return [];
	const changes = CHANGES.some((word) => word.startsWith(verb)) && !/^(?:sh|sho|show|l|li|lis|list|lst|get|help)$/.test(verb);
	return changes ? [hazard("changes", verb, "changes the network, or runs a command in another one", 1)] : [];
};
