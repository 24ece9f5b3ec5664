export { protectedBy } from "./protected-by.ts";
export { quarantineFindings, type SettledFinding } from "./quarantine-findings.ts";
export { type Finding, scanWorkspace } from "./scan-workspace.ts";
export { type Inventory, type InventoryKind, type InventoryOptions, takeInventory } from "./take-inventory.ts";
export { type Exceeded, type SizeLimit, type SizeWatch, watchTotalSize } from "./watch-total-size.ts";
