import { type Attempt, shell } from "../attempt.ts";

/** Runs Perl on a terminal of its own (`script` makes one); TEXT may hold no single quotes. */
const onTerminal = (id: string, what: string, request: string): Attempt =>
	shell(
		"terminal",
		id,
		what,
		`cat >"$ID.pl" <<'TEXT'
my $number = ${process.arch === "arm64" ? 29 : 16}; my $keys = "x"; $! = 0;
my $answer = syscall($number, 0, ${request}, $keys); print $answer == 0 ? "escaped\\n" : "refused: $!\\n";
TEXT
script -qec "perl $ID.pl" /dev/null </dev/null`,
		{ refusal: /not permitted/ },
	);

/** Types into terminals. */
export const TERMINAL: readonly Attempt[] = [
	onTerminal("type-keys", "types into a terminal (TIOCSTI)", "0x5412"),
	onTerminal("type-keys-high-bits", "does the same with bits that a filter may not look at", "0x5412 | (1 << 32)"),
	onTerminal("type-keys-all-bits", "does the same with all high bits set", "0x5412 | (0xffffffff << 32)"),
	onTerminal("paste", "pastes into a console (TIOCLINUX)", "0x541c"),
	onTerminal("paste-high-bits", "does the same with bits that a filter may not look at", "0x541c | (1 << 33)"),
	shell("terminal", "open-terminal", "opens the terminal of its launcher", "(: >/dev/tty) && echo escaped", {
		refusal: /No such device|denied|No such file/,
	}),
	shell(
		"terminal",
		"open-other-terminals",
		"opens terminals of the host",
		"for one in /dev/pts/[0-9]* /dev/tty[0-9]* /dev/console; do (: >>$one) 2>/dev/null && test -c $one && echo escaped: $one; done; echo refused: none opened",
		{
			refusal: /none opened/,
		},
	),
];
