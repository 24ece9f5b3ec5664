import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, openSync, readdirSync, readlinkSync, readSync } from "node:fs";
import { inflateSync } from "node:zlib";

/** An object of a repository, whole and proven by its id. */
export interface GitObject {
	readonly type: "commit" | "tree" | "blob" | "tag";
	readonly bytes: Buffer;
}

/** The objects of one repository. */
export interface GitObjects {
	/** `null` for one that is not there, is damaged, or would cost too much. */
	read(id: string): GitObject | null;
	close(): void;
}

/** A git directory, and which of its files whoever asks could read anyway. */
export interface GitDirectory {
	/** Real and absolute. */
	readonly path: string;
	readonly isShown: (path: string) => boolean;
}

/** One object holds at most so much, and all that is read of a repository together. */
export const MOST_OBJECT_BYTES = 8 * 1024 * 1024;
const MOST_BYTES = 64 * 1024 * 1024;
const MOST_MILLISECONDS = 3000;
const MOST_PACKS = 2000;
/** Git itself makes chains of 50. */
const MOST_DELTAS = 512;

/**
 * Reads objects of a repository, loose and packed, by their bytes.
 * SECURITY: git itself is never asked: the configuration of a repository names programs that it would run, outside of every sandbox
 * (test/run/tracked.test.ts). What is read is bounded, no link is followed, and only files count that can be read inside too.
 */
export function openGitObjects(directory: GitDirectory): GitObjects {
	const ends = performance.now() + MOST_MILLISECONDS;
	let packs: readonly Pack[] | null = null;
	let left = MOST_BYTES;
	const spend = (bytes: number): boolean => {
		left -= bytes;
		return left >= 0 && performance.now() < ends;
	};
	const find = (id: string, deltas: number): GitObject | null =>
		deltas > MOST_DELTAS ? null : (looseObject(directory, id, spend) ?? packedObject(id, deltas));
	const packedObject = (id: string, deltas: number): GitObject | null => {
		packs ??= openPacks(directory);
		for (const pack of packs) {
			const offset = offsetIn(pack.index, id);
			if (offset !== null) return unpack(pack, offset, id.length / 2, { spend, find: (base) => find(base, deltas + 1) });
		}
		return null;
	};
	return {
		read(id) {
			const found = attempt(() => find(id, 0));
			return found !== null && idOf(found, id.length) === id ? found : null;
		},
		close() {
			for (const pack of packs ?? []) closePack(pack);
			packs = [];
		},
	};
}

/** Reads a small file of a git directory; `null` when there is none that may be read. */
export function readGitFile(directory: GitDirectory, name: string, most = 1024 * 1024): Buffer | null {
	const file = openFile(directory, name);
	if (file === null) return null;
	try {
		return file.size > most ? null : file.read(0, file.size);
	} finally {
		file.close();
	}
}

/** The id of an object by its content, as long as another id is. */
function idOf({ type, bytes }: GitObject, length: number): string {
	return createHash(length === 64 ? "sha256" : "sha1")
		.update(`${type} ${bytes.length}\0`)
		.update(bytes)
		.digest("hex");
}

/** A file that is read by position, so that a large one costs no more than what is asked of it. */
interface OpenFile {
	readonly size: number;
	read(at: number, length: number): Buffer;
	close(): void;
}

