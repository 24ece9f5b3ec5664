import type { Authority } from "../../authority/index.ts";

/** What settings say of this point; they hold from the next start on. */
export async function readRestSettings(authority: Authority): Promise<{
	readonly hosts: readonly string[];
	readonly requestsPerSecond: number;
	readonly failedLoginsPerMinute: number;
}> {
	const settings = new Map((await authority.settings()).map(({ name, value }) => [name as string, value]));
	const hosts = settings.get("http.hosts");
	const limit = (name: string): number => {
		const value = settings.get(name);
		return typeof value === "number" ? value : 0;
	};
	return {
		hosts: Array.isArray(hosts) ? hosts.map(String) : [],
		requestsPerSecond: limit("rate.requests_per_second"),
		failedLoginsPerMinute: limit("rate.failed_logins_per_minute"),
	};
}
