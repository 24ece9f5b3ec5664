import {
	type EntityUidJson,
	preparsePolicySet,
	type StatefulAuthorizationCall,
	statefulIsAuthorized,
} from "@cedar-policy/cedar-wasm/nodejs";
import { ROOT, type Workload, type WorkloadProfile, type WorkloadRequest } from "../workload.ts";
import type { Engine } from "./engine.ts";

const POLICIES = "workload";

/** Cedar in WebAssembly with preparsed policies: profiles are groups, conditions use `like`. */
export const cedar: Engine = {
	name: "Cedar (wasm)",
	async prepare(workload) {
		const parsed = preparsePolicySet(POLICIES, { staticPolicies: workload.profiles.flatMap(policiesOf).join("\n") });
		if (parsed.type !== "success") throw new Error(JSON.stringify(parsed));
		return (request) => {
			const answer = statefulIsAuthorized(translate(request, workload));
			return answer.type === "success" && answer.response.decision === "allow";
		};
	},
};

function translate(request: WorkloadRequest, workload: Workload): StatefulAuthorizationCall {
	const principal: EntityUidJson = { type: "Agent", id: request.agent };
	const profile: EntityUidJson = { type: "Profile", id: workload.agents.get(request.agent)?.name ?? "" };
	const [action, value] = actionOf(request);
	return {
		principal,
		action: { type: "Action", id: action },
		resource: { type: "Thing", id: action === "use" || action === "send" ? value : "any" },
		context: { value },
		preparsedPolicySetId: POLICIES,
		entities: [{ uid: principal, attrs: {}, parents: [profile] }],
	};
}

function actionOf(request: WorkloadRequest): readonly [string, string] {
	switch (request.kind) {
		case "tool":
			return ["use", request.tool];
		case "path":
			return ["write", request.path];
		case "command":
			return ["run", request.command];
		case "target":
			return ["send", request.target];
	}
}

function policiesOf(profile: WorkloadProfile): readonly string[] {
	const permit = (action: string, condition: string) =>
		`permit(principal in Profile::"${profile.name}", action == Action::"${action}", resource) when { ${condition} };`;
	const things = (names: readonly string[]) => `[${names.map((name) => `Thing::"${name}"`).join(", ")}].contains(resource)`;
	return [
		permit("use", things(profile.tools)),
		permit("send", things(profile.targets)),
		...profile.paths.map((glob) => permit("write", pathCondition(glob))),
		...profile.commands.map((command) => permit("run", `context.value == "${command}" || context.value like "${command} *"`)),
	];
}

/** In Cedar's `like` a star crosses slashes, so a one-directory glob also says what it must not match. */
function pathCondition(glob: string): string {
	if (glob.endsWith("/**")) return `context.value like "${ROOT}/${glob.slice(0, -2)}*"`;
	return `context.value like "${ROOT}/${glob}" && !(context.value like "${ROOT}/${glob.replace("*", "*/*")}")`;
}
