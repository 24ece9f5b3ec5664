import type { TodoList } from "../../../authority/index.ts";
import type { Request } from "../../../engine/index.ts";
import { refused } from "../deny.ts";
import { fail, give, type Handlers, handle } from "../tool-row.ts";
import { waitInSteps } from "./wait-in-steps.ts";

interface Asked {
	readonly rule: string;
	readonly reason: string;
	readonly wait_seconds?: number;
}

/** Tools about the caller itself. */
export const selfTools = {
	todo_read: handle<{ readonly list?: string }>(async ({ authority, caller, input: { list } }) => {
		const outcome = await authority.todos(caller, list);
		return outcome.ok ? give({ ...outcome.value }) : refused(outcome.refusal);
	}),
	todo_write: handle<{ readonly list?: string; readonly items: TodoList["items"]; readonly version?: number }>(
		async ({ authority, caller, input }) => {
			const outcome = await authority.writeTodos(caller, input);
			return outcome.ok ? give({ ...outcome.value }) : refused(outcome.refusal);
		},
	),
	my_writ: handle(async ({ authority, caller: { principal }, caller }) => {
		const id = principal.kind === "agent" ? principal.id : "";
		const writ = await authority.writOf(caller, id);
		if (!writ.ok) return refused(writ.refusal);
		const { digest, parent } = writ.value;
		return give({ agent: id, parent, writ_digest: digest, ...authority.showWrit(writ.value) });
	}),
	check: handle<{ readonly request: unknown }>(async ({ authority, caller, input: { request } }) => {
		// The engine denies what it cannot read.
		const outcome = await authority.checkRequest(caller, request as Request);
		return outcome.ok ? give({ ...outcome.value }) : refused(outcome.refusal);
	}),
	explain_denial: handle<{ readonly decision_id?: string }>(async ({ authority, caller, input: { decision_id } }) => {
		const outcome = await authority.explainDenial(caller, decision_id);
		if (!outcome.ok) return refused(outcome.refusal);
		const { record, explanation } = outcome.value;
		const { id, at, agent, request, code, rule, source } = record;
		return give({ decision_id: id, at, agent, request, effect: "deny", code, rule, source, explanation: explanation?.text ?? null });
	}),
	request_permission: handle<Asked>(async ({ authority, caller, input: { rule, reason, wait_seconds = 0 }, gone }) => {
		const agent = caller.principal.kind === "agent" ? caller.principal.id : "";
		const asked = await authority.ask(caller, { agent, rule, reason });
		if (!asked.ok) return refused(asked.refusal);
		const { id } = asked.value;
		const outcome = await waitInSteps(wait_seconds, gone, authority.now, async (left) => {
			const seen = await authority.awaitApproval(caller, id, left);
			return seen.ok && seen.value.status === "pending" ? null : seen;
		});
		const seen = outcome ?? (await authority.awaitApproval(caller, id, 0));
		if (!seen.ok) return refused(seen.refusal);
		const { status } = seen.value;
		if (status === "denied" || status === "expired")
			return fail(status === "denied" ? "approval-denied" : "approval-timeout", `The request was ${status}`, { request_id: id, status });
		return give({ request_id: id, status, rule: seen.value.rule });
	}),
} satisfies Handlers;
