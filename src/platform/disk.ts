import type { Disk } from "../engine/index.ts";
import { listDirectory } from "./list-directory.ts";
import { rememberListings } from "./memory.ts";
import { realPath } from "./real-path.ts";

/** This disk, as the engine sees it. */
export const realDisk: Disk = { resolve: realPath, list: rememberListings(listDirectory) };
