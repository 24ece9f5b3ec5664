import { cloudOperation } from "../clouds/cloud-clients.ts";
import { loads, named, plain, redirects, runs } from "../option-rows.ts";
import type { CommandForm, ProgramTable } from "../program-table.ts";

/** Virtual machines and containers below docker's level: a rule names what they may do. */
export const machines: ProgramTable = {
	names: ["virsh", "VBoxManage", "qemu-system-x86_64", "multipass", "lxc", "incus", "limactl", "colima", "firecracker", "runc", "crun"],
	operands: "data",
	analyser: cloudOperation,
	options: [
		redirects("-c --connect <uri>", "talks to another machine"),
		runs("-e --exec <command>", "runs a command"),
		loads("-f --file --config <file>", "loads settings"),
		...plain("--format <format>", "--all", "--json"),
	],
};

const state = (why: string): CommandForm => named("changes", why, { operands: "data" });

/** vagrant: virtual machines. */
export const vagrant: ProgramTable = {
	names: ["vagrant"],
	closed: true,
	subcommands: {
		status: { operands: "data" },
		"global-status": {},
		version: {},
		help: { operands: "data" },
		"ssh-config": named("redirects", "shows where credentials are", { operands: "data" }),
		validate: named("runs", "runs the Vagrantfile"),
		port: { operands: "data" },
		box: {
			subcommands: {
				list: {},
				outdated: {},
				add: named("loads", "fetches a machine"),
				remove: state("deletes a machine's image"),
				update: named("loads", "fetches a machine"),
				prune: state("deletes images"),
			},
		},
		up: named("runs", "runs the Vagrantfile and starts machines"),
		reload: named("runs", "runs the Vagrantfile and starts machines"),
		provision: named("runs", "runs programs in a machine"),
		ssh: named("runs", "runs programs in a machine", {
			options: [{ ...runs("-c --command <command>", "runs a command in a machine"), is: "shell" }],
		}),
		rsync: state("copies files into a machine"),
		upload: state("copies files into a machine"),
		halt: state("stops machines"),
		suspend: state("stops machines"),
		resume: state("starts machines"),
		destroy: state("deletes machines"),
		snapshot: state("works on snapshots"),
		package: state("writes a machine's image"),
		init: state("writes a Vagrantfile"),
		plugin: named("loads", "installs code"),
		share: named("redirects", "opens the machine to others"),
		push: named("redirects", "publishes the project"),
		cloud: named("redirects", "works on another account"),
		login: named("redirects", "makes a credential"),
	},
};
