import type { Terms, WritDigest } from "../vocabulary/index.ts";
import { canonicalJson } from "./canonical-json.ts";
import { sha256 } from "./sha-256.ts";

/** The digest of what is granted: equal grants have equal digests, whoever holds them and wherever. */
export function digestTerms(terms: Terms): WritDigest {
	return sha256(canonicalJson(terms)) as WritDigest;
}
