import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** What a command line came to. */
export interface Ended {
	readonly code: number | null;
	readonly output: string;
}

/** Runs `bin/writ` of a checkout. */
export async function runWrit(root: string, home: string, words: readonly string[], input = ""): Promise<Ended> {
	const child = spawn(join(root, "bin/writ"), words, {
		cwd: home,
		env: { PATH: process.env.PATH, HOME: home, WRIT_HOME: home },
		stdio: ["pipe", "pipe", "ignore"],
	});
	let output = "";
	child.stdout.setEncoding("utf8").on("data", (text) => {
		output += text;
	});
	child.stdin.on("error", () => undefined);
	child.stdin.end(input);
	const [code] = await once(child, "close");
	return { code: typeof code === "number" ? code : null, output };
}

/** A command as its help shows it. */
export interface CommandWords {
	readonly usage: string;
	readonly arguments: readonly string[];
	readonly options: readonly string[];
	readonly help: string;
}

/** Every command with its words, by walking the helps from `writ --help` on. */
export async function commandWords(root: string, home: string): Promise<Readonly<Record<string, CommandWords>>> {
	const commands: Record<string, CommandWords> = {};
	const visit = async (names: readonly string[]): Promise<void> => {
		const { output } = await runWrit(root, home, [...names, "--help"]);
		const [, usage = ""] = /^Usage: (.*)$/m.exec(output) ?? [];
		commands[["writ", ...names].join(" ")] = {
			usage,
			arguments: section(output, "Arguments"),
			options: section(output, "Options"),
			help: output,
		};
		for (const line of section(output, "Commands")) {
			const [name = ""] = line.split(" ");
			if (name !== "help") await visit([...names, name]);
		}
	};
	await visit([]);
	return commands;
}

/** The first column of a section of a help. */
function section(help: string, title: string): readonly string[] {
	const [, lines = ""] = new RegExp(`^${title}:\\n((?: .*\\n)*)`, "m").exec(help) ?? [];
	return lines
		.split("\n")
		.filter((line) => /^ {2}\S/.test(line))
		.map((line) => line.trim().split(/ {2,}/)[0] ?? "");
}
