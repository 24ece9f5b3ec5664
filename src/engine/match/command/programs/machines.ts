import type { ProgramTable } from "../program-table.ts";
import { loads, plain, redirects, runs } from "./option-rows.ts";

/** Virtual machines and containers below docker's level: a rule names what they may do. */
export const machines: ProgramTable = {
	names: ["virsh", "VBoxManage", "qemu-system-x86_64", "multipass", "lxc", "incus", "limactl", "colima", "firecracker", "runc", "crun"],
	operands: "data",
	analyser: "cloud-operation",
	options: [
		redirects("-c --connect <uri>", "talks to another machine"),
		runs("-e --exec <command>", "runs a command"),
		loads("-f --file --config <file>", "loads settings"),
		...plain("--format <format>", "--all", "--json"),
	],
};
