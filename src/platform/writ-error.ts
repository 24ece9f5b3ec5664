/** Broken machinery, the only thing that is thrown: `code` is stable and lower-kebab, `message` names cause and cure. */
export class WritError extends Error {
	readonly code: string;

	constructor(code: string, message: string, options?: { readonly cause?: unknown }) {
		super(message, options);
		this.name = "WritError";
		this.code = code;
	}
}
