import { runCommandLine } from "../../src/cli/command-line.ts";
import { SUBCOMMANDS } from "../../src/cli/subcommands.ts";
import { palette } from "../../src/cli/terminal.ts";

/** What a call of the command wrote, and how it ended. */
export interface Called {
	readonly code: number;
	readonly out: string;
	readonly complaints: string;
}

/** Runs a command line in this process, without colours. */
export async function callWrit(
	words: readonly string[],
	{ input = "", directory = "/" }: { readonly input?: string | Uint8Array; readonly directory?: string } = {},
): Promise<Called> {
	let out = "";
	let complaints = "";
	const code = await runCommandLine(
		words,
		{
			input: (async function* () {
				yield Buffer.from(input);
			})(),
			isTyped: false,
			write: (text) => {
				out += text;
			},
			complain: (text) => {
				complaints += text;
			},
			paint: palette(false),
			paintComplaint: palette(false),
			directory,
		},
		SUBCOMMANDS,
	);
	return { code, out, complaints };
}
