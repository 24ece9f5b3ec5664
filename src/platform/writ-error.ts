/** Broken machinery, the only thing that is thrown: `code` is stable and lower-kebab, `message` names cause and cure. */
export class WritError extends Error {
	readonly code: string;

	constructor(code: string, message: string, options?: { readonly cause?: unknown }) {
		super(message, options);
		this.name = "WritError";
		this.code = code;
	}
}

/** The stable code of an error of the operating system (`ENOENT`), or `unknown cause`. */
export function errorCode(error: unknown): string {
	return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown cause";
}
