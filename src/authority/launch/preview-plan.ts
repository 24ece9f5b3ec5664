import { randomUUID } from "node:crypto";
import { join } from "node:path";
import type { ConfinementLevel, Place, Writ } from "../../engine/index.ts";
import { type DiskEntry, isWithin, lookPastStubs, type PlanOutcome, planRun } from "../../sandbox/index.ts";

/** Directories that an agent would get, and that do not exist. */
export interface ImaginedDirectories {
	readonly own: string;
	readonly places: Readonly<Record<Exclude<Place, "workspace" | "session">, string>>;
	/** In place of a directory of a person. */
	readonly workspace: string;
}

/** Where an agent's directories would be; nothing is made. */
export function imagineDirectories(home: string): ImaginedDirectories {
	const own = join(home, "sandboxes", "agents", randomUUID());
	const operator = join(home, "sandboxes", "shared");
	const places = { own, operator, shared: operator, exports: join(own, "exports"), claude: join(own, "claude") };
	return { own, workspace: join(own, "workspace"), places };
}

/** The plan that a program would get under a writ sealed for imagined directories. */
export function previewPlan(writ: Writ, home: string, level: ConfinementLevel, { own }: ImaginedDirectories): Promise<PlanOutcome> {
	const look = lookPastStubs(home);
	const { workspace = "/" } = writ.places.real;
	const imagined: DiskEntry = { kind: "directory", viaLink: false };
	const operator = join(home, "sandboxes", "shared");
	return planRun(writ, {
		level,
		home,
		managed: isWithin(workspace, own),
		look: (path) => ([own, ...IN_OWN.map((name) => join(own, name)), operator].includes(path) ? imagined : look(path)),
		session: null,
		parent: null,
	});
}

const IN_OWN = ["workspace", "exports", "claude", "nested"];
