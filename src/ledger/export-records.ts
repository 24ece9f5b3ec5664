import { canonicalText } from "./canonical-text.ts";
import type { LedgerKind, LedgerRecord } from "./ledger-record.ts";

/** The formats that records leave in. */
export const EXPORT_FORMATS = ["jsonl", "csv", "ocsf"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

/**
 * Records as text, line by line. `jsonl` has exactly the texts that were hashed, so the chain of an export can be checked without
 * the database; `ocsf` has one event of the Open Cybersecurity Schema Framework on each line.
 */
export async function* exportRecords(format: ExportFormat, records: AsyncIterable<LedgerRecord>): AsyncGenerator<string> {
	if (format === "csv") yield `${CSV_COLUMNS.join(",")}\r\n`;
	for await (const record of records) yield lineOf(format, record);
}

const CSV_COLUMNS = [
	"node",
	"seq",
	"id",
	"at",
	"kind",
	"principal",
	"key_id",
	"agent",
	"point",
	"effect",
	"code",
	"rule",
	"source",
	"writ_digest",
	"correlation_id",
	"claimed",
	"request",
	"prev",
] as const;

function lineOf(format: ExportFormat, record: LedgerRecord): string {
	if (format === "jsonl") return `${canonicalText(record)}\n`;
	if (format === "ocsf") return `${JSON.stringify(ocsfEvent(record))}\n`;
	return `${CSV_COLUMNS.map((column) => cellOf(record[column])).join(",")}\r\n`;
}

function cellOf(value: unknown): string {
	if (value === null || value === undefined) return "";
	const text = typeof value === "string" ? value : canonicalText(value);
	// SECURITY: a spreadsheet would run a cell that begins like this as a formula.
	const harmless = typeof value !== "number" && /^[=+\-@\t\r]/.test(text) ? `'${text}` : text;
	return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

/** The version of the schema that the events follow. */
const OCSF_VERSION = "1.3.0";
const API_ACTIVITY = 6003;
const ENTITY_MANAGEMENT = 3004;
const AUTHENTICATION = 3002;

/** Changes of something that is kept are Entity Management, logins are Authentication, everything that an agent does is API Activity. */
const CLASSES: Readonly<Record<LedgerKind, number>> = {
	decision: API_ACTIVITY,
	message: API_ACTIVITY,
	budget: API_ACTIVITY,
	note: API_ACTIVITY,
	login: AUTHENTICATION,
	spawn: ENTITY_MANAGEMENT,
	terminate: ENTITY_MANAGEMENT,
	agent: ENTITY_MANAGEMENT,
	edge: ENTITY_MANAGEMENT,
	group: ENTITY_MANAGEMENT,
	key: ENTITY_MANAGEMENT,
	grant: ENTITY_MANAGEMENT,
	approval: ENTITY_MANAGEMENT,
	sandbox: ENTITY_MANAGEMENT,
	mcp: ENTITY_MANAGEMENT,
	setting: ENTITY_MANAGEMENT,
	node: ENTITY_MANAGEMENT,
	retention: ENTITY_MANAGEMENT,
};

const CREATE = 1;
const UPDATE = 3;
const DELETE = 4;
const OTHER = 99;
/** `action` of a request → activity of Entity Management. */
const ACTIVITIES: ReadonlyMap<string, number> = new Map(
	Object.entries({
		created: CREATE,
		added: CREATE,
		requested: CREATE,
		mounted: CREATE,
		updated: UPDATE,
		set: UPDATE,
		sealed: UPDATE,
		rotated: UPDATE,
		answered: UPDATE,
		renamed: 5,
		removed: DELETE,
		deleted: DELETE,
		revoked: DELETE,
		retained: DELETE,
		unmounted: DELETE,
	}),
);

/** A record as an event of the Open Cybersecurity Schema Framework, with all members that its class requires. */
function ocsfEvent(record: LedgerRecord): Readonly<Record<string, unknown>> {
	const classUid = CLASSES[record.kind] ?? API_ACTIVITY;
	const activity = activityOf(record, classUid);
	const user = { name: record.principal, uid: record.principal, ...(record.key_id !== null && { credential_uid: record.key_id }) };
	return {
		category_uid: Math.floor(classUid / 1000),
		class_uid: classUid,
		activity_id: activity,
		...(activity === OTHER && { activity_name: actionOf(record) ?? record.kind }),
		type_uid: classUid * 100 + activity,
		time: Date.parse(record.at),
		severity_id: record.effect === "deny" ? 3 : 1,
		...(record.effect !== null && verdictOf(record.effect)),
		...(record.code !== null && { status_code: record.code }),
		message: [record.kind, record.effect, record.code].filter((word) => word !== null).join(" "),
		metadata: {
			version: OCSF_VERSION,
			product: { name: "writ", vendor_name: "writ" },
			profiles: ["security_control"],
			uid: record.id,
			sequence: record.seq,
			log_name: "ledger",
			log_provider: record.node,
			original_time: record.at,
			...(record.correlation_id !== null && { correlation_uid: record.correlation_id }),
		},
		actor: { user },
		...(classUid === API_ACTIVITY && {
			api: { operation: operationOf(record) },
			src_endpoint: { name: record.agent ?? record.principal },
			...(record.agent !== null && { resources: [{ name: record.agent, type: "agent" }] }),
		}),
		...(classUid === ENTITY_MANAGEMENT && {
			entity: { name: record.agent ?? record.kind, uid: record.agent ?? record.id, type: record.kind },
		}),
		...(classUid === AUTHENTICATION && { user }),
		...(record.rule !== null && { policy: { name: record.rule } }),
		unmapped: { kind: record.kind, point: record.point, request: record.request, writ_digest: record.writ_digest, prev: record.prev },
	};
}

function activityOf(record: LedgerRecord, classUid: number): number {
	if (classUid === AUTHENTICATION) return actionOf(record) === "logout" ? 2 : 1;
	if (record.kind === "spawn") return CREATE;
	if (record.kind === "terminate") return DELETE;
	return (classUid === ENTITY_MANAGEMENT && ACTIVITIES.get(actionOf(record) ?? "")) || OTHER;
}

/** What the schema says of an effect: status, action and disposition. */
function verdictOf(effect: "allow" | "deny" | "ask"): Readonly<Record<string, unknown>> {
	if (effect === "allow") return { status_id: 1, status: "Success", action_id: 1, disposition_id: 1 };
	if (effect === "deny") return { status_id: 2, status: "Failure", action_id: 2, disposition_id: 2 };
	return { status_id: 99, status: "ask", action_id: 99, action: "ask", disposition_id: 99, disposition: "ask" };
}

function operationOf(record: LedgerRecord): string {
	const { tool, kind } = requestOf(record);
	return [record.kind, kind, tool].filter((word) => typeof word === "string").join(":");
}

function actionOf(record: LedgerRecord): string | null {
	const { action } = requestOf(record);
	return typeof action === "string" ? action : null;
}

function requestOf({ request }: LedgerRecord): Readonly<Record<string, unknown>> {
	return typeof request === "object" && request !== null ? { ...request } : {};
}
