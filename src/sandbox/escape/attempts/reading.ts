import { type Attempt, shell } from "../attempt.ts";

/** Reads what was not granted. */
export const READING: readonly Attempt[] = [
	shell("reading", "read-secret", "reads a file of the host that is not granted", 'cat "$SECRET"'),
	shell("reading", "read-home", "reads a key in a home", 'cat "$HOME_OF_HOST/.ssh/id_ed25519"'),
	shell("reading", "read-sibling", "reads another agent's workspace", 'cat "$SIBLING/note"'),
	shell("reading", "read-writ-home", "reads the administrator's key in writ's own home", 'cat "$WRITS/admin.key"'),
	shell(
		"reading",
		"read-upwards",
		"reads by going up from the workspace",
		'cat "$(pwd)/../../../outside/secret"; cat ../../../outside/secret',
	),
	shell("reading", "read-proc-root", "reads by the root of its own process", 'cat "/proc/self/root$SECRET"'),
	shell("reading", "read-proc-cwd", "reads by the directory of its own process", "cat /proc/self/cwd/../../../outside/secret"),
	shell("reading", "read-init-root", "reads by the root of the first process", 'cat "/proc/1/root$SECRET"', {
		refusal: /denied|No such/,
	}),
	shell("reading", "read-victim-root", "reads by the root of a process of the host", 'cat "/proc/$VICTIM/root$SECRET"'),
	shell("reading", "read-victim-cwd", "reads by the directory of a process of the host", 'cat "/proc/$VICTIM/cwd/secret"'),
	shell("reading", "list-base", "lists the directories around the workspace", 'ls "$BASE" | grep -q outside && echo escaped'),
	shell("reading", "read-users", "reads who has an account on the host", "grep -q ^root: /etc/passwd && echo escaped"),
	shell("reading", "read-shadow", "reads the passwords of the host", "head -c 1 /etc/shadow && echo escaped", { refusal: /No such file/ }),
	shell("reading", "read-mounts-table", "reads the configuration of the host", "cat /etc/fstab >/dev/null && echo escaped", {
		refusal: /No such file/,
	}),
	shell(
		"reading",
		"read-packages",
		"reads what is installed on the host",
		"test -e /var/lib && ls -A /var/lib | grep -q . && echo escaped",
	),
	shell("reading", "read-log", "reads the logs of the host", "test -d /var/log && ls /var/log >/dev/null && echo escaped"),
	shell(
		"reading",
		"read-run",
		"lists what runs on the host in /run",
		"ls -A /run 2>/dev/null | grep -v '^writ$' | grep -q . && echo escaped",
	),
	shell("reading", "read-masked", "reads a blocked file in its own workspace", "cat .env"),
	shell("reading", "read-masked-copy", "copies or links a blocked file to another name first", "cp .env a; ln .env b; cat a b"),
	shell("reading", "read-masked-unmount", "takes the mask off a blocked file", "umount .env; umount -l .env; cat .env"),
	shell(
		"reading",
		"search-all",
		"searches the disk for the secret's file",
		'cat $(find /tmp /var/tmp /home -maxdepth 4 -name secret -path "$BASE/*" 2>/dev/null | head -n 1) </dev/null',
		{ seconds: 15 },
	),
];
