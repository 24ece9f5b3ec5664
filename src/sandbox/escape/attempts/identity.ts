import { type Attempt, perl, shell } from "../attempt.ts";

/** Becomes somebody else. */
export const IDENTITY: readonly Attempt[] = [
	perl("identity", "become-root", "becomes root", '$! = 0; $> = 0; $< = 0; told("setuid", $> == 0);', { refusal: /not permitted|Invalid/ }),
	perl("identity", "become-group", "becomes the group root", '$! = 0; $) = "0 0"; told("setgid", $) =~ /^0\\b/);', {
		refusal: /not permitted|Invalid/,
	}),
	perl(
		"identity",
		"drop-groups",
		"drops its groups, to pass what is closed to them",
		'$! = 0; my $own = $) + 0; $) = "$own $own"; told("setgroups", !$!);',
		{ refusal: /not permitted|Invalid/ },
	),
	shell("identity", "give-away", "gives a file to root", 'touch "$ID"; chown 0 "$ID" && echo escaped', {
		refusal: /not permitted|Invalid/,
	}),
	shell(
		"identity",
		"capabilities",
		"has capabilities",
		"grep -E '^Cap(Eff|Prm|Inh|Amb)' /proc/self/status | grep -vq 0000000000000000 && echo escaped; echo refused: it has none",
		{
			refusal: /it has none/,
		},
	),
	shell(
		"identity",
		"bounding-set",
		"could gain capabilities by a program",
		"grep ^CapBnd /proc/self/status | grep -vq 0000000000000000 && echo escaped",
	),
	shell(
		"identity",
		"new-privileges",
		"could gain rights by a set-uid program",
		"grep -q '^NoNewPrivs:.0' /proc/self/status && echo escaped",
	),
	perl("identity", "raise-capability", "raises a capability for programs to come", 'tries("prctl", 47, 2, 21, 0, 0);', {
		refusal: /not permitted/,
	}),
	perl("identity", "drop-filter", "takes its filter of system calls off", 'tries("prctl", 22, 0, 0, 0, 0);', {
		refusal: /Invalid|not permitted/,
	}),
	perl("identity", "real-time", "takes the processor for itself", 'tries("sched_setscheduler", 0, 1, pack("i", 1));', {
		refusal: /not permitted/,
	}),
	shell("identity", "host-name", "learns the name of the host", 'test "$(uname -n)" = "$HOST" && echo escaped'),
	shell("identity", "rename-host", "changes the name of the host", "(: >>/proc/sys/kernel/hostname) && echo escaped", {
		refusal: /Read-only|denied/,
	}),
];
