/** `node bench/ledger/run.ts [--quick]`: what the ledger costs, as JSON. */
import { cpus } from "node:os";
import { measureAppend } from "./measure-append.ts";
import { measureVerify } from "./measure-verify.ts";

const quick = process.argv.includes("--quick");
const append = await measureAppend(quick ? 5_000 : 200_000, quick ? 1 : 3);
const verify = await measureVerify(quick ? 5_000 : 1_000_000);
console.log(
	JSON.stringify(
		{ machine: { node: process.version, processor: cpus()[0]?.model ?? "unknown", cores: cpus().length }, append, verify },
		null,
		"\t",
	),
);
if (!verify.ok) process.exitCode = 1;
