export { openSandboxStorage, type SandboxDirectories, type SandboxPlan, type SandboxStorage } from "./storage/sandbox-storage.ts";
