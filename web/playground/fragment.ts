/** All that a link must carry to show the same thing to someone else. */
export interface Shared {
	/** A shipped profile by its name, when it was not edited. */
	readonly profile?: string;
	/** The profile's text, when it was. */
	readonly yaml?: string;
	readonly kind: string;
	readonly values: Readonly<Record<string, string>>;
	readonly agent: string;
	readonly parent: string;
	readonly children: string;
	readonly root: string;
}

/** The part of a link after `#`. It never leaves the browser. */
export function writeFragment(shared: Shared): string {
	const bytes = new TextEncoder().encode(JSON.stringify(shared));
	let binary = "";
	for (const byte of bytes) binary += String.fromCharCode(byte);
	return `#${btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** What a link carries, or `undefined`: a fragment comes from anyone, so every part is checked. */
export function readFragment(fragment: string): Partial<Shared> | undefined {
	if (fragment.length < 2 || fragment.length > 200_000) return undefined;
	try {
		const binary = atob(fragment.slice(1).replaceAll("-", "+").replaceAll("_", "/"));
		const value: unknown = JSON.parse(
			new TextDecoder("utf-8", { fatal: true }).decode(Uint8Array.from(binary, (one) => one.charCodeAt(0))),
		);
		if (typeof value !== "object" || value === null) return undefined;
		const entries = Object.entries(value).filter(([name, part]) => (name === "values" ? isTexts(part) : typeof part === "string"));
		return Object.fromEntries(entries);
	} catch {
		return undefined;
	}
}

function isTexts(value: unknown): boolean {
	return typeof value === "object" && value !== null && Object.values(value).every((part) => typeof part === "string");
}
