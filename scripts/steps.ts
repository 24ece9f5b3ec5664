import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";
import { failedTests } from "./failed-tests.ts";
import { REPOSITORY } from "./generated-file.ts";

/** One thing that a check does. */
export interface Step {
	readonly name: string;
	/** Program of node_modules/.bin, or a script of ours, and its words. */
	readonly command: readonly [string, ...string[]];
	readonly environment?: Readonly<Record<string, string>>;
	/** Its output is worth reading when it succeeds, too. */
	readonly tells?: boolean;
	/** Where its tests leave what became of each. */
	readonly results?: string;
}

/** What became of a step. */
export interface StepResult {
	readonly name: string;
	readonly ok: boolean;
	readonly output: string;
	readonly seconds: number;
}

/** Runs steps, at most `atOnce` together, and prints a line for each as it ends; what failed is shown whole, the names of failed tests first. */
export async function runSteps(steps: readonly Step[], atOnce: number): Promise<readonly StepResult[]> {
	const waiting = [...steps];
	const results: StepResult[] = [];
	const worker = async () => {
		for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
			const result = await runStep(step);
			results.push(result);
			console.log(`${result.ok ? "ok    " : "FAILED"}  ${result.name.padEnd(18)} ${result.seconds.toFixed(1).padStart(6)} s`);
			if (!result.ok && step.results !== undefined) console.log(indent(failedTests(step.results)));
			if (!result.ok || step.tells) console.log(indent(result.output));
		}
	};
	await Promise.all(Array.from({ length: atOnce }, worker));
	return results;
}

function runStep({ name, command: [program, ...words], environment }: Step): Promise<StepResult> {
	const started = performance.now();
	const path = `${join(REPOSITORY, "node_modules/.bin")}${delimiter}${process.env.PATH ?? ""}`;
	return new Promise((finish) => {
		let output = "";
		const end = (ok: boolean) => finish({ name, ok, output, seconds: (performance.now() - started) / 1000 });
		const child = spawn(program, words, {
			cwd: REPOSITORY,
			env: { ...process.env, PATH: path, NO_COLOR: "1", FORCE_COLOR: undefined, ...environment },
			stdio: ["ignore", "pipe", "pipe"],
		});
		for (const stream of [child.stdout, child.stderr]) {
			stream.setEncoding("utf8");
			stream.on("data", (text: string) => {
				output += text;
			});
		}
		child.on("error", (error) => {
			output += error.message;
			end(false);
		});
		child.on("close", (code) => end(code === 0));
	});
}

function indent(text: string): string {
	return text.trimEnd().replaceAll(/^/gm, "        ");
}
