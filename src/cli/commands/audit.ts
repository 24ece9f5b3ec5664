import type { Define } from "../subcommand.ts";
import { addExport } from "./audit/export.ts";
import { addFollow } from "./audit/follow.ts";
import { addList } from "./audit/list.ts";
import { addRetain } from "./audit/retain.ts";
import { addVerify } from "./audit/verify.ts";

/** `writ audit`: the chained record of everything that was decided and changed. */
export const auditCommand: Define = (command, session) => {
	command.description("Read, follow, verify and export the ledger: the chained record of everything that was decided and changed.");
	addList(command, session);
	addFollow(command, session);
	addVerify(command, session);
	addExport(command, session);
	addRetain(command, session);
};
