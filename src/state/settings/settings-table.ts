/** What a setting can hold, for checks, documents and the page. */
export type SettingType =
	| { readonly kind: "choice"; readonly choices: readonly string[] }
	| { readonly kind: "number"; readonly least: number; readonly most: number }
	/** A number, or `null` = no limit. */
	| { readonly kind: "limit"; readonly least: number; readonly most: number }
	/** The name of one folder, no path. */
	| { readonly kind: "folder" }
	| { readonly kind: "hosts" };

export type SettingValue = string | number | null | readonly string[];

/** What one setting is, and what holds while nobody has set it. */
export interface SettingEntry {
	readonly type: SettingType;
	readonly default: SettingValue;
	readonly description: string;
}

/** What each setting holds. */
export interface Settings {
	readonly "approvals.timeout_seconds": number;
	readonly "edges.default": "lineage" | "none" | "same-owner";
	readonly "http.hosts": readonly string[];
	readonly "injection.folder": string;
	readonly "ledger.content": "digest" | "full";
	readonly "messages.mailbox_size": number;
	readonly "messages.max_depth": number;
	readonly "messages.timeout_seconds": number;
	readonly "rate.failed_logins_per_minute": number | null;
	readonly "rate.requests_per_second": number | null;
	readonly "runners.http_hosts": readonly string[];
	readonly "socket.peer": "admin" | "none";
	readonly "socket.reply": "flat" | "envelope";
}

export type SettingName = keyof Settings;

/** Every setting that there is. */
export const SETTINGS: { readonly [Name in SettingName]: SettingEntry & { readonly default: Settings[Name] } } = {
	"approvals.timeout_seconds": {
		type: { kind: "number", least: 1, most: 86_400 },
		default: 300,
		description: "How long an approval waits for an answer when neither the request nor the agent's profile says it; then it is a denial.",
	},
	"edges.default": {
		type: { kind: "choice", choices: ["lineage", "none", "same-owner"] },
		default: "lineage",
		description: "Which edges a new agent gets: to and from its parent, none, or to and from all agents of its owner.",
	},
	"http.hosts": {
		type: { kind: "hosts" },
		default: [],
		description:
			"Host names besides this machine's own under which the server answers; requests for any other are refused. Holds from the next start.",
	},
	"injection.folder": {
		type: { kind: "folder" },
		default: ".writ",
		description: "The folder of a managed workspace that holds PERMITTED_AGENTS.md.",
	},
	"ledger.content": {
		type: { kind: "choice", choices: ["digest", "full"] },
		default: "digest",
		description: "What the ledger keeps of the text of messages.",
	},
	"messages.mailbox_size": {
		type: { kind: "number", least: 1, most: 1_000_000 },
		default: 1_000,
		description: "How many messages can wait for one agent; further ones are refused until some are taken.",
	},
	"messages.max_depth": {
		type: { kind: "number", least: 1, most: 1_000 },
		default: 8,
		description: "How long a chain of messages that answer to each other can be.",
	},
	"messages.timeout_seconds": {
		type: { kind: "number", least: 1, most: 600 },
		default: 600,
		description: "How long a sender waits for an answer when it does not say; the message stays queued.",
	},
	"rate.failed_logins_per_minute": {
		type: { kind: "limit", least: 1, most: 1_000_000 },
		default: 60,
		description: "How many wrong keys one address may try in a minute; a valid key is never locked out. Holds from the next start.",
	},
	"rate.requests_per_second": {
		type: { kind: "limit", least: 1, most: 10_000_000 },
		default: 1_000,
		description: "How many requests one key may make in a second; each decision of a batch counts. Holds from the next start.",
	},
	"runners.http_hosts": {
		type: { kind: "hosts" },
		default: [],
		description: "Hosts besides this machine to which messages of agents with the runner http may be given.",
	},
	"socket.peer": {
		type: { kind: "choice", choices: ["admin", "none"] },
		default: "admin",
		description: "Who a process of the server's own user is on the socket without a key: the local administrator, or nobody.",
	},
	"socket.reply": {
		type: { kind: "choice", choices: ["flat", "envelope"] },
		default: "flat",
		description: "How answers on the socket look when the connection does not choose.",
	},
};
