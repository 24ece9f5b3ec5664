import type { Attempt } from "./attempt.ts";
import { DESCRIPTORS } from "./attempts/descriptors.ts";
import { DEVICES } from "./attempts/devices.ts";
import { ENVIRONMENT } from "./attempts/environment.ts";
import { IDENTITY } from "./attempts/identity.ts";
import { KERNEL } from "./attempts/kernel.ts";
import { KNOWLEDGE } from "./attempts/knowledge.ts";
import { LIMITS } from "./attempts/limits.ts";
import { LINKS } from "./attempts/links.ts";
import { NAMESPACES } from "./attempts/namespaces.ts";
import { NETWORK } from "./attempts/network.ts";
import { OUTLIVING, PROCESSES } from "./attempts/processes.ts";
import { PROTECTED_PATHS } from "./attempts/protected-paths.ts";
import { READING } from "./attempts/reading.ts";
import { SET_ID_FILES } from "./attempts/set-id-files.ts";
import { SOCKETS } from "./attempts/sockets.ts";
import { TERMINAL } from "./attempts/terminal.ts";
import { WRITING } from "./attempts/writing.ts";

/** Every way to break out that is tried on this processor. */
export const ATTEMPTS: readonly Attempt[] = [
	...READING,
	...WRITING,
	...LINKS,
	...PROTECTED_PATHS,
	...PROCESSES,
	...OUTLIVING,
	...NAMESPACES,
	...KERNEL,
	...SOCKETS,
	...NETWORK,
	...TERMINAL,
	...SET_ID_FILES,
	...IDENTITY,
	...ENVIRONMENT,
	...DESCRIPTORS,
	...DEVICES,
	...LIMITS,
	...KNOWLEDGE,
].filter(({ architecture }) => architecture === undefined || architecture === process.arch);
