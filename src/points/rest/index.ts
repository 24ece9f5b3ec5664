/** The authority over HTTP: Trinity's routes and our own. */
export { restRoutes } from "./routes/table.ts";
export { type PageFile, serveRest } from "./serve-rest.ts";
