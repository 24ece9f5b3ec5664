import type { RestRoute } from "../rest-route.ts";
import { agentLifeRoutes } from "./agent-life.ts";
import { agentPartRoutes } from "./agent-parts.ts";
import { agentRoutes } from "./agents.ts";
import { approvalRoutes } from "./approvals.ts";
import { chatRoutes } from "./chat.ts";
import { decideRoutes, spendRoutes } from "./decide.ts";
import { edgeRoutes } from "./edges.ts";
import { eventRoutes } from "./events.ts";
import { grantRoutes } from "./grants.ts";
import { groupRoutes } from "./groups.ts";
import { doctorRoutes, healthRoutes } from "./health.ts";
import { keyRoutes } from "./keys.ts";
import { ledgerRoutes } from "./ledger.ts";
import { mapRoutes } from "./map.ts";
import { mcpPolicyRoutes, mcpServerRoutes } from "./mcp-servers.ts";
import { pageRoutes } from "./page.ts";
import { permissionRoutes } from "./permissions.ts";
import { previewRoutes } from "./previews.ts";
import { profileRoutes } from "./profiles.ts";
import { settingRoutes } from "./settings.ts";
import { shareRoutes } from "./shares.ts";
import { systemRoutes } from "./systems.ts";
import { trinityAgentRoutes } from "./trinity-agents.ts";
import { trinityAuditRoutes } from "./trinity-audit.ts";

/** Every route that is served; the table of the tools of the model context protocol is handed in. */
export function restRoutes(mcpPolicy: readonly Readonly<Record<string, unknown>>[] = []): readonly RestRoute[] {
	return [
		...healthRoutes,
		...pageRoutes,
		...agentRoutes,
		...agentLifeRoutes,
		...agentPartRoutes,
		...decideRoutes,
		...chatRoutes,
		...edgeRoutes,
		...groupRoutes,
		...mapRoutes,
		...grantRoutes,
		...approvalRoutes,
		...keyRoutes,
		...permissionRoutes,
		...shareRoutes,
		...systemRoutes,
		...trinityAgentRoutes,
		...trinityAuditRoutes,
		...spendRoutes,
		...profileRoutes,
		...previewRoutes,
		...ledgerRoutes,
		...settingRoutes,
		...doctorRoutes,
		...eventRoutes,
		...mcpPolicyRoutes(mcpPolicy),
		...mcpServerRoutes,
	];
}
