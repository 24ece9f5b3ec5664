import { generateKeyPairSync, hash, sign } from "node:crypto";
import type { Server } from "node:net";
import { DatabaseSync, type StatementSync } from "node:sqlite";
import { widenLog } from "../../src/store/sqlite/open-sqlite.ts";
import { createLineServer } from "./line-server.ts";

/**
 * The least that any server does whose answers are recorded as the ledger's are: it parses each line, links it to the one before by a hash,
 * signs the end of the chain, makes all lines that came together durable in one commit, and sends them back. It decides nothing and checks
 * nothing, and its records are the lines themselves.
 */
export function createDurableEcho(file: string): Server {
	const database = new DatabaseSync(file);
	database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA wal_autocheckpoint = 4000");
	database.exec("CREATE TABLE chain (seq INTEGER PRIMARY KEY, hash TEXT NOT NULL, record TEXT NOT NULL)");
	database.exec("CREATE TABLE head (id INTEGER PRIMARY KEY, signature TEXT NOT NULL)");
	const committed = widenLog(database);
	const save = database.prepare("INSERT OR REPLACE INTO head VALUES (1, ?)");
	const inserts = new Map<number, StatementSync>();
	const insertOf = (rows: number): StatementSync => {
		const known = inserts.get(rows) ?? database.prepare(`INSERT INTO chain (hash, record) VALUES ${Array(rows).fill("(?, ?)").join(", ")}`);
		inserts.set(rows, known);
		return known;
	};
	const { privateKey } = generateKeyPairSync("ed25519");
	let previous = "";

	const record = (lines: readonly string[]): void => {
		const values: string[] = [];
		for (const line of lines) {
			const text = JSON.stringify(JSON.parse(line));
			previous = hash("sha256", previous + text);
			values.push(previous, text);
		}
		database.exec("BEGIN IMMEDIATE");
		insertOf(lines.length).run(...values);
		save.run(sign(null, Buffer.from(previous), privateKey).toString("base64"));
		database.exec("COMMIT");
		committed();
	};

	return createLineServer((lines, socket) => {
		record(lines);
		socket.write(`${lines.join("\n")}\n`);
	});
}
