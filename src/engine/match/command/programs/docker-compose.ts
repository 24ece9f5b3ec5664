import type { CommandForm, OptionRow, ProgramTable } from "../program-table.ts";
import { dockerRunOptions } from "./docker-run-options.ts";
import { changes, everywhere, loads, named, plain, redirects, withRole, writes } from "./option-rows.ts";

const view: CommandForm = {
	operands: "data",
	options: plain(
		"--format <format>",
		"-f --follow",
		"-n --tail <lines>",
		"--since <time>",
		"--until <time>",
		"--filter <filter>",
		"--status <status>",
	),
};
const up = named("runs", "starts the containers of the project", {
	operands: "data",
	options: plain("-t --timeout <seconds>", "--scale <map>", "--pull <mode>"),
});
const state = (why: string): CommandForm => named("changes", why, { operands: "data" });
const enter = named("runs", "runs a program in a container", {
	style: "posix",
	operands: "data",
	options: dockerRunOptions,
	launcher: { ownOperands: 1, needsRule: "runs", why: "it runs a program in a container" },
});

/** Global options of compose. */
export const composeOptions: readonly OptionRow[] = [
	loads("-f --file <file>", "takes the containers from another file"),
	loads("--env-file <file>", "loads variables into the project"),
	...withRole("cwd", ["--project-directory <directory>"]),
	redirects("-H --host <address>", "talks to another daemon"),
	redirects("-c --context <name>", "talks to another daemon"),
	...plain(
		"-p --project-name <name>",
		"--profile <name>",
		"--ansi <when>",
		"--progress <mode>",
		"--parallel <number>",
		"--log-level <level>",
	),
];

/** The commands of compose. */
export const composeForms: Readonly<Record<string, CommandForm>> = everywhere(
	composeOptions.filter((row) => row.names.every((name) => name.startsWith("--"))),
	{
		ps: view,
		logs: view,
		config: {
			operands: "data",
			options: [writes("-o --output <file>", "writes a file"), ...plain("--format <format>", "--services", "--images")],
		},
		convert: view,
		images: view,
		top: view,
		port: view,
		ls: view,
		version: view,
		events: view,
		stats: view,
		volumes: view,
		wait: view,
		help: view,
		up,
		create: up,
		start: up,
		restart: up,
		watch: up,
		scale: up,
		run: enter,
		exec: enter,
		attach: enter,
		build: named("runs", "runs the commands of Dockerfiles", {
			operands: "data",
			options: [
				redirects("--push", "publishes images"),
				redirects("--ssh <agent>", "hands credentials to the build"),
				...plain("--build-arg <value>", "-m --memory <size>"),
			],
		}),
		bridge: named("runs", "runs containers"),
		cp: named("changes", "copies files between a container and this machine", { operands: "copy" }),
		down: named("changes", "stops and deletes the containers of the project", {
			operands: "data",
			options: [
				changes("-v --volumes", "deletes the volumes too"),
				changes("--rmi <which>", "deletes the images too"),
				...plain("-t --timeout <seconds>"),
			],
		}),
		rm: state("deletes containers"),
		stop: state("stops containers"),
		kill: state("stops containers"),
		pause: state("stops containers"),
		unpause: state("starts containers"),
		commit: state("makes an image"),
		export: { operands: "data", options: [writes("-o --output <file>", "writes an archive")] },
		pull: named("redirects", "fetches images", { operands: "data" }),
		push: named("redirects", "publishes images", { operands: "data" }),
		publish: named("redirects", "publishes the project", { operands: "data" }),
	},
);

/** docker-compose as a program of its own. */
export const dockerCompose: ProgramTable = {
	names: ["docker-compose", "podman-compose"],
	closed: true,
	abbreviations: false,
	options: [
		...composeOptions,
		redirects("--tlscacert <file>", "trusts another certificate"),
		redirects("--tlscert <file>", "uses another credential"),
		redirects("--tlskey <file>", "uses another credential"),
	],
	subcommands: composeForms,
};
