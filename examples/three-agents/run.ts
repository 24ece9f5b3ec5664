/**
 * `npm run example`: three agents, each a process with a key of its own, do a job through the server. Then a person revokes one edge,
 * and the next job ends where the edge was. Exit 1 when anything of that is not so.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endAll, startAgent, startServer, writ } from "./processes.ts";
import { isOfTheStory, type LedgerRecord, showRecord } from "./show-record.ts";
import { chapter, check, print, told } from "./transcript.ts";

const home = mkdtempSync(join(tmpdir(), "writ-example-"));
const cleanUp = async (): Promise<void> => {
	await endAll();
	rmSync(home, { recursive: true, force: true });
};
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void cleanUp().then(() => process.exit(1)));
try {
	await tell();
} finally {
	await cleanUp();
}

async function tell(): Promise<void> {
	const server = await startServer(home);

	chapter("Three agents, each a process with a key of its own");
	for (const name of ["planner", "builder", "reviewer"]) {
		const { api_key } = await person("agent", "spawn", name, "--agent", "collaborator", "--session", "team");
		await startAgent(name, String(api_key), server, (line) => print(name, line));
	}
	await person("edge", "set", "planner", "builder");
	await person("edge", "set", "builder", "reviewer");

	chapter("A job passes through all three");
	const first = await askPlanner("a greeting");

	chapter("A person revokes one edge in the middle");
	await person("edge", "remove", "builder", "reviewer");

	chapter("The next job ends where the edge was");
	const second = await askPlanner("a farewell");

	chapter("The ledger has all of it, and nobody has changed it");
	const { records } = await person("audit", "list", "--oldest", "--limit", "1000");
	const happened = (Array.isArray(records) ? records : []).filter(isOfTheStory).map((record: LedgerRecord) => showRecord(record));
	for (const line of happened) print("ledger", line);
	const { ok, records: count } = await person("audit", "verify");
	print("person", ok === true ? `sees that all ${count} records are whole` : "SEES A BROKEN LEDGER");

	chapter("So it was");
	const denied = happened.filter((line) => /^decision deny \(no-edge\) +builder → reviewer/.test(line));
	check("the first job was reviewed", first.includes("Approved"));
	check("the second was not", second.includes("Agent 'builder' is not permitted to communicate with 'reviewer'"));
	check(
		"the builder was refused in Trinity's words",
		told().some((line) => line.includes('"code":"AGENT_PERMISSION_DENIED"')),
	);
	check(
		"and over REST as well",
		told().some((line) => line.includes("403 AGENT_PERMISSION_DENIED")),
	);
	check("the reviewer heard of the first job alone", told().filter((line) => line.startsWith("reviewer: hears")).length === 1);
	check("the ledger shows both denials", denied.length === 2);
	check("the ledger is whole", ok === true);
}

/** The person types a command; what it answers comes back. */
async function person(...words: readonly string[]): Promise<Readonly<Record<string, unknown>>> {
	print("person", `$ writ ${words.map((word) => (word.includes(" ") ? `"${word}"` : word)).join(" ")}`);
	const answer = await writ(home, ...words);
	if (answer.status === "failed") throw new Error(`writ ${words[0]} ${words[1]}: ${answer.error}`);
	return answer;
}

/** Gives the planner a job and waits for what comes of it. */
async function askPlanner(job: string): Promise<string> {
	const { answer } = await person("agent", "send", "planner", job, "--wait", "--timeout", "60");
	const text = String(answer);
	print("person", `hears from planner: ${text}`);
	return text;
}
