import type { Probe } from "./machine-report.ts";
import { runProgram } from "./run-program.ts";

/** Asks the kernel which version of Landlock it has; nothing depends on it (docs/decisions/0031). */
export async function probeLandlock(): Promise<Probe> {
	const { output } = await runProgram("/usr/bin/perl", ["-e", 'print syscall(444, 0, 0, 1), " ", $! + 0']);
	const [version = "", error = ""] = output.split(" ");
	const ok = Number(version) >= 3;
	if (output === "") return { name: "landlock", ok, detail: "not tried, for want of perl", cure: null };
	return {
		name: "landlock",
		ok,
		detail: Number(version) > 0 ? `version ${version}, not used: writ has no level 2` : `this kernel has none (error ${error})`,
		cure: null,
	};
}
