/** How a program of ours reaches the authority of a home: it finds a running one or starts it, connects, sends events and reads the answers. */
export { closeDatabaseFiles, guardHome } from "./guard-home.ts";
export { type LastingClient, lastingClient } from "./lasting-client.ts";
export { isAbsent, openClient, openRunning, socketPath } from "./open-client.ts";
export { rowOf, rowsOf, textOf, textsOf } from "./read-reply.ts";
export { connectSocket, type ServerReply, type SocketAnswer, type SocketClient, type SocketFault } from "./socket-client.ts";
