import type { Facts, Resolution } from "../vocabulary/index.ts";
import { type Look, sameResolution } from "./kept-answer.ts";

/** Facts that note what the disk is asked. They hold only what an answer about a path or command may hang on. */
export interface Recorder {
	readonly facts: Facts;
	readonly approver: boolean | undefined;
	/** Whose disk is asked; `null` = nothing is being recorded. */
	source: Facts | null;
	/** `null` = too much was asked, or the disk changed in between: the answer cannot be kept. */
	looks: Look[] | null;
}

/** Where the recorder of earlier requests with the same kind of facts is found again, and with it what was made for them. */
export interface RecorderPlace {
	recorder: Recorder | null;
}

/** Begins to record; `null` while another request is being recorded (a `resolve` that decides itself). */
export function startRecording(place: RecorderPlace, facts: Facts): Recorder | null {
	let { recorder } = place;
	if (recorder !== null && recorder.source !== null) return null;
	if (recorder === null || recorder.approver !== facts.approver) {
		recorder = makeRecorder(facts);
		place.recorder = recorder;
	}
	recorder.source = facts;
	recorder.looks = [];
	return recorder;
}

/** An answer with more questions is as quickly found again. */
const MOST_LOOKS = 16;

function makeRecorder(facts: Facts): Recorder {
	const { approver } = facts;
	const recorder: { -readonly [Key in keyof Recorder]: Recorder[Key] } = {
		facts: {},
		approver,
		source: null,
		looks: null,
	};
	recorder.facts = {
		...(facts.resolve === undefined ? {} : { resolve: (path: string, directory: string) => look(recorder, path, directory) }),
		...(facts.masked === true ? { masked: true } : {}),
		...(approver === undefined ? {} : { approver }),
	};
	return recorder;
}

/** Asks exactly what is asked without a recorder: whoever answers must not see another spelling. */
function look(recorder: Recorder, path: string, directory: string): Resolution {
	const resolution = recorder.source?.resolve?.(path, directory);
	if (resolution === undefined) return { ok: false, why: "denied", message: "the disk cannot be asked" };
	note(recorder, path, directory, resolution);
	return resolution;
}

function note(recorder: Recorder, path: string, directory: string, resolution: Resolution): void {
	const { looks } = recorder;
	if (looks === null) return;
	for (const known of looks) {
		if (known.path !== path || known.directory !== directory) continue;
		if (!sameResolution(known.resolution, resolution)) recorder.looks = null;
		return;
	}
	if (looks.length === MOST_LOOKS) recorder.looks = null;
	// A copy: whoever made the resolution may change it later.
	else looks.push({ path, directory, resolution: { ...resolution } });
}
