import { type Attempt, perl, shell } from "../attempt.ts";

/** Reaches for processes of the host. */
export const PROCESSES: readonly Attempt[] = [
	shell("processes", "signal", "sends a signal to a process of the host", 'kill -0 "$VICTIM" && echo escaped'),
	perl(
		"processes",
		"signal-descriptor",
		"sends a signal by a descriptor of the process",
		`my $process = call("pidfd_open", $ENV{VICTIM}, 0);
print "refused: $!\\n" if $process < 0; told("pidfd_send_signal", call("pidfd_send_signal", $process, 0, 0, 0) == 0);`,
	),
	perl(
		"processes",
		"group",
		"lives in the process group of its launcher, so that kill(0) reaches it",
		`print getpgrp() == 0 ? "escaped\\n" : "refused: a group of its own\\n";`,
		{
			refusal: /of its own/,
		},
	),
	perl(
		"processes",
		"session",
		"lives in the session of its launcher, and shares its terminal",
		`print call("getsid", 0) == 0 ? "escaped\\n" : "refused: a session of its own\\n";`,
		{
			refusal: /of its own/,
		},
	),
	shell("processes", "kill-all", "kills everything that it can", "echo refused: it reaches only its own; kill -9 -1", {
		alone: true,
		leaves: ["outside/victim-died"],
		notPlain: "it would kill every process of the user",
		silent: true,
		refusal: /only its own/,
	}),
	perl("processes", "ptrace", "traces a process of the host", `tries("ptrace", 0x4206, $ENV{VICTIM}, 0, 0);`, { refusal: /not permitted/ }),
	perl("processes", "trace-first", "traces the first process of its own namespace", `tries("ptrace", 0x4206, 1, 0, 0);`, {
		refusal: /not permitted/,
	}),
	shell(
		"processes",
		"first-process-memory",
		"opens the memory of the first process, by which the sandbox ends",
		'for one in /proc/1/mem /proc/1/task/1/mem /proc/[0-9]*/../1/mem; do (: 3<>"$one") && echo "escaped: $one"; done',
		{
			notPlain: "the first process of the machine is not a launcher",
			alone: "the inherited",
			stage: "supervised",
			refusal: /No such file|nonexistent|Read-only/,
		},
	),
	shell("processes", "memory-file", "opens the memory of a process of the host", '(: <"/proc/$VICTIM/mem") && echo escaped'),
	perl(
		"processes",
		"read-memory",
		"reads the memory of a process of the host",
		`my $page = "\\0" x 8; my $local = pack("PQ", $page, 8); my $remote = pack("QQ", 0x400000, 8);
print call("process_vm_readv", $ENV{VICTIM}, $local, 1, $remote, 1, 0) != -1 || $!{EFAULT} ? "escaped\\n" : "refused: $!\\n";`,
		{ refusal: /not permitted/ },
	),
	perl(
		"processes",
		"write-memory",
		"writes the memory of a process of the host",
		`my $page = "\\0" x 8; my $local = pack("PQ", $page, 8); my $remote = pack("QQ", 16, 8);
print call("process_vm_writev", $ENV{VICTIM}, $local, 1, $remote, 1, 0) != -1 || $!{EFAULT} ? "escaped\\n" : "refused: $!\\n";`,
		{ refusal: /not permitted/ },
	),
	perl(
		"processes",
		"take-descriptor",
		"takes a descriptor out of a process of the host",
		`my $process = call("pidfd_open", $ENV{VICTIM}, 0); tries("pidfd_getfd", $process, 0, 0);`,
		{
			refusal: /not permitted/,
		},
	),
	perl(
		"processes",
		"compare",
		"compares itself with a process of the host",
		`told("kcmp", call("kcmp", $$, $ENV{VICTIM}, 1, 0, 0) != -1);`,
		{
			refusal: /not permitted/,
		},
	),
	shell("processes", "environment-of-host", "reads the environment of a process of the host", "tr '\\0' '\\n' <\"/proc/$VICTIM/environ\""),
	shell(
		"processes",
		"command-of-host",
		"reads the command of a process of the host",
		'grep -aq "$MARK" "/proc/$VICTIM/cmdline" && echo escaped',
	),
	shell("processes", "descriptors-of-host", "lists the open files of a process of the host", 'ls "/proc/$VICTIM/fd" && echo escaped'),
	shell("processes", "find-host", "finds processes of the host", 'grep -alq "$MARK" /proc/[0-9]*/cmdline 2>/dev/null && echo escaped'),
	shell(
		"processes",
		"victimise",
		"offers a process of the host to the kernel when memory is short",
		'echo 1000 >"/proc/$VICTIM/oom_score_adj" && echo escaped',
	),
	shell("processes", "slow-down", "slows a process of the host down", 'renice -n 19 -p "$VICTIM" && echo escaped'),
	shell("processes", "limit-host", "sets limits of a process of the host", 'prlimit --pid "$VICTIM" --nofile && echo escaped'),
	perl(
		"processes",
		"shared-memory",
		"reads memory that processes of the host share",
		`my $segment = shmget($ENV{KEY}, 0, 0); defined $segment or die "refused: $!\\n"; my $text = ""; shmread($segment, $text, 0, 256) or die; print "$text\\n";`,
	),
	perl(
		"processes",
		"message-queue",
		"reads a message queue of the host",
		`my $queue = msgget($ENV{KEY}, 0); defined $queue or die "refused: $!\\n"; print "escaped\\n";`,
	),
];

const LATE = 'sleep 1.2; echo "[$ID]" >"$ID"';

/** Goes on when it should be over. */
export const OUTLIVING: readonly Attempt[] = [
	shell("outliving", "outlive-background", "goes on in the background", `(${LATE}) >/dev/null 2>&1 &`, {
		later: 2,
		alone: "the outliving",
		leaves: ["workspace/outlive-background"],
	}),
	shell("outliving", "outlive-nohup", "goes on without a terminal (nohup)", `nohup sh -c '${LATE}' >/dev/null 2>&1 &`, {
		later: 2,
		alone: "the outliving",
		leaves: ["workspace/outlive-nohup"],
	}),
	shell("outliving", "outlive-session", "goes on in a session of its own (setsid)", `setsid sh -c '${LATE}' >/dev/null 2>&1 &`, {
		later: 2,
		alone: "the outliving",
		leaves: ["workspace/outlive-session"],
	}),
	perl(
		"outliving",
		"outlive-daemon",
		"goes on as a daemon (two forks)",
		`exit if fork; call("setsid"); exit if fork; open(STDOUT, ">", "/dev/null"); open(STDERR, ">", "/dev/null"); select(undef, undef, undef, 1.2); open(my $file, ">", $id); print $file "[$id]\\n";`,
		{
			later: 2,
			alone: "the outliving",
			leaves: ["workspace/outlive-daemon"],
		},
	),
	shell(
		"outliving",
		"outlive-time",
		"goes on after its time, deaf to every request to end",
		"trap '' TERM INT HUP; sleep 4 & wait; sleep 4 & wait; echo escaped",
		{
			alone: true,
			stage: "short",
			silent: true,
			seconds: 12,
		},
	),
];
