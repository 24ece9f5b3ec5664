/** The authority over HTTP: Trinity's routes and our own. */

export type { RestRoute } from "./rest-route.ts";
export { restRoutes } from "./routes/index.ts";
export { type Mounted, type PageFile, type RestOptions, serveRest } from "./serve-rest.ts";
