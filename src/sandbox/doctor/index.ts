export type { MachineReport, Probe, ProbeName } from "./machine-report.ts";
export { type ProbeOptions, probeMachine } from "./probe-machine.ts";
