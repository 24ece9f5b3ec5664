const lines: string[] = [];
let failed = 0;

/** Begins a part of the story. */
export function chapter(title: string): void {
	console.log(`\n${title}`);
}

/** Adds a line to the story: who, and what. */
export function print(who: string, what: string): void {
	lines.push(`${who}: ${what}`);
	console.log(`  ${who.padEnd(9)} ${what}`);
}

/** Every line so far, as `who: what`. */
export function told(): readonly string[] {
	return lines;
}

/** Says whether something holds; what does not makes the process end with 1. */
export function check(what: string, holds: boolean): void {
	console.log(`  ${holds ? "✓" : "✗ NOT SO:"} ${what}`);
	if (!holds) failed++;
	if (failed > 0) process.exitCode = 1;
}
