import { RecordDraft } from "../draft-record.ts";
import type { FramePieces, RecordFrame } from "./record-frames.ts";

/** Drafts as long texts: that is quicker to hand to another thread than many values. */
export interface PackedDrafts {
	/** Frames that the other thread does not know yet: a line for each member. Numbers count on. */
	readonly frames: string;
	/** Whether the frames are counted from 0 again. */
	readonly anew: boolean;
	/** For each draft the number of its frame, its moment, its correlation id, its id and its request. */
	readonly drafts: string;
}

/** Packs drafts for one thread. */
export interface Packer {
	pack(drafts: readonly RecordDraft[]): PackedDrafts;
	/** The other thread may not have understood the last ones: all frames are told again. */
	reset(): void;
}

/** Unpacks what the packer of another thread packed, in the same order. */
export type Unpacker = (packed: PackedDrafts) => readonly RecordDraft[];

const MOST_FRAMES = 4_096;

export function createPacker(): Packer {
	const numbers = new Map<RecordFrame, number>();
	return {
		pack(drafts) {
			if (numbers.size >= MOST_FRAMES) numbers.clear();
			const anew = numbers.size === 0;
			const frames: string[] = [];
			const lines: string[] = [];
			for (const { frame, moment, correlation, id, request } of drafts) {
				let number = numbers.get(frame);
				if (number === undefined) {
					number = numbers.size;
					numbers.set(frame, number);
					frames.push(frame.kind, packText(frame.agent), packText(frame.effect), ...frame.pieces);
				}
				lines.push(String(number), moment, correlation, id, request);
			}
			return { frames: frames.join("\n"), anew, drafts: lines.join("\n") };
		},
		reset: () => numbers.clear(),
	};
}

export function createUnpacker(): Unpacker {
	const known: RecordFrame[] = [];
	let moment = "";
	let at = Number.NaN;
	return ({ frames, anew, drafts }) => {
		if (anew) known.length = 0;
		if (frames !== "") readFrames(frames.split("\n"), known);
		const lines = drafts === "" ? [] : drafts.split("\n");
		const line = (index: number): string => lines[index] ?? "";
		const unpacked: RecordDraft[] = [];
		for (let index = 0; index < lines.length; index += DRAFT_LINES) {
			const frame = known[Number(line(index))];
			if (frame === undefined) throw new Error("a record came without its frame");
			if (line(index + 1) !== moment) {
				moment = line(index + 1);
				at = Date.parse(moment.slice(0, moment.indexOf('"')));
			}
			unpacked.push(new RecordDraft(frame, at, moment, line(index + 2), line(index + 3), line(index + 4)));
		}
		return unpacked;
	};
}

const DRAFT_LINES = 5;
const FRAME_LINES = 10;

function readFrames(lines: readonly string[], known: RecordFrame[]): void {
	const line = (index: number): string => lines[index] ?? "";
	for (let index = 0; index < lines.length; index += FRAME_LINES) {
		const pieces: FramePieces = [
			line(index + 3),
			line(index + 4),
			line(index + 5),
			line(index + 6),
			line(index + 7),
			line(index + 8),
			line(index + 9),
		];
		known.push({
			kind: line(index) as RecordFrame["kind"],
			agent: unpackText(line(index + 1)),
			effect: unpackText(line(index + 2)) as RecordFrame["effect"],
			pieces,
		});
	}
}

/** No column has a NUL (`columnText`), and canonical JSON has neither a NUL nor a line break of its own. */
const NOTHING = "\0";

function packText(text: string | null): string {
	if (text === null) return NOTHING;
	return text.includes("\n") ? `${NOTHING}${JSON.stringify(text)}` : text;
}

function unpackText(line: string): string | null {
	if (!line.startsWith(NOTHING)) return line;
	return line === NOTHING ? null : String(JSON.parse(line.slice(1)));
}
