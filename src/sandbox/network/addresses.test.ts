import { createServer } from "node:net";
import { describe, expect, it } from "vitest";
import { canonicalHost } from "../../engine/index.ts";
import { type AddressClass, addressClass, connectAddress } from "./addresses.ts";

const CASES: readonly (readonly [AddressClass, readonly string[]])[] = [
	["public", ["1.1.1.1", "93.184.216.34", "172.32.0.1", "100.128.0.1", "2606:4700::1111", "64:ff9b::101:101", "::ffff:1.1.1.1"]],
	[
		"loopback",
		["127.0.0.1", "127.255.0.1", "0.0.0.0", "0.1.2.3", "::1", "::", "::ffff:127.0.0.1", "::127.0.0.1", "64:ff9b::7f00:1", "2002:7f00:1::"],
	],
	["private", ["10.0.0.1", "172.16.0.1", "172.31.255.255", "192.168.0.1", "100.64.0.1", "fc00::1", "fd12::1", "fec0::1", "2002:a00:1::1"]],
	["link-local", ["169.254.1.1", "fe80::1", "febf::1"]],
	["multicast", ["224.0.0.1", "239.255.255.255", "ff02::1"]],
	[
		"reserved",
		[
			"192.0.2.1",
			"198.18.0.1",
			"203.0.113.9",
			"240.0.0.1",
			"255.255.255.255",
			"2001:db8::1",
			"2001::1",
			"2002:101:101::",
			"64:ff9b:1::1",
			"4000::1",
			"100::1",
		],
	],
	[
		"metadata",
		[
			"169.254.169.254",
			"169.254.170.2",
			"100.100.100.200",
			"168.63.129.16",
			"192.0.0.192",
			"fd00:ec2::254",
			"::ffff:169.254.169.254",
			"64:ff9b::a9fe:a9fe",
			"2002:a9fe:a9fe::",
		],
	],
];

describe("an address", () => {
	it.each(CASES.flatMap(([kind, addresses]) => addresses.map((address) => [address, kind] as const)))(
		"[sandbox-8-classes] %s is %s",
		(address, kind) => {
			const read = canonicalHost(address);
			expect(read.ok && read.host.literal).toBe(true);
			expect(read.ok && addressClass(read.host.name)).toBe(kind);
		},
	);

	it.each(["", "name", "1.2.3", "fe80::1%eth0", "::ffff:x"])(
		"[sandbox-8-classes] text that is not an address (%s) is never public",
		(text) => {
			expect(addressClass(text)).not.toBe("public");
		},
	);
});

describe("a connection", () => {
	it("[sandbox-8-rebinding] is made to an address and never to a name", async () => {
		const server = createServer((socket) => socket.on("error", () => undefined).end("here"));
		await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
		const address = server.address();
		const port = typeof address === "object" && address !== null ? address.port : 0;
		const socket = await connectAddress("127.0.0.1", port, 1000);
		socket.destroy();
		await expect(connectAddress("localhost", port, 1000)).rejects.toThrow("not an address");
		server.close();
		await expect(connectAddress("127.0.0.1", port, 1000)).rejects.toThrow();
	});
});
