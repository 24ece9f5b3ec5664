import { answer, defineRoute, type RestRoute } from "../rest-route.ts";
import { list, members, nullable, text } from "../shapes.ts";

const TOOL = members({ name: text, gate: text, param: nullable(text), needs: nullable(text), scopes: list(text), description: text }, [
	"name",
	"gate",
	"param",
	"needs",
	"scopes",
]);

/** The table of the tools of the model context protocol, which another point serves. */
export function mcpPolicyRoutes(tools: readonly Readonly<Record<string, unknown>>[]): readonly RestRoute[] {
	return [
		defineRoute({
			method: "GET",
			path: "/v1/mcp/policy",
			tag: "mcp",
			summary:
				"Which tools the model context protocol serves, and what each of them is judged by; of mounted servers those that the caller has",
			access: "anyone",
			replies: { 200: members({ tools: list(TOOL) }, ["tools"]) },
			run: async ({ authority, caller }) => answer({ tools: [...tools, ...(await authority.mountedTools(caller)).map(mountedRow)] }),
		}),
	];
}

/** The row of a mounted tool: what its arguments may be is for the rules of a writ to say. */
function mountedRow({ name, description }: { readonly name: string; readonly description: string }): Readonly<Record<string, unknown>> {
	return { name, gate: "self", param: null, needs: null, scopes: ["agent", "user"], description };
}
