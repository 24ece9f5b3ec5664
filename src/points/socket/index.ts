/** The authority on a Unix socket, in KSI's events. */
export { socketEvents } from "./events/table.ts";
export { serveSocket } from "./serve-socket.ts";
