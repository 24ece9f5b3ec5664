import type { ProgramTable } from "../program-table.ts";
import { changingForms } from "./changing-forms.ts";
import { changes, named, plain, reads, redirects } from "./option-rows.ts";
import { readingForms } from "./reading-forms.ts";
import { withGlobals } from "./with-globals.ts";

/** Services of the system and their log. */
export const systemServices: readonly ProgramTable[] = [
	{
		names: ["systemctl"],
		operands: "data",
		...withGlobals(
			[
				redirects("-H --host <host>", "speaks to another machine"),
				redirects("-M --machine <container>", "speaks to another machine"),
				redirects("--root --image <path>", "acts on another system"),
				...plain(
					"-t --type <type>",
					"-p --property -P <name>",
					"--state <state>",
					"-n --lines <number>",
					"-o --output <format>",
					"--job-mode <mode>",
					"-s --signal <signal>",
					"--kill-whom <whom>",
					"--user",
					"--system",
					"--no-pager",
					"-l --full",
					"-a --all",
					"-q --quiet",
				),
			],
			{
				...readingForms(
					"status show cat list-units list-unit-files list-timers list-sockets list-dependencies list-jobs list-machines list-paths list-automounts is-active is-enabled is-failed is-system-running get-default help show-environment whoami",
				),
				edit: named("runs", "starts an editor on a service"),
				"set-environment": named("redirects", "changes the environment of every service"),
				"import-environment": named("redirects", "changes the environment of every service"),
				"unset-environment": named("redirects", "changes the environment of every service"),
				link: named("loads", "loads a service from elsewhere"),
				...changingForms(
					"start stop restart reload try-restart reload-or-restart try-reload-or-restart kill isolate enable disable reenable preset preset-all mask unmask revert add-wants add-requires set-default set-property reset-failed daemon-reload daemon-reexec bind mount-image clean freeze thaw cancel poweroff reboot halt kexec suspend hibernate hybrid-sleep rescue emergency default exit switch-root soft-reboot log-level log-target service-watchdogs",
					"changes services of the machine",
				),
			},
		),
		closed: true,
	},
	{
		names: ["service", "rc-service", "rc-update", "initctl", "launchctl", "update-rc.d", "chkconfig"],
		operands: "data",
		analyser: "service",
		options: [changes("-f --full-restart", "restarts the service")],
	},
	{
		names: ["journalctl"],
		operands: "data",
		options: [
			redirects("-M --machine <container>", "reads the log of another machine"),
			redirects("--root --image --namespace <name>", "reads another log"),
			...["--rotate", "--flush", "--sync", "--relinquish-var", "--smart-relinquish-var", "--update-catalog", "--setup-keys"].map((name) =>
				changes(name, "changes the log"),
			),
			changes("--vacuum-size --vacuum-time --vacuum-files <limit>", "deletes parts of the log"),
			{ names: ["--cursor-file"], value: "required", is: "write", why: "writes the place to this file" },
			...reads("-D --directory <directory>", "--file <file>", "-i <file>"),
			...plain(
				"-u --unit <unit>",
				"--user-unit <unit>",
				"-t --identifier <name>",
				"-T --exclude-identifier <name>",
				"-p --priority <level>",
				"--facility <name>",
				"-g --grep <pattern>",
				"-c --cursor <cursor>",
				"--after-cursor <cursor>",
				"-S --since <time>",
				"-U --until <time>",
				"-n --lines [number]",
				"-o --output <format>",
				"--output-fields <fields>",
				"-b --boot [boot]",
				"-F --field <field>",
				"-I --invocation <id>",
				"--case-sensitive [boolean]",
				"--no-pager",
				"-f --follow",
				"-r --reverse",
				"-e --pager-end",
			),
		],
	},
];
