import { describe, expect, it } from "vitest";
import { entr } from "./entr.ts";
import { flock } from "./flock.ts";
import { joinedShell } from "./joined-shell.ts";
import { parallel } from "./parallel.ts";
import { script } from "./script.ts";
import { foreignShellArguments, shellArguments } from "./shell-arguments.ts";
import { summarize } from "./summarize.ts";
import { xargs } from "./xargs.ts";

const cases = [
	[xargs, "xargs", ["-0", "grep", "x"], []],
	[xargs, "xargs", ["-I{}", "sh", "-c", "rm {}"], ["command sh -c ?"]],
	[xargs, "xargs", ["-I", "%", "cp", "%", "out"], ["command cp ? out"]],
	[xargs, "xargs", ["-i", "echo", "{}"], ["command echo ?"]],
	[xargs, "xargs", ["--replace=X", "-n1", "X"], ["command ?"]],
	[parallel, "parallel", ["-j", "4", "wc", "-l", ":::", "a;b"], []],
	[parallel, "parallel", ["ls", ";", "rm", ":::", "a"], ["ask"]],
	[parallel, "parallel", ["rm {}", ":::", "a"], ["ask"]],
	[parallel, "parallel", [":::", "id"], ["ask"]],
	[parallel, "parallel", ["cat", "::::", "list"], ["ask"]],
	[joinedShell, "watch", ["-n", "5", "ls", ";", "rm", "x"], ["shell ls ; rm x"]],
	[joinedShell, "watch", ["ls", null], ["ask"]],
	[entr, "entr", ["-rs", "rm x"], ["shell rm x"]],
	[entr, "entr", ["-r", "npm", "test"], []],
	[flock, "flock", ["-w", "5", "lock", "ls"], ["write lock"]],
	[flock, "flock", ["lock", "-c", "rm x"], ["write lock", "shell rm x"]],
	[flock, "flock", ["9"], []],
	[script, "script", ["-qc", "ls", "/dev/null"], []],
	[script, "script", ["-c", "ls"], ["write typescript"]],
	[script, "script", ["x"], ["runs"]],
	[shellArguments, "bash", ["-c", "ls"], ["shell ls"]],
	[shellArguments, "bash", ["-ce", "rm x"], ["shell rm x"]],
	[shellArguments, "bash", ["-c", "-e", "rm x"], ["shell rm x"]],
	[shellArguments, "bash", ["-o", "pipefail", "-c", "rm x"], ["shell rm x"]],
	[shellArguments, "bash", ["-c", "--", "rm x"], ["shell rm x"]],
	[shellArguments, "bash", ["-c", null], ["ask"]],
	[shellArguments, "bash", ["x.sh", "-c", "ls"], []],
	[foreignShellArguments, "zsh", ["-lc", "npm test && ls 'a b'"], ["shell npm test && ls 'a b'"]],
	[foreignShellArguments, "zsh", ["-c", "ls =(id)"], ["shell ls =(id)", "ask"]],
	[foreignShellArguments, "zsh", ["-c", "ls *(e:id:)"], ["shell ls *(e:id:)", "ask"]],
	[foreignShellArguments, "zsh", ["-c", "=ls"], ["shell =ls", "ask"]],
] as const;

describe("the words of programs that run others", () => {
	for (const [analyser, name, words, expected] of cases) {
		const group = name === "bash" || name === "zsh" ? "shells" : "launchers";
		it(`[programs-b-${group}] ${name} ${words.map((word) => JSON.stringify(word)).join(" ")}`, () => {
			expect(summarize(analyser(words))).toEqual(expected);
		});
	}
});
