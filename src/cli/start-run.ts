import { keepCompiledCode } from "./run/keep-compiled-code.ts";

// Before anything that is worth keeping is read.
keepCompiledCode();
void import("./main-run.ts");
