/** `npm run generate`: writes every generated file again. */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { generators } from "./check-steps.ts";
import { REPOSITORY } from "./generated-file.ts";

for (const script of generators()) {
	const { status } = spawnSync(process.execPath, [join(REPOSITORY, "scripts", script)], { stdio: "inherit", cwd: REPOSITORY });
	if (status !== 0) process.exitCode = 1;
}
