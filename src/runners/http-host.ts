/** What is wrong with an address to which messages shall be given; `null` = it may be asked. */
export function hostProblem(address: string, hosts: readonly string[]): string | null {
	const url = URL.canParse(address) ? new URL(address) : null;
	if (url === null || (url.protocol !== "http:" && url.protocol !== "https:")) return "the url begins with http:// or https://";
	if (url.username !== "" || url.password !== "") return "the url holds no name and no password";
	if (isThisMachine(url.hostname) || hosts.includes(url.hostname) || hosts.includes(url.host)) return null;
	return `${url.hostname} is neither this machine nor in the setting runners.http_hosts`;
}

/** SECURITY: only names that no resolver can lead elsewhere; the address was normalised, so 127.1 and 0x7f.1 are 127.0.0.1 here. */
function isThisMachine(hostname: string): boolean {
	return hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
}
