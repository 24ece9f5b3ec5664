import { KERNEL_CALLS } from "./kernel-calls.ts";

/** A Perl program with what every attempt uses: system calls by name, and one line that says how each ended. */
export function perlProgram(text: string): string {
	const place = process.arch === "arm64" ? 1 : 0;
	const numbers = Object.entries(KERNEL_CALLS).map(([name, both]) => `${name} => ${both[place]}`);
	return `${PRELUDE.replace("NUMBERS", numbers.join(", "))}\n${text}\n`;
}

const PRELUDE = `use strict; use warnings; use Socket qw(:DEFAULT inet_pton pack_sockaddr_in6 AF_INET6);
$| = 1;
my %number = (NUMBERS);
my $id = $ENV{ID};
# The words are copied: Perl lets a call write into a string, and refuses one that stands in the text. Digits are numbers.
sub call { my ($name, @words) = @_; @words = map { /^-?[0-9]+\\z/ ? $_ + 0 : $_ } @words; $! = 0; return syscall($number{$name} // $name, @words) }
sub told { my ($what, $ok) = @_; print $ok ? "escaped: $what\\n" : "refused: $what: $!\\n"; return $ok }
sub tries { my ($name, @words) = @_; return told($name, call($name, @words) != -1) }
sub reach { my ($to, $family, $kind) = @_;
	socket(my $line, $family, $kind, 0) or do { print "refused: socket: $!\\n"; return };
	connect($line, $to) or do { print "refused: connect: $!\\n"; return };
	$line->autoflush(1); return $line }
# Says its name, and waits until it was heard: a server that is busy hears it late.
sub say_id { my ($line) = @_; return unless $line; print $line "[$id]\\n"; local $SIG{ALRM} = sub { exit }; alarm 3; sysread($line, my $heard, 16) }
sub inet { my ($port, $address) = @_; return pack_sockaddr_in($port, inet_aton($address)) }
use IO::Handle;`;
