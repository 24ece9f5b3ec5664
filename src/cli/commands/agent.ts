import type { Define } from "../subcommand.ts";
import { addLifecycle } from "./agent/lifecycle.ts";
import { addList } from "./agent/list.ts";
import { addAnswer, addHistory, addMessages, addSend } from "./agent/messages.ts";
import { addShow } from "./agent/show.ts";
import { addSpawn } from "./agent/spawn.ts";
import { addTerminate } from "./agent/terminate.ts";

/** `writ agent`: who lives, and what becomes of them. */
export const agentCommand: Define = (command, session) => {
	command.description(
		"Start, see, reach and end agents. Each holds one sealed writ, never wider than its parent's. The authority of the home answers; a small daemon is started when no server runs.",
	);
	addSpawn(command, session, "spawn");
	addSpawn(command, session, "create");
	addList(command, session);
	addShow(command, session);
	addSend(command, session);
	addMessages(command, session);
	addAnswer(command, session);
	addHistory(command, session);
	addLifecycle(command, session);
	addTerminate(command, session);
};
