import { plainText } from "../../mounts/index.ts";
import type { MountSecrets } from "./mount.ts";

/** What a server says of its failure, as people may read it. */
export function toldBy(words: string, secrets: MountSecrets): string {
	return withoutSecrets(plainText(words).slice(0, 1_000), secrets);
}

const SHORTEST = 4;

/** SECURITY: what a server says of its failure can hold what it was given (test/mcp/gateway/mounts.test.ts). */
export function withoutSecrets(text: string, { env, headers, query }: MountSecrets): string {
	const values = [
		...Object.values(env),
		...Object.values(headers),
		...Object.values(headers).map((value) => value.replace(/^\S+ /, "")),
		query,
	];
	const kept = values.filter((value) => value.length >= SHORTEST).toSorted((one, other) => other.length - one.length);
	return kept.reduce((clean, value) => clean.replaceAll(value, "…"), text);
}
