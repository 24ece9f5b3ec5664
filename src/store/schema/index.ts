import type { Dialect } from "../backend.ts";
import { agentTables } from "./agents.ts";
import { grantTables } from "./grants.ts";
import { identityTables } from "./identity.ts";
import { ledgerTables } from "./ledger.ts";
import { messageTables } from "./messages.ts";
import { mountTables } from "./mounts.ts";
import { nodeTables } from "./nodes.ts";
import { profileTables } from "./profiles.ts";
import { todoTables } from "./todos.ts";

/** One step from a version of the schema to the next; never changed once released. */
export interface Migration {
	readonly version: number;
	readonly statements: (dialect: Dialect) => readonly string[];
}

/** All steps, in order. */
export const MIGRATIONS: readonly Migration[] = [
	{
		version: 1,
		statements: (dialect) => [
			...nodeTables(dialect),
			...agentTables(dialect),
			...messageTables(dialect),
			...identityTables(dialect),
			...grantTables(dialect),
			...ledgerTables(dialect),
			...todoTables(dialect),
			...mountTables(dialect),
			...profileTables(dialect),
		],
	},
];
