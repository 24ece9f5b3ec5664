export { machineKey } from "./machine-key.ts";
export type { MachineReport, Probe, ProbeName, WeighedProbe } from "./machine-report.ts";
export { type ProbeOptions, probeMachine } from "./probe-machine.ts";
