import { type Attempt, perl, shell } from "../attempt.ts";

const closed = { refusal: /Read-only|denied|No such|nonexistent/ };

/** Writes where it must not. */
export const WRITING: readonly Attempt[] = [
	shell("writing", "write-outside", "writes a file beside the workspace", 'echo "[$ID]" >"$OUTSIDE/$ID"', {
		leaves: ["outside/write-outside"],
	}),
	shell("writing", "write-sibling", "writes into another agent's workspace", 'echo "[$ID]" >"$SIBLING/$ID"', {
		leaves: ["sibling/write-sibling"],
	}),
	shell("writing", "write-writ-home", "writes a profile into writ's own home", 'echo "[$ID]" >"$WRITS/$ID"', {
		leaves: ["writs/write-writ-home"],
	}),
	shell("writing", "write-start-file", "writes a start file of the person's shell", 'echo "[$ID]" >>"$HOME_OF_HOST/.bashrc"', {
		leaves: ["home/.bashrc"],
	}),
	shell("writing", "write-authorized-keys", "lets itself in by ssh", 'echo "[$ID]" >>"$HOME_OF_HOST/.ssh/authorized_keys"', {
		leaves: ["home/.ssh/authorized_keys"],
	}),
	shell("writing", "write-base", "writes above the workspace", 'echo "[$ID]" >"$BASE/$ID"', { leaves: ["write-base"] }),
	shell("writing", "write-upwards", "writes by going up from the workspace", 'echo "[$ID]" >"../../../outside/$ID"', {
		leaves: ["outside/write-upwards"],
	}),
	shell("writing", "write-proc-root", "writes by the root of its own process", 'echo "[$ID]" >"/proc/self/root$OUTSIDE/$ID"', {
		leaves: ["outside/write-proc-root"],
	}),
	shell("writing", "write-victim-root", "writes by the root of a process of the host", 'echo "[$ID]" >"/proc/$VICTIM/root$OUTSIDE/$ID"', {
		leaves: ["outside/write-victim-root"],
	}),
	shell("writing", "write-programs", "replaces programs of the host", '(echo >"/usr/bin/$ID") && echo escaped', closed),
	shell("writing", "write-configuration", "changes the configuration of the host", '(echo >"/etc/$ID") && echo escaped', closed),
	shell("writing", "write-root", "writes into the root directory", '(echo >"/$ID") && echo escaped', closed),
	shell("writing", "write-read-only", "writes into a tree that is granted for reading", 'echo "[$ID]" >"$READABLE/$ID"', {
		leaves: ["readable/write-read-only"],
	}),
	shell("writing", "change-read-only", "changes a file that is granted for reading", 'echo "[$ID]" >>"$READABLE/changed"', {
		leaves: ["readable/changed"],
	}),
	shell("writing", "chmod-read-only", "opens a file that is granted for reading to all", 'chmod 0777 "$READABLE/rights" && echo escaped'),
	shell("writing", "touch-read-only", "changes the time of a file that is granted for reading", 'touch "$READABLE/rights" && echo escaped'),
	shell(
		"writing",
		"rename-read-only",
		"renames a file that is granted for reading",
		'mv "$READABLE/renamed" "$READABLE/$ID" && echo escaped',
	),
	shell(
		"writing",
		"remove-read-only",
		"removes a file that is granted for reading",
		'rm -f "$READABLE/removed" && test ! -e "$READABLE/removed" && echo escaped',
	),
	shell(
		"writing",
		"reopen-read-only",
		"opens a file for reading and reopens it for writing",
		'exec 5<"$READABLE/reopened"; echo "[$ID]" >/proc/self/fd/5',
		{
			leaves: ["readable/reopened"],
		},
	),
	shell("writing", "truncate-read-only", "empties a file that is granted for reading", 'truncate -s 0 "$READABLE/emptied" && echo escaped'),
	shell("writing", "remount-read-only", "remounts a read-only tree for writing", 'mount -o remount,rw,bind "$READABLE" && echo escaped', {
		refusal: /denied|not permitted|must be superuser|only root/i,
	}),
	shell(
		"writing",
		"core-pattern",
		"has the kernel run a program of its choice (core_pattern)",
		"(: >>/proc/sys/kernel/core_pattern) && echo escaped",
		{
			refusal: /Read-only|denied|nonexistent/,
		},
	),
	shell("writing", "modprobe-path", "has the kernel load a module of its choice", "(: >>/proc/sys/kernel/modprobe) && echo escaped", {
		refusal: /Read-only|denied|nonexistent/,
	}),
	shell("writing", "sysctl-memory", "changes settings of the kernel", "(: >>/proc/sys/vm/overcommit_memory) && echo escaped", {
		refusal: /Read-only|denied|nonexistent/,
	}),
	shell(
		"writing",
		"sysctl-namespaces",
		"allows itself more user namespaces",
		"(echo 100 >/proc/sys/user/max_user_namespaces) && echo escaped",
		{
			refusal: /Read-only|denied|nonexistent/,
		},
	),
	shell(
		"writing",
		"sysctl-network",
		"changes network settings of its own namespace",
		"(: >>/proc/sys/net/ipv4/ping_group_range) && echo escaped",
		{
			refusal: /Read-only|denied|nonexistent/,
		},
	),
	shell("writing", "sysrq", "presses the kernel's emergency keys", "(: >>/proc/sysrq-trigger) && echo escaped", {
		refusal: /Read-only|denied|nonexistent/,
	}),
	shell(
		"writing",
		"cgroup",
		"makes a control group of its own",
		'mkdir "/sys/fs/cgroup/$ID" && { rmdir "/sys/fs/cgroup/$ID"; echo escaped; }',
		{
			refusal: /Read-only|denied|No such/,
		},
	),
	shell("writing", "power", "puts the machine to sleep", "(: >>/sys/power/state) && echo escaped", {
		refusal: /Read-only|denied|No such|nonexistent/,
	}),
	perl(
		"writing",
		"file-handle",
		"opens a file of the host by its handle, past all mounts",
		`my $handle = pack("II", 128, 0) . "\\0" x 128; my $mount = pack("I", 0); my $file = $ENV{SECRET};
syscall($number{name_to_handle_at}, -100, $file, $handle, $mount, 0);
open(my $root, "<", "/") or die; tries("open_by_handle_at", fileno($root), $handle, 0);`,
		{ refusal: /not permitted/ },
	),
];
