import { styleText } from "node:util";

type Paint = (text: string) => string;

/** Colours by meaning; never the only sign. */
export interface Palette {
	readonly strong: Paint;
	readonly faint: Paint;
	readonly good: Paint;
	readonly bad: Paint;
	readonly warn: Paint;
	readonly name: Paint;
}

/** Where a command reads and writes. */
export interface Terminal {
	readonly input: AsyncIterable<Uint8Array>;
	/** A person types the input. */
	readonly isTyped: boolean;
	/** Answers. */
	readonly write: (text: string) => void;
	/** Everything that is not an answer. */
	readonly complain: (text: string) => void;
	readonly paint: Palette;
	readonly paintComplaint: Palette;
	/** Where relative words start. */
	readonly directory: string;
}

/** The terminal, pipe or file that this process was started with. */
export function processTerminal(): Terminal {
	return {
		// Only when it is asked for: opening it takes it away from a program that is started with it.
		get input() {
			return process.stdin;
		},
		get isTyped() {
			return process.stdin.isTTY ?? false;
		},
		write: (text) => process.stdout.write(text),
		complain: (text) => process.stderr.write(text),
		paint: palette(wantsColour(process.stdout.isTTY, process.env)),
		paintComplaint: palette(wantsColour(process.stderr.isTTY, process.env)),
		// Only when it is asked for: it may have been removed.
		get directory() {
			return process.cwd();
		},
	};
}

/** Colour is for terminals, unless the person said otherwise (NO_COLOR, FORCE_COLOR). */
export function wantsColour(isTerminal: boolean, environment: NodeJS.ProcessEnv): boolean {
	if (environment.NO_COLOR) return false;
	if (environment.FORCE_COLOR !== undefined) return environment.FORCE_COLOR !== "0";
	return isTerminal && environment.TERM !== "dumb";
}

/** A palette that paints, or one that leaves text as it is. */
export function palette(colour: boolean): Palette {
	const paint = (format: Parameters<typeof styleText>[0]): Paint =>
		colour ? (text) => styleText(format, text, { validateStream: false }) : (text) => text;
	return {
		strong: paint("bold"),
		faint: paint("dim"),
		good: paint("green"),
		bad: paint("red"),
		warn: paint("yellow"),
		name: paint("cyan"),
	};
}
