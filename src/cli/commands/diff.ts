import type { Define } from "../subcommand.ts";

export const diffCommand: Define = (command) => command;
