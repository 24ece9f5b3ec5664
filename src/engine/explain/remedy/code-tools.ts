/** Tools that run text as code in a language whose commands nobody judges: allowing one allows whatever it runs. */
export const CODE_TOOLS: ReadonlySet<string> = new Set(["PowerShell", "REPL", "Workflow", "run_python", "write_stdin"]);
