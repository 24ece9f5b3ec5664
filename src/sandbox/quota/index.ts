export { beginExitScan, type ExitFinding, type ExitScan, type ExitScanFacts } from "./begin-exit-scan.ts";
export { measureSize } from "./measure-size.ts";
export { type Cgroup, type CgroupUsage, openCgroup } from "./open-cgroup.ts";
export { quarantineFindings, type SettledFinding } from "./quarantine-findings.ts";
export { type Finding, scanWorkspace } from "./scan-workspace.ts";
export { sweepCgroups } from "./sweep-cgroups.ts";
export { type Inventory, type InventoryKind, type InventoryOptions, takeInventory } from "./take-inventory.ts";
export { unlockDirectory } from "./walk-tree.ts";
export { type Exceeded, type SizeLimit, type SizeWatch, watchTotalSize } from "./watch-total-size.ts";
