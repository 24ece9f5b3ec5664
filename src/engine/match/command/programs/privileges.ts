import type { ProgramTable } from "../program-table.ts";
import { changes, loads, plain, redirects, runs, writes } from "./option-rows.ts";

/** Launchers that change who runs the command, or where: a rule must name them besides the inner command. */
export const privileges: readonly ProgramTable[] = [
	{
		names: ["sudo"],
		style: "posix",
		launcher: { assignments: true, needsRule: "redirects", why: "it runs the command as another user" },
		options: [
			runs("-s --shell", "starts a shell, with the words as its command"),
			runs("-i --login", "starts a login shell, with the words as its command"),
			{ ...runs("-e --edit", "starts an editor"), operandsBecome: "write" },
			runs("-A --askpass", "runs the program that asks for the password"),
			redirects("-h --host <host>", "runs the command on another machine"),
			redirects("-R --chroot <directory>", "runs the command in another root"),
			redirects("-P --preserve-groups", "keeps the groups of the caller"),
			loads("-E --preserve-env [list]", "keeps variables that choose what runs"),
			changes("-K --remove-timestamp", "forgets the password"),
			{ names: ["-D", "--chdir"], value: "required", is: "cwd" },
			{ names: ["-l", "--list"], operandsBecome: "data" },
			{ names: ["-v", "--validate"], operandsBecome: "data" },
			{ names: ["-V", "--version"], operandsBecome: "data" },
			...plain(
				"-u --user <user>", "-g --group <group>", "-p --prompt <text>", "-C --close-from <number>", "-r --role <role>", "-t --type <type>", "-T --command-timeout <time>", "-U --other-user <user>", "-c --login-class <class>", "-a --auth-type <type>", "-n --non-interactive", "-k --reset-timestamp", "-H --set-home", "-S --stdin", "-b --background", "-N --no-update",
			),
		],
	},
	{ names: ["sudoedit"], operands: "write", options: plain("-u --user <user>", "-g --group <group>", "-p --prompt <text>") },
	{
		names: ["doas", "pfexec", "gosu", "su-exec", "please"],
		style: "posix",
		launcher: { needsRule: "redirects", why: "it runs the command as another user" },
		options: [runs("-s", "starts a shell"), loads("-C <file>", "reads another configuration"), ...plain("-u <user>", "-a <style>", "-n", "-L")],
	},
	{
		names: ["pkexec", "run0"],
		style: "posix",
		launcher: { needsRule: "redirects", why: "it runs the command as another user" },
		options: plain("--user -u <user>", "--disable-internal-agent", "--keep-cwd"),
	},
	{
		names: ["su"],
		interpreter: { shell: true, why: "it starts a shell as another user" },
		operands: "data",
		options: [
			{ ...redirects("-c --command --session-command <text>", "runs shell text as another user"), is: "shell" },
			runs("-s --shell <shell>", "starts this shell"),
			...plain("-g --group <group>", "-G --supp-group <group>", "-w --whitelist-environment <list>", "-l --login", "-m -p --preserve-environment", "-P --pty", "-f --fast"),
		],
	},
	{
		names: ["runuser", "setpriv", "capsh"],
		style: "posix",
		launcher: { needsRule: "redirects", why: "it runs the command as another user" },
		options: [
			{ ...redirects("-c --command --session-command <text>", "runs shell text as another user"), is: "shell" },
			runs("-s --shell <shell>", "starts this shell"),
			...plain("-u --user <user>", "-g --group <group>", "-G --supp-group <group>", "-w --whitelist-environment <list>"),
			...plain("--reuid <user>", "--regid <group>", "--groups <list>", "--ruid <user>", "--euid <user>", "--rgid <group>", "--egid <group>", "--inh-caps <list>", "--ambient-caps <list>", "--bounding-set <list>", "--securebits <list>", "--pdeathsig <signal>"),
		],
	},
	{
		names: ["chroot"],
		style: "posix",
		launcher: { ownOperands: 1, needsRule: "redirects", why: "it runs the command in another root" },
		options: plain("--groups <list>", "--userspec <user>", "--skip-chdir"),
	},
	{
		names: ["unshare"],
		style: "posix",
		launcher: { needsRule: "redirects", why: "it runs the command in namespaces of its own, where mounts and users differ" },
		options: [
			redirects("-R --root <directory>", "runs the command in another root"),
			{ names: ["-w", "--wd"], value: "required", is: "cwd" },
			...plain(
				"-i --ipc [file]", "-m --mount [file]", "-n --net [file]", "-p --pid [file]", "-u --uts [file]", "-U --user [file]", "-C --cgroup [file]", "-T --time [file]", "--kill-child [signal]", "--mount-proc [directory]", "--mount-binfmt [directory]",
				"--map-user <user>", "--map-users <map>", "--map-group <group>", "--map-groups <map>", "--propagation <mode>", "--setgroups <mode>", "-S --setuid <user>", "-G --setgid <group>", "--monotonic <offset>", "--boottime <offset>", "-l --load-interp <file>", "-f --fork", "-r --map-root-user", "-c --map-current-user",
			),
		],
	},
	{
		names: ["nsenter"],
		style: "posix",
		launcher: { needsRule: "redirects", why: "it runs the command inside another process's namespaces" },
		options: [
			redirects("-t --target <process>", "enters the namespaces of this process"),
			redirects("-r --root [directory]", "runs the command in another root"),
			redirects("-a --all", "enters every namespace"),
			...plain("-m --mount [file]", "-u --uts [file]", "-i --ipc [file]", "-n --net [file]", "-p --pid [file]", "-U --user [file]", "-C --cgroup [file]", "-T --time [file]", "-G --setgid <group>", "-S --setuid <user>", "-w --wd [directory]", "-W --wdns <directory>", "-N --net-socket <number>", "-F --no-fork"),
		],
	},
	{
		names: ["systemd-run", "systemd-inhibit", "systemd-nspawn", "start-stop-daemon", "daemonize"],
		style: "posix",
		launcher: { needsRule: "redirects", why: "another service runs the command, outside of this process" },
		options: [
			redirects("-H --host <host>", "runs the command on another machine"),
			redirects("-M --machine <container>", "runs the command in another container"),
			redirects("--uid <user>", "runs the command as another user"),
			redirects("--gid <group>", "runs the command as another group"),
			changes("-p --property <assignment>", "sets a property of the service, which can run programs"),
			changes("-E --setenv <assignment>", "sets a variable"),
			changes("--on-calendar --on-active --on-boot --on-startup --on-unit-active --on-unit-inactive <time>", "runs the command again and again"),
			changes("--path-property --socket-property --timer-property <assignment>", "sets a property of another unit"),
			runs("-S --shell", "starts a shell"),
			runs("-x --exec <program>", "runs this program"),
			runs("-a --startas <program>", "runs this program"),
			writes("-o --output <file>", "writes the output to this file"),
			{ names: ["--working-directory"], value: "required", is: "cwd" },
			...plain("-u --unit <name>", "--slice <name>", "--description <text>", "--service-type <type>", "--nice <level>", "--what <list>", "--who <text>", "--why <text>", "--mode <mode>", "-d -q --quiet", "--wait", "-t --pty", "-P --pipe", "-G --collect", "--scope", "--user", "--system"),
		],
	},
	{
		names: ["bwrap", "firejail", "proot", "fakechroot", "fakeroot", "pseudo"],
		style: "posix",
		launcher: { needsRule: "redirects", why: "it runs the command in an environment that options change" },
		options: [
			redirects("--bind --dev-bind --ro-bind --symlink --bind-try --ro-bind-try <source> <target>", "puts other directories in place"),
			redirects("-r -R <directory>", "runs the command in another root"),
			redirects("-b <binding>", "puts other directories in place"),
			redirects("--setenv <name> <value>", "sets a variable"),
			...plain("--dev <path>", "--proc <path>", "--tmpfs <path>", "--dir <path>", "--chdir <path>", "--unsetenv <name>", "--hostname <name>"),
		],
	},
];
