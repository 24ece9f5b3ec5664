export { canonicalHost, type Host } from "./canonical-host.ts";
export { compileHostSet, type HostMatcher } from "./compile-host-set.ts";
export { compareHostEntries, compareHosts, containsHosts } from "./contains-hosts.ts";
export { type HostEntry, type HostEntryOutcome, parseHostEntry } from "./parse-host-entry.ts";
export { type Address, readAddress } from "./read-address.ts";
