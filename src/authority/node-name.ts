import { randomBytes } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorCode, WritError } from "../platform/index.ts";

/** The name under which this home writes its own chain of the ledger; made once. */
export function nodeName(home: string): string {
	const file = join(home, "ledger", "node");
	try {
		const name = readFileSync(file, "utf8").trim();
		if (!/^node_[0-9a-f]{8,32}$/.test(name)) throw new WritError("ledger-broken", `${file} holds no node name`);
		return name;
	} catch (error) {
		if (errorCode(error) !== "ENOENT") throw error;
		// Short, because it stands in every record; it only has to differ from the few other nodes of one database.
		const name = `node_${randomBytes(4).toString("hex")}`;
		writeFileSync(file, `${name}\n`, { mode: 0o600, flag: "wx" });
		return name;
	}
}
