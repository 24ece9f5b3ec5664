import type { Analyser, AnalyserFinding } from "../analyser.ts";
import { access, hazard, undecided } from "./findings.ts";

/** Reads the addresses of socat: they run programs, open files, connect and listen. */
export const socat: Analyser = (operands) =>
	operands.flatMap((operand, at): readonly AnalyserFinding[] => {
		if (operand === null) return [undecided("", "the address is only known when the shell runs")];
		const [kind = "", ...rest] = operand.split(":");
		const first = rest.join(":").split(",")[0] ?? "";
		if (/^(?:-|stdio|stdin|stdout|stderr|fd)$/i.test(kind)) return [];
		if (/^(?:file|open|gopen|creat|create|pipe)$/i.test(kind)) return [access("write", first)];
		if (/^(?:tcp|tcp4|tcp6|udp|udp4|udp6|openssl|ssl|sctp)(?:-connect)?$/i.test(kind)) return [{ kind: "url", url: first }];
		return [hazard("runs", operand, "this address runs a program, listens, or reaches a local service", at)];
	});
