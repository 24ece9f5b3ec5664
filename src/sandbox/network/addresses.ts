import { lookup } from "node:dns/promises";
import { BlockList, isIP, Socket } from "node:net";

/** What kind of place an address is; everything but `public` needs a listed literal, and `metadata` is never reached. */
export type AddressClass = "public" | "metadata" | "loopback" | "private" | "link-local" | "multicast" | "reserved";

/**
 * Classifies an address in its canonical form (as `canonicalHost` writes it). What is not such text is `reserved`.
 *
 * SECURITY: an IPv4 address can travel inside an IPv6 one (NAT64, 6to4, the old compatible form); it counts as what it carries.
 */
export function addressClass(address: string): AddressClass {
	const carried = carriedIpv4(address);
	if (carried !== undefined) {
		const inner = addressClass(carried.address);
		return inner === "public" && !carried.routed ? "reserved" : inner;
	}
	const family = address.includes(":") ? "ipv6" : "ipv4";
	for (const [name, list] of CLASSES) if (list.check(address, family)) return name;
	if (family === "ipv4") return /^\d+\.\d+\.\d+\.\d+$/.test(address) ? "public" : "reserved";
	return GLOBAL_IPV6.check(address, "ipv6") ? "public" : "reserved";
}

/** Where clouds hand out the credentials of the machine; the first class that is looked at. */
const METADATA = [
	"169.254.169.254",
	"169.254.169.253",
	"169.254.170.2",
	"169.254.170.23",
	"169.254.0.23",
	"169.254.42.42",
	"100.100.100.200",
	"168.63.129.16",
	"192.0.0.192",
	"fd00:ec2::254",
	"fd00:ec2::253",
	"fd00:ec2::23",
	"fd00:42::42",
	"fd20:ce::254",
];

/** Special-purpose networks; in IPv6 everything outside 2000::/3 is special too. */
const NETWORKS: Readonly<Record<Exclude<AddressClass, "public" | "metadata">, readonly string[]>> = {
	loopback: ["127.0.0.0/8", "0.0.0.0/8", "::1/128", "::/128"],
	private: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "100.64.0.0/10", "fc00::/7", "fec0::/10"],
	"link-local": ["169.254.0.0/16", "fe80::/10"],
	multicast: ["224.0.0.0/4", "ff00::/8"],
	reserved: [
		"192.0.0.0/24",
		"192.0.2.0/24",
		"192.88.99.0/24",
		"198.18.0.0/15",
		"198.51.100.0/24",
		"203.0.113.0/24",
		"240.0.0.0/4",
		"2001::/23",
		"2001:db8::/32",
		"3fff::/20",
	],
};

const CLASSES: readonly (readonly [AddressClass, BlockList])[] = [
	["metadata", listOf(METADATA.map((address) => `${address}/${address.includes(":") ? 128 : 32}`))],
	["loopback", listOf(NETWORKS.loopback)],
	["private", listOf(NETWORKS.private)],
	["link-local", listOf(NETWORKS["link-local"])],
	["multicast", listOf(NETWORKS.multicast)],
	["reserved", listOf(NETWORKS.reserved)],
];

const GLOBAL_IPV6 = listOf(["2000::/3"]);

function listOf(networks: readonly string[]): BlockList {
	const list = new BlockList();
	for (const network of networks) {
		const [address = "", bits = ""] = network.split("/");
		list.addSubnet(address, Number(bits), address.includes(":") ? "ipv6" : "ipv4");
	}
	return list;
}

/** The IPv4 address inside an IPv6 one; `routed` when networks of today carry such addresses to it. */
function carriedIpv4(address: string): { readonly address: string; readonly routed: boolean } | undefined {
	if (!address.includes(":")) return undefined;
	const groups = groupsOf(address);
	const at = (index: number): number => groups[index] ?? 0;
	const quad = (index: number): string => [at(index) >> 8, at(index) & 255, at(index + 1) >> 8, at(index + 1) & 255].join(".");
	if (at(0) === 0x64 && at(1) === 0xff9b && groups.slice(2, 6).every((group) => group === 0)) return { address: quad(6), routed: true };
	if (at(0) === 0x2002) return { address: quad(1), routed: false };
	const isCompatible = groups.slice(0, 6).every((group) => group === 0) && (at(6) !== 0 || at(7) > 1);
	return isCompatible ? { address: quad(6), routed: false } : undefined;
}

/** The eight groups of an IPv6 address that is written in groups only. */
function groupsOf(address: string): readonly number[] {
	const [head = "", tail] = address.split("::");
	const numbers = (text: string): number[] => (text === "" ? [] : text.split(":").map((group) => Number.parseInt(group, 16)));
	const first = numbers(head);
	const last = tail === undefined ? [] : numbers(tail);
	return [...first, ...new Array<number>(Math.max(0, 8 - first.length - last.length)).fill(0), ...last];
}

/** The addresses of a name as every program of this machine sees them (hosts file included). */
export async function resolveName(name: string): Promise<readonly string[]> {
	const found = await lookup(name, { all: true, order: "verbatim" });
	return found.map(({ address }) => address);
}

/** A connection to an address; rejects when it cannot be made in time. */
export function connectAddress(address: string, port: number, timeoutMs: number): Promise<Socket> {
	// SECURITY: a name here would be looked up a second time, after the check.
	if (isIP(address) === 0) return Promise.reject(new Error("not an address"));
	return new Promise((settle, reject) => {
		const socket = new Socket({ allowHalfOpen: true });
		const fail = (error: Error): void => {
			socket.destroy();
			reject(error);
		};
		socket.setTimeout(timeoutMs, () => fail(new Error("no answer in time")));
		socket.once("error", fail);
		socket.once("connect", () => {
			socket.setTimeout(0);
			socket.removeAllListeners("timeout");
			socket.off("error", fail);
			settle(socket);
		});
		socket.connect({ host: address, port });
	});
}
