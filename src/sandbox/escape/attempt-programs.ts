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

/**
 * Numbers of system calls that attempts make, on x64 and arm64. They are written down here a second time on purpose: a wrong
 * number in the filter would otherwise be the same wrong number in the attack on it.
 */
const KERNEL_CALLS: Readonly<Record<string, readonly [number, number]>> = {
	acct: [163, 89],
	add_key: [248, 217],
	bpf: [321, 280],
	chroot: [161, 51],
	clock_settime: [227, 112],
	clone: [56, 220],
	clone3: [435, 435],
	delete_module: [176, 106],
	fchmod: [91, 52],
	fchmodat: [268, 53],
	fchmodat2: [452, 452],
	fsmount: [432, 432],
	fsopen: [430, 430],
	fspick: [433, 433],
	init_module: [175, 105],
	io_uring_setup: [425, 425],
	ioctl: [16, 29],
	kcmp: [312, 272],
	kexec_load: [246, 104],
	keyctl: [250, 219],
	linkat: [265, 37],
	memfd_create: [319, 279],
	mknodat: [259, 33],
	mmap: [9, 222],
	mount: [165, 40],
	mount_setattr: [442, 442],
	move_mount: [429, 429],
	open_by_handle_at: [304, 265],
	name_to_handle_at: [303, 264],
	open_tree: [428, 428],
	openat: [257, 56],
	openat2: [437, 437],
	perf_event_open: [298, 241],
	pidfd_getfd: [438, 438],
	pidfd_open: [434, 434],
	pidfd_send_signal: [424, 424],
	pivot_root: [155, 41],
	prctl: [157, 167],
	process_vm_readv: [310, 270],
	process_vm_writev: [311, 271],
	ptrace: [101, 117],
	quotactl: [179, 60],
	reboot: [169, 142],
	renameat2: [316, 276],
	request_key: [249, 218],
	sched_setscheduler: [144, 119],
	setns: [308, 268],
	setsid: [112, 157],
	getsid: [124, 156],
	socket: [41, 198],
	swapon: [167, 224],
	syslog: [103, 116],
	umount2: [166, 39],
	unshare: [272, 97],
	userfaultfd: [323, 282],
};

/** A static program for x64 of a few machine instructions, as hexadecimal digits; it needs no compiler and no library. */
function tinyProgram(code: readonly number[]): string {
	const base = 0x400000n;
	const headers = 64 + 56;
	const bytes = Buffer.alloc(headers + code.length);
	Buffer.from([0x7f, 0x45, 0x4c, 0x46, 2, 1, 1]).copy(bytes);
	bytes.writeUInt16LE(2, 16);
	bytes.writeUInt16LE(62, 18);
	bytes.writeUInt32LE(1, 20);
	bytes.writeBigUInt64LE(base + BigInt(headers), 24);
	bytes.writeBigUInt64LE(64n, 32);
	bytes.writeUInt16LE(64, 52);
	bytes.writeUInt16LE(56, 54);
	bytes.writeUInt16LE(1, 56);
	// One segment that holds the whole file, to be read and executed.
	bytes.writeUInt32LE(1, 64);
	bytes.writeUInt32LE(5, 68);
	bytes.writeBigUInt64LE(base, 80);
	bytes.writeBigUInt64LE(base, 88);
	bytes.writeBigUInt64LE(BigInt(bytes.length), 96);
	bytes.writeBigUInt64LE(BigInt(bytes.length), 104);
	bytes.writeBigUInt64LE(0x1000n, 112);
	Buffer.from(code).copy(bytes, headers);
	return bytes.toString("hex");
}

const SAYS = [...Buffer.from("escaped: i386\n")];

/** Asks for its process number by the gate of i386, and tells when it got one. */
export const I386_GATE = tinyProgram([
	...[0xb8, 20, 0, 0, 0],
	...[0xcd, 0x80],
	...[0x85, 0xc0],
	// Over the 24 bytes that tell.
	...[0x7e, 24],
	...[0xbf, 1, 0, 0, 0],
	...[0x48, 0x8d, 0x35, 21, 0, 0, 0],
	...[0xba, SAYS.length, 0, 0, 0],
	...[0xb8, 1, 0, 0, 0],
	...[0x0f, 0x05],
	...[0xb8, 60, 0, 0, 0],
	...[0x31, 0xff],
	...[0x0f, 0x05],
	...SAYS,
]);
