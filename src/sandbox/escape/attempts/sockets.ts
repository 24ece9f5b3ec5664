import { type Attempt, perl } from "../attempt.ts";

const family = (id: string, what: string, number: number, kind = 1, protocol = 0): Attempt =>
	perl("sockets", id, what, `tries("socket", ${number}, ${kind}, ${protocol});`, { refusal: /not supported|not permitted/ });
const say = "say_id($line);";

/** Sockets that know no network namespace, or lead to the host by a path. */
export const SOCKETS: readonly Attempt[] = [
	family("vsock", "speaks to the machine below this one (AF_VSOCK)", 40),
	family("vsock-datagram", "does the same with datagrams", 40, 2),
	family("packet", "reads all packets (AF_PACKET)", 17, 3, 768),
	family("raw", "writes packets of its own making (SOCK_RAW)", 2, 3, 255),
	family("raw-icmp", "sends pings of its own making", 2, 3, 1),
	family("crypto", "uses the kernel's cryptography (AF_ALG)", 38, 5),
	family("bluetooth", "speaks Bluetooth", 31, 3),
	family("can", "speaks to a vehicle's bus (AF_CAN)", 29, 3, 1),
	family("tipc", "speaks TIPC", 30, 2),
	family("rds", "speaks RDS", 21, 5),
	family("x25", "speaks X.25", 9, 5),
	family("kcm", "uses the kernel's multiplexer (AF_KCM)", 41, 2),
	family("xdp", "reads packets past the network (AF_XDP)", 44, 3),
	perl(
		"sockets",
		"unix",
		"connects to a socket of the host by its path",
		`my $line = reach(pack_sockaddr_un("$ENV{OUTSIDE}/host.sock"), AF_UNIX, SOCK_STREAM); ${say}`,
	),
	perl(
		"sockets",
		"unix-read-only",
		"connects to a socket in a tree that is granted for reading",
		`my $line = reach(pack_sockaddr_un("$ENV{READABLE}/host.sock"), AF_UNIX, SOCK_STREAM); ${say}`,
	),
	perl(
		"sockets",
		"unix-abstract",
		"connects to a socket of the host that has no path",
		`my $line = reach(pack_sockaddr_un("\\0$ENV{ABSTRACT}"), AF_UNIX, SOCK_STREAM); ${say}`,
	),
	perl(
		"sockets",
		"unix-open-path",
		"where unix sockets are granted: connects to one of the host",
		`my $line = reach(pack_sockaddr_un("$ENV{OUTSIDE}/host.sock"), AF_UNIX, SOCK_STREAM); ${say}`,
		{
			stage: "unix-sockets",
		},
	),
	perl(
		"sockets",
		"unix-open-read-only",
		"where unix sockets are granted: connects to one in a tree that is granted for reading",
		`my $line = reach(pack_sockaddr_un("$ENV{READABLE}/host.sock"), AF_UNIX, SOCK_STREAM); ${say}`,
		{
			stage: "unix-sockets",
		},
	),
	perl(
		"sockets",
		"unix-open-abstract",
		"where unix sockets are granted: connects to one of the host that has no path",
		`my $line = reach(pack_sockaddr_un("\\0$ENV{ABSTRACT}"), AF_UNIX, SOCK_STREAM); ${say}`,
		{
			stage: "unix-sockets",
		},
	),
	perl(
		"sockets",
		"unix-left-behind",
		"leaves a socket for a program of the host to speak to",
		`socket(my $line, AF_UNIX, SOCK_STREAM, 0) or die "refused: $!\\n"; bind($line, pack_sockaddr_un($id)) or die "refused: $!\\n";`,
		{
			stage: "unix-sockets",
			leaves: ["workspace/unix-left-behind"],
		},
	),
	perl(
		"sockets",
		"route",
		"gives itself an address on a network (netlink)",
		`socket(my $line, 16, 3, 0) or die "refused: $!\\n";
my $add = pack("ISSII", 32, 16, 0x0405, 1, 0) . pack("CxSiII", 0, 0, 0, 0, 0); send($line, $add, 0, pack("SSII", 16, 0, 0, 0)) or die "refused: $!\\n";
recv($line, my $answer, 4096, 0); my $error = -unpack("x16i", $answer); $! = $error; told("netlink", $error != 1);`,
		{ refusal: /not permitted/ },
	),
];
