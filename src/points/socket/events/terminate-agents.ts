import { failure, replyTo } from "../errors.ts";
import type { Reply, Session } from "../socket-event.ts";

/** Which agents shall end. */
export interface Bulk {
	readonly agent_id?: string;
	readonly agent_ids?: readonly string[];
	readonly pattern?: string;
	readonly older_than_hours?: number;
	readonly component?: string;
	readonly all?: boolean;
	readonly dry_run?: boolean;
}

/** Ends one agent, or many; tells of it in the words of KSI. */
export async function terminateAgents({ authority, caller }: Session, data: Bulk): Promise<Reply> {
	if (data.agent_id !== undefined && data.dry_run !== true)
		return replyTo(await authority.terminate(caller, data.agent_id), ({ cascaded }) => ({
			agent_id: data.agent_id,
			status: "terminated",
			cascaded,
		}));
	const selection = {
		...(data.agent_id === undefined ? {} : { ids: [data.agent_id] }),
		...(data.agent_ids === undefined ? {} : { ids: data.agent_ids }),
		...(data.pattern === undefined ? {} : { pattern: data.pattern }),
		...(data.older_than_hours === undefined ? {} : { olderThanHours: data.older_than_hours }),
		...(data.component === undefined ? {} : { component: data.component }),
		...(data.all === undefined ? {} : { all: data.all }),
	};
	if (Object.keys(selection).length === 0) return failure("invalid-request", "Missing required parameter: agent_id");
	if (data.dry_run === true)
		return replyTo(await authority.selectForTermination(caller, selection), (ids) => ({
			dry_run: true,
			agents_to_terminate: ids,
			count: ids.length,
		}));
	return replyTo(await authority.terminateMany(caller, selection), ({ succeeded, failed }) => ({
		operation: "terminate",
		succeeded,
		failed,
		success_count: succeeded.length,
		failure_count: failed.length,
		total_count: succeeded.length + failed.length,
		status: failed.length === 0 ? "success" : succeeded.length === 0 ? "failed" : "partial",
	}));
}
