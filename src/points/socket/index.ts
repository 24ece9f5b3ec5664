/** The authority on a Unix socket, in KSI's events. */

export type { ServerReply } from "./client-lines.ts";
export { socketEvents } from "./events/index.ts";
export { type SocketOptions, serveSocket } from "./serve-socket.ts";
export { connectSocket, type SocketAnswer, type SocketClient, type SocketFault } from "./socket-client.ts";
export type { Reply, SocketEvent } from "./socket-event.ts";
export { socketPath } from "./socket-path.ts";
