/** The stable code of an error of the operating system (`ENOENT`), or `unknown cause`. */
export function errorCode(error: unknown): string {
	return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown cause";
}
