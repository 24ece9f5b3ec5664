import type { OptionRow } from "../program-table.ts";
import { loads, plain, redirects, without } from "./option-rows.ts";

/** Global options of docker and podman. */
export const dockerOptions: readonly OptionRow[] = [
	redirects("-H --host --url <address>", "talks to another daemon"),
	redirects("-c --context --connection <name>", "talks to another daemon"),
	loads("--config <directory>", "loads settings, which name hosts, credentials and plug-ins"),
	redirects("--tlscacert <file>", "trusts another certificate"),
	redirects("--tlscert <file>", "uses another credential"),
	redirects("--tlskey <file>", "uses another credential"),
	redirects("--tls", "changes how the daemon is reached"),
	redirects("--identity <file>", "uses another credential"),
	redirects("--remote", "talks to another daemon"),
	loads("--runtime <program>", "runs containers with another program"),
	loads("--conmon <program>", "runs another program"),
	loads("--module <file>", "loads settings"),
	loads("--hooks-dir <directory>", "runs the hooks in a directory"),
	loads("--volumepath <directory>", "uses another store"),
	loads("--root <directory>", "uses another store"),
	loads("--runroot <directory>", "uses another store"),
	loads("--storage-opt <option>", "changes the store"),
	...plain("-l --log-level <level>", "-D --debug", "-v --version"),
];

/** Global options that docker takes after the subcommand too; letters, `--config` and `--runtime` mean other things there. */
export const dockerOptionsAfterSubcommand: readonly OptionRow[] = without(
	dockerOptions,
	"-H",
	"-c",
	"-l",
	"-D",
	"-v",
	"--config",
	"--runtime",
	"--context",
	"--url",
	"--debug",
	"--root",
	"--module",
	"--identity",
	"--remote",
);
