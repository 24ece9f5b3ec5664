import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

/** Bytes that a tree takes on the disk: links are not followed, a file with several names counts once, what cannot be read does not count. */
export function bytesUsed(directory: string): number {
	const pending = [directory];
	const counted = new Set<string>();
	let bytes = 0;
	for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
		const stats = quietly(() => lstatSync(path, { throwIfNoEntry: false }));
		if (stats === undefined) continue;
		const key = `${stats.dev}:${stats.ino}`;
		if (stats.nlink > 1 && !stats.isDirectory()) {
			if (counted.has(key)) continue;
			counted.add(key);
		}
		bytes += stats.blocks * 512;
		if (stats.isDirectory()) for (const name of quietly(() => readdirSync(path)) ?? []) pending.push(join(path, name));
	}
	return bytes;
}

function quietly<Value>(read: () => Value): Value | undefined {
	try {
		return read();
	} catch {
		return undefined;
	}
}
