/** The machine below writ: disk, clock, folders and errors. */
export { type Clock, isoTime, parseMoment, systemClock } from "./clock.ts";
export { listDirectory, realDisk } from "./disk.ts";
export { configurationHome, makeDirectory, packageFolder } from "./folders.ts";
export { rememberListings } from "./memory.ts";
export { randomId } from "./random-id.ts";
export { type DefinitionFile, type DefinitionFolder, readDefinitionFile, readDefinitions, readLayers } from "./read-definitions.ts";
export { readRegularFile, wasChanged } from "./read-regular-file.ts";
export { realPath } from "./real-path.ts";
export { createWindowCounter, type WindowCounter } from "./window-counter.ts";
export { errorCode, WritError } from "./writ-error.ts";
