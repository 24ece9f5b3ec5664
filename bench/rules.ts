/**
 * `npm run rules [FILE]`: loads the rules of public Claude Code settings, each in a profile of its own, and prints how many of each
 * kind load, how many are pieces that a client cut out of a longer text, and why the rest is refused. Exit 1 below the bar.
 * `--verbose` lists what is refused with the hint that a person gets.
 */
import { loadRule, type Outcome, readRulesCorpus, reasonClass, shareLoaded } from "./measure-rules.ts";

const BAR = 0.97;
const verbose = process.argv.includes("--verbose");
const [file] = process.argv.slice(2).filter((word) => !word.startsWith("--"));
const outcomes = readRulesCorpus(file).map(loadRule);

console.log(
	`${"".padEnd(8)}${"rules".padStart(8)}${"left out".padStart(10)}${"loaded".padStart(8)}${"refused".padStart(9)}${"share".padStart(9)}`,
);
for (const kind of ["allow", "deny", "ask"] as const)
	row(
		kind,
		outcomes.filter((one) => one.kind === kind),
	);
row("all", outcomes);
list(
	"left out",
	outcomes.filter(({ state }) => state === "left-out"),
);
list(
	"refused",
	outcomes.filter(({ state }) => state === "refused"),
);

function row(name: string, own: readonly Outcome[]): void {
	const { loaded, rules, share } = shareLoaded(own);
	const cells = [own.length, own.length - rules, loaded, rules - loaded];
	console.log(
		`${name.padEnd(8)}${cells.map((cell, at) => String(cell).padStart([8, 10, 8, 9][at] ?? 8)).join("")}${`${(100 * share).toFixed(2)} %`.padStart(9)}`,
	);
	if (share < BAR) {
		console.log(`  FAIL  ${name}: the bar is ${100 * BAR} %`);
		process.exitCode = 1;
	}
}

function list(title: string, own: readonly Outcome[]): void {
	console.log(`\n${title}`);
	const classes = Map.groupBy(own, reasonClass);
	for (const [reason, members] of [...classes].toSorted(([, one], [, other]) => other.length - one.length)) {
		console.log(`${String(members.length).padStart(6)}  ${reason}`);
		for (const { kind, rule, problem } of verbose ? members : []) console.log(`          ${kind} ${rule}  →  ${problem?.hint ?? ""}`);
	}
}