/** SECURITY: what is opened is where it should be, whatever links lead there, and is a regular file that has an end. */
function openFile({ path, isShown }: GitDirectory, name: string): OpenFile | null {
	const place = `${path}/${name}`;
	if (!isShown(place)) return null;
	let descriptor: number;
	try {
		descriptor = openSync(place, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	} catch {
		return null;
	}
	const stats = attempt(() => fstatSync(descriptor));
	if (stats?.isFile() !== true || attempt(() => readlinkSync(`/proc/self/fd/${descriptor}`)) !== place || !isForAll(stats)) {
		closeSync(descriptor);
		return null;
	}
	return {
		size: stats.size,
		read(at, length) {
			const bytes = Buffer.alloc(Math.max(0, Math.min(length, stats.size - at)));
			return bytes.subarray(0, readSync(descriptor, bytes, 0, bytes.length, at));
		},
		close: () => closeSync(descriptor),
	};
}

/** Root reads everything, and the program that root starts does not. */
function isForAll({ mode, uid }: { readonly mode: number; readonly uid: number }): boolean {
	return process.geteuid?.() !== 0 || uid !== 0 || (mode & 0o004) !== 0;
}

type Spend = (bytes: number) => boolean;

function looseObject(directory: GitDirectory, id: string, spend: Spend): GitObject | null {
	const bytes = readGitFile(directory, `objects/${id.slice(0, 2)}/${id.slice(2)}`, MOST_OBJECT_BYTES);
	if (bytes === null || !spend(bytes.length)) return null;
	const whole = inflateSync(bytes, { maxOutputLength: MOST_OBJECT_BYTES + HEADER_BYTES });
	const end = whole.indexOf(0);
	const [, type, size] = /^(commit|tree|blob|tag) (\d{1,10})$/.exec(whole.toString("latin1", 0, Math.max(0, end))) ?? [];
	const content = whole.subarray(end + 1);
	return isType(type) && content.length === Number(size) && spend(whole.length) ? { type, bytes: content } : null;
}

const HEADER_BYTES = 32;

interface Pack {
	readonly index: OpenFile;
	readonly data: OpenFile;
}

function openPacks(directory: GitDirectory): readonly Pack[] {
	const names = attempt(() => readdirSync(`${directory.path}/objects/pack`)) ?? [];
	const bases = names.flatMap((name) => /^(pack-[0-9a-f]{40,64})\.idx$/.exec(name)?.[1] ?? []);
	return bases.slice(0, MOST_PACKS).flatMap((base): readonly Pack[] => {
		const index = openFile(directory, `objects/pack/${base}.idx`);
		const data = openFile(directory, `objects/pack/${base}.pack`);
		if (index !== null && data !== null && index.read(0, 8).equals(INDEX_MARK)) return [{ index, data }];
		index?.close();
		data?.close();
		return [];
	});
}

function closePack({ index, data }: Pack): void {
	index.close();
	data.close();
}

/** Version 2 of an index, which git has written since 2007. */
const INDEX_MARK = Buffer.from([0xff, 0x74, 0x4f, 0x63, 0, 0, 0, 2]);
const FAN_OUT = 8;
const NAMES = FAN_OUT + 256 * 4;
const FAR = 0x80000000;

/** Where an object begins in its pack: its id is searched among the sorted ids of the index. */
function offsetIn(index: OpenFile, id: string): number | null {
	const wanted = Buffer.from(id, "hex");
	const [width, first] = [wanted.length, wanted[0] ?? 0];
	const count = (at: number): number => index.read(FAN_OUT + at * 4, 4).readUInt32BE();
	const total = count(255);
	let [low, high] = [first === 0 ? 0 : count(first - 1), count(first)];
	while (low < high) {
		const middle = (low + high) >>> 1;
		const order = index.read(NAMES + middle * width, width).compare(wanted);
		if (order === 0) return offsetAt(index, NAMES + total * (width + 4), middle, total);
		if (order < 0) low = middle + 1;
		else high = middle;
	}
	return null;
}

/** Offsets beyond 2 GiB stand in a table of their own. */
function offsetAt(index: OpenFile, offsets: number, entry: number, total: number): number {
	const near = index.read(offsets + entry * 4, 4).readUInt32BE();
	if (near < FAR) return near;
	return Number(index.read(offsets + total * 4 + (near - FAR) * 8, 8).readBigUInt64BE());
}

const PACKED_TYPES: Readonly<Record<number, GitObject["type"]>> = { 1: "commit", 2: "tree", 3: "blob", 4: "tag" };
const OFFSET_DELTA = 6;
const NAMED_DELTA = 7;

interface Unpacking {
	readonly spend: Spend;
	readonly find: (id: string) => GitObject | null;
}

/** Follows the deltas to what they are made from, and applies them from there. */
function unpack({ data }: Pack, start: number, width: number, { spend, find }: Unpacking): GitObject | null {
	const deltas: Buffer[] = [];
	let offset = start;
	let base: GitObject | null = null;
	while (base === null) {
		const head = data.read(offset, 64);
		const { kind, size, length } = entryHead(head);
		if (deltas.length > MOST_DELTAS || size > MOST_OBJECT_BYTES) return null;
		const distance = kind === OFFSET_DELTA ? backwards(head, length) : null;
		const begins = length + (distance?.length ?? (kind === NAMED_DELTA ? width : 0));
		const content = inflated(data, offset + begins, size);
		if (!spend(content.length + 64)) return null;
		const type = PACKED_TYPES[kind];
		if (type !== undefined) base = { type, bytes: content };
		else if (distance !== null && distance.value > 0 && distance.value <= offset) {
			deltas.push(content);
			offset -= distance.value;
		} else if (kind === NAMED_DELTA) {
			deltas.push(content);
			base = find(head.toString("hex", length, length + width));
			if (base === null) return null;
		} else return null;
	}
	let { bytes } = base;
	for (const delta of deltas.toReversed()) {
		bytes = applyDelta(bytes, delta);
		if (!spend(bytes.length)) return null;
	}
	return { type: base.type, bytes };
}

/** The kind of an entry and the size of its content; `length` is that of the head. */
function entryHead(head: Buffer): { readonly kind: number; readonly size: number; readonly length: number } {
	let byte = head.readUInt8(0);
	const kind = (byte >> 4) & 7;
	let size = byte & 15;
	let length = 1;
	for (let factor = 16; byte >= 0x80; factor *= 128) {
		byte = head.readUInt8(length++);
		size += (byte & 0x7f) * factor;
	}
	return { kind, size, length };
}

/** How far before a delta its base begins. */
function backwards(head: Buffer, at: number): { readonly value: number; readonly length: number } {
	let byte = head.readUInt8(at);
	let value = byte & 0x7f;
	let length = 1;
	while (byte >= 0x80) {
		byte = head.readUInt8(at + length++);
		value = (value + 1) * 128 + (byte & 0x7f);
	}
	return { value, length };
}

/** How long the packed form is stands nowhere; what cannot be made smaller is a little longer than its content. */
function inflated(data: OpenFile, at: number, size: number): Buffer {
	const content = inflateSync(data.read(at, size + Math.ceil(size / 8) + 4096), { maxOutputLength: size + 1 });
	if (content.length !== size) throw new Error("damaged");
	return content;
}

/** Makes an object from its base: parts of the base are copied, others stand in the delta. */
function applyDelta(base: Buffer, delta: Buffer): Buffer {
	let at = 0;
	const sizeNext = (): number => {
		let [size, factor, byte] = [0, 1, 0x80];
		for (; byte >= 0x80; factor *= 128) {
			byte = delta.readUInt8(at++);
			size += (byte & 0x7f) * factor;
		}
		return size;
	};
	const [from, to] = [sizeNext(), sizeNext()];
	if (from !== base.length || to > MOST_OBJECT_BYTES) throw new Error("damaged");
	const made = Buffer.alloc(to);
	let filled = 0;
	const take = (source: Buffer, start: number, length: number): void => {
		if (start + length > source.length || filled + length > to) throw new Error("damaged");
		source.copy(made, filled, start, start + length);
		filled += length;
	};
	const number = (bits: number, bytes: number): number => {
		let value = 0;
		for (let place = 0; place < bytes; place++) if (bits & (1 << place)) value += delta.readUInt8(at++) * 256 ** place;
		return value;
	};
	while (at < delta.length) {
		const order = delta.readUInt8(at++);
		if (order === 0) throw new Error("damaged");
		if (order < 0x80) {
			take(delta, at, order);
			at += order;
		} else {
			const start = number(order & 0x0f, 4);
			take(base, start, number((order >> 4) & 0x07, 3) || 0x10000);
		}
	}
	if (filled !== to) throw new Error("damaged");
	return made;
}

function isType(type: string | undefined): type is GitObject["type"] {
	return type === "commit" || type === "tree" || type === "blob" || type === "tag";
}

/** What is damaged is as if it were not there. */
function attempt<Value>(work: () => Value): Value | null {
	try {
		return work();
	} catch {
		return null;
	}
}
