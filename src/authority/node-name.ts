import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { errorCode, randomId, WritError } from "../platform/index.ts";

/** The name under which this home writes its own chain of the ledger; made once. */
export function nodeName(home: string): string {
	const file = join(home, "ledger", "node");
	try {
		const name = readFileSync(file, "utf8").trim();
		if (!/^node_[0-9a-f]{32}$/.test(name)) throw new WritError("ledger-broken", `${file} holds no node name`);
		return name;
	} catch (error) {
		if (errorCode(error) !== "ENOENT") throw error;
		const name = randomId("node");
		writeFileSync(file, `${name}\n`, { mode: 0o600, flag: "wx" });
		return name;
	}
}
