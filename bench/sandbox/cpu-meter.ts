import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** Counts the processor time of this process and of everything that it starts, also of what nobody waits for. */
export interface CpuMeter {
	milliseconds(): number;
	/** Leaves things as they were; whatever was started must have ended. */
	close(): void;
}

/** By a control group where one can be made; `null` elsewhere, where only the clock is left. */
export function openCpuMeter(): CpuMeter | null {
	for (const { top, file, perMillisecond, read } of KINDS) {
		const group = join(top, `writ-bench-${process.pid}`);
		try {
			if (!existsSync(join(top, file))) continue;
			const before = join(top, "cgroup.procs");
			mkdirSync(group);
			writeFileSync(join(group, "cgroup.procs"), `${process.pid}`);
			return {
				milliseconds: () => read(readFileSync(join(group, file), "latin1")) / perMillisecond,
				close() {
					try {
						writeFileSync(before, `${process.pid}`);
						rmdirSync(group);
					} catch {
						// Something that was started is still ending; an empty group costs nothing.
					}
				},
			};
		} catch {
			// Not ours to make.
		}
	}
	return null;
}

const KINDS = [
	{ top: "/sys/fs/cgroup/cpuacct", file: "cpuacct.usage", perMillisecond: 1_000_000, read: (text: string) => Number(text) },
	{
		top: "/sys/fs/cgroup",
		file: "cpu.stat",
		perMillisecond: 1_000,
		read: (text: string) => Number(/^usage_usec (\d+)$/m.exec(text)?.[1]),
	},
] as const;
