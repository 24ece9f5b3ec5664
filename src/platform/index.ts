export { type Clock, isoTime, systemClock } from "./clock.ts";
export { configurationHome } from "./configuration-home.ts";
export { errorCode } from "./error-code.ts";
export { makeDirectory } from "./make-directory.ts";
export { packageFolder } from "./package-folder.ts";
export { randomId } from "./random-id.ts";
export { type DefinitionFile, type DefinitionFolder, readDefinitionFile, readDefinitions } from "./read-definitions.ts";
export { realPath } from "./real-path.ts";
export { WritError } from "./writ-error.ts";
