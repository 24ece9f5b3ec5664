import type { Decision, Facts, PathRequest } from "../vocabulary/index.ts";
import { isKeepable, isPlainFile, keptAnswer } from "./kept-answer.ts";
import { type Recorder, startRecording } from "./recorder.ts";
import { keep, type Ruling } from "./ruling.ts";
import type { SettledTool } from "./settled-tool.ts";

type Judge = (facts: Facts) => Decision;

/** Judges shell text with recording facts, and keeps the answer with what the disk said. */
export function keepCommandAnswer(ruling: Ruling, command: string, facts: Facts, judge: Judge): Decision {
	return record(ruling, facts, judge, (decision, looks) => keep(ruling.commands, command, keptAnswer(decision, looks)));
}

/** The same for a call of a tool without arguments. */
export function keepBareAnswer(ruling: Ruling, settled: SettledTool, facts: Facts, judge: Judge): Decision {
	return record(ruling, facts, judge, (decision, looks) => {
		settled.kept = keptAnswer(decision, looks);
	});
}

/** The same for a path that is to be read or written: a plain file needs no record of its own. */
export function keepPathAnswer(ruling: Ruling, { operation, path }: PathRequest, facts: Facts, judge: Judge): Decision {
	const reading = operation === "read";
	return record(ruling, facts, judge, (decision, looks) => {
		const only = looks.length === 1 ? looks[0] : undefined;
		if (only !== undefined && only.path === path && isPlainFile(path, only.resolution))
			keep(reading ? ruling.plainReads : ruling.plainWrites, path, decision);
		else keep(reading ? ruling.otherReads : ruling.otherWrites, path, keptAnswer(decision, looks));
	});
}

function record(
	ruling: Ruling,
	facts: Facts,
	judge: Judge,
	done: (decision: Decision, looks: NonNullable<Recorder["looks"]>) => void,
): Decision {
	const recorder = startRecording(ruling, facts);
	if (recorder === null) return judge(facts);
	try {
		const answer = judge(recorder.facts);
		if (recorder.looks !== null && isKeepable(answer)) done(answer, recorder.looks);
		return answer;
	} finally {
		recorder.source = null;
	}
}
