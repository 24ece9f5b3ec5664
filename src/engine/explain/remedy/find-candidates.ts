import type { ToolContext } from "../../decide/index.ts";
import type { Reason, Request } from "../../vocabulary/index.ts";
import { isAcceptedRule } from "../accepted-remedy.ts";
import { callContext } from "../call-context.ts";
import type { ExplainedLink } from "../explain-steps.ts";
import { addressOf, hostText } from "../host-detail.ts";
import { touchedPaths } from "../touched-paths.ts";
import type { Candidate, Holder } from "./candidate.ts";
import { entryCandidates, linkCandidates, type PathUse, pathCandidates, sizeCandidates } from "./path-candidates.ts";
import { eventCandidates, hostCandidates, spawnCandidates, spendCandidates } from "./plain-candidates.ts";
import { edgeCandidate, targetCandidates } from "./target-candidates.ts";
import { allowRule, commandRule, enableTool, toolRules } from "./tool-candidates.ts";

/** Changes that may turn the steps that did not pass into steps that do; `whole` prefers a rule for the whole tool. */
export function findCandidates({ link: { writ }, facts, steps }: ExplainedLink, request: Request, whole: boolean): readonly Candidate[] {
	const reasons = steps.flatMap((step) => step.reasons);
	const holder = { writ, facts };
	const context = callContext(writ, writ.terms, request, facts);
	return context === null
		? forOthers(holder, request, reasons)
		: reasons.flatMap((reason) => forCall(context, holder, reason, whole)).filter((one) => canBeWritten(one, context));
}

/** What a call names is text of others: not every name of a tool and not every pattern is one that a rule may have. */
function canBeWritten({ dimension, entry }: Candidate, { terms }: ToolContext): boolean {
	return dimension !== "tools.allowed" || isAcceptedRule(entry, terms.tools.declare);
}

function forCall(context: ToolContext, holder: Holder, reason: Reason, whole: boolean): readonly Candidate[] {
	const { read, request: call, terms, writ } = context;
	switch (reason.code) {
		case "unknown-tool":
			return [allowRule(call.tool)];
		case "tool-disabled":
			return enableTool(context);
		case "tool-not-allowed":
		case "level-not-allowed":
			return toolRules(context, whole);
		case "command-not-allowed":
		case "command-option":
			return reason.remedy === undefined ? [] : [commandRule(reason.remedy, call.tool)];
		case "target-not-parent":
		case "target-not-child":
		case "target-not-family":
		case "target-not-listed":
			return (read?.targets ?? []).flatMap(({ value }) => targetCandidates(context, value));
		case "no-edge":
		case "edge-expired":
			return (read?.targets ?? []).flatMap(({ value }) => edgeCandidate(writ.agent, value));
		case "path-outside":
			return pathCandidates(pathUses(context), holder, context);
		case "path-protected":
			return entryCandidates(pathUses(context), holder);
		case "path-symlink":
			return linkCandidates(terms);
		case "path-too-large":
			return sizeCandidates(call.input);
		case "host-not-allowed":
			return [...(read?.hosts ?? []).map(({ value }) => value), ...(reason.segment === undefined ? [] : [reason.segment])].flatMap(
				(text) => {
					const address = addressOf(text);
					return address === null ? [] : hostCandidates(hostText(address.host, address.port));
				},
			);
		default:
			return [];
	}
}

function pathUses(context: ToolContext): readonly PathUse[] {
	const { read, cwd } = context;
	const uses = (access: PathUse["access"], values: readonly { readonly value: string }[] = []) =>
		values.map(({ value }): PathUse => ({ path: value, directory: cwd, access }));
	const touched = touchedPaths(context).map((one): PathUse => ({ ...one, access: "either" }));
	return [...uses("read", read?.reads), ...uses("write", read?.writes), ...touched];
}

function forOthers(holder: Holder, request: Request, reasons: readonly Reason[]): readonly Candidate[] {
	const { writ, facts } = holder;
	const { terms } = writ;
	switch (request.kind) {
		case "path": {
			const access = request.operation === "read" ? "read" : request.operation === "symlink" ? "either" : "write";
			const directory = request.cwd ?? writ.places.written.workspace ?? "/";
			const uses = [request.path, ...(request.to === undefined ? [] : [request.to])].map((path): PathUse => ({ path, directory, access }));
			return reasons.flatMap(({ code }) => {
				if (code === "path-outside") return pathCandidates(uses, holder, null);
				if (code === "path-protected") return entryCandidates(uses, holder);
				if (code === "path-symlink") return linkCandidates(terms);
				return code === "path-too-large" ? sizeCandidates({}) : [];
			});
		}
		case "network":
			return hostCandidates(hostText(request.host, request.port));
		case "event":
			return eventCandidates(request.event);
		case "spend":
			return spendCandidates(terms, request, facts);
		case "spawn":
			return spawnCandidates(writ, terms, request, facts);
		default:
			return [];
	}
}
