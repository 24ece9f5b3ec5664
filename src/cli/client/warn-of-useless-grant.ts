import type { SocketClient } from "../../points/socket/index.ts";
import { visible } from "../output/visible.ts";
import type { Terminal } from "../terminal.ts";
import { rowOf, textsOf } from "./read-reply.ts";

/** Says on standard error when the agent's writ disallows what was just granted: the grant is there, and changes nothing. */
export async function warnOfUselessGrant(client: SocketClient, agent: string, rule: string, terminal: Terminal): Promise<void> {
	const answer = await client.send("permission:get_agent", { agent_id: agent });
	if (!answer.ok) return;
	const tool = rule.trim().split("(", 1)[0];
	const denying = textsOf(rowOf(rowOf(answer.reply.permissions).tools).disallowed).find((one) => one === tool || one === rule.trim());
	if (denying === undefined) return;
	terminal.complain(
		`${terminal.paintComplaint.warn("warning:")} the writ of ${visible(agent)} disallows ${visible(denying)}, and no grant beats that: it changes nothing\n`,
	);
}
