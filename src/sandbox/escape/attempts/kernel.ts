import { type Attempt, perl, shell } from "../attempt.ts";
import { I386_GATE } from "../attempt-programs.ts";

const refused = { refusal: /not permitted|not implemented/ };
const call = (id: string, what: string, text: string): Attempt => perl("kernel", id, what, text, refused);

/** Calls into parts of the kernel that no agent needs. */
export const KERNEL: readonly Attempt[] = [
	shell(
		"kernel",
		"i386-gate",
		"calls the kernel by the gate of i386, past the filter",
		`perl -e 'print pack("H*", "${I386_GATE}")' >"$ID"; chmod 755 "$ID"; "./$ID"; echo "refused: ended with $?"`,
		{
			architecture: "x64",
			refusal: /ended with 159/,
		},
	),
	perl("kernel", "x32", "calls the kernel by the numbers of x32, past the filter", "tries(0x40000000 + 39);", {
		...refused,
		architecture: "x64",
	}),
	perl("kernel", "x32-unshare", "makes a namespace by the numbers of x32", "tries(0x40000000 + 272, 0x10000000);", {
		...refused,
		architecture: "x64",
	}),
	call("io-uring", "has the kernel open and connect in its stead (io_uring)", 'my $ring = "\\0" x 120; tries("io_uring_setup", 4, $ring);'),
	call("bpf", "loads a program into the kernel (bpf)", 'my $wish = pack("IIQQIIQ", 1, 2, 0, 0, 0, 0, 0); tries("bpf", 5, $wish, 48);'),
	call("bpf-map", "makes a map in the kernel (bpf)", 'my $wish = pack("I8", 2, 4, 4, 1, 0, 0, 0, 0); tries("bpf", 0, $wish, 32);'),
	call(
		"perf",
		"watches the processor (perf_event_open)",
		'my $wish = pack("IIQ", 1, 112, 0) . "\\0" x 96; tries("perf_event_open", $wish, 0, -1, -1, 0);',
	),
	call("userfaultfd", "holds the kernel up while it reads memory (userfaultfd)", 'tries("userfaultfd", 1);'),
	call("keyring", "reads the keys of the user's session (keyctl)", 'tries("keyctl", 0, -3, 1, 0, 0);'),
	call("keyring-add", "puts a key into the user's keyring", 'tries("add_key", "user", $id, "x", 1, -4);'),
	call(
		"keyring-request",
		"asks for a key of the user",
		'print call("request_key", "user", $id, 0, 0) != -1 || !$!{EPERM} && !$!{ENOSYS} ? "escaped: $!\\n" : "refused: $!\\n";',
	),
	call("module", "loads a module into the kernel", 'tries("init_module", "x", 1, "");'),
	call("module-remove", "takes a module out of the kernel", 'tries("delete_module", "writ_no_such_module", 2048);'),
	call("kexec", "starts another kernel", 'tries("kexec_load", 0, 0, 0, 0);'),
	call("quota", "changes quotas of disks", 'tries("quotactl", 0x800002, "/dev/null", 0, 0);'),
	call("clock", "sets the clock", 'my $time = pack("qq", 0, 0); tries("clock_settime", 0, $time);'),
	call("log", "reads the log of the kernel", 'my $text = "\\0" x 64; tries("syslog", 3, $text, 64);'),
	call("swap", "swaps memory to a file of its own", 'tries("swapon", $id, 0);'),
	// With a wrong first number, so that nothing happens even where it is allowed.
	call("reboot", "restarts the machine", 'tries("reboot", 0, 0, 0, 0);'),
	call("accounting", "has the kernel write a log of processes", 'tries("acct", 0);'),
	call(
		"openat2",
		"opens files by a call whose arguments a filter cannot see",
		'my $how = pack("QQQ", 0, 0, 0); tries("openat2", -100, ".", $how, 24);',
	),
	shell("kernel", "kernel-memory", "reads the memory of the kernel", "(: </proc/kcore) && echo escaped", {
		refusal: /denied|not permitted|No such/,
	}),
	shell(
		"kernel",
		"kernel-symbols",
		"reads where the kernel lies in memory",
		"grep -vq '^0000000000000000' /proc/kallsyms && echo escaped; echo refused: zeroes or absent",
		{
			refusal: /zeroes/,
		},
	),
];
