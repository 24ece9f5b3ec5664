/** Tools that are one request with every event that sends: to write a message to an agent. */
export const MESSAGE_VERBS: readonly string[] = ["nexus_send", "chat_with_agent"];
