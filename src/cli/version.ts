import manifest from "../../package.json" with { type: "json" };

/** The version of this writ. */
export const VERSION: string = manifest.version;
