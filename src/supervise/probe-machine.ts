/** The probes, in a file of their own: they are tried once after each start of the machine, and need not be read before. */
export { probeMachine } from "../sandbox/index.ts";
