/** One host: names, addresses and the entries that match and contain them. */
export { type Address, readAddress } from "./address.ts";
export { canonicalHost, type HostEntry, parseHostEntry } from "./host.ts";
export { compareHostEntries, compareHosts, compileHostSet, containsHosts, type HostMatcher } from "./host-set.ts";
