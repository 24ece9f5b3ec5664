import type { ProgramTable } from "../program-table.ts";
import { changes, loads, plain, runs } from "./option-rows.ts";

/** Interpreters without a file of their own: a rule covers them only when it names the script. */
export const interpreters: readonly ProgramTable[] = [
	{
		names: ["perl", "perl5"],
		style: "posix",
		abbreviations: false,
		interpreter: { why: "runs a script" },
		operands: ["script", "data"],
		options: [
			runs("-e <code>", "runs text as code", "GTFOBins perl"),
			runs("-E <code>", "runs text as code", "GTFOBins perl"),
			loads("-M <module>", "loads code first"),
			loads("-m <module>", "loads code first"),
			loads("-I <directory>", "changes which code is loaded"),
			changes("-i [extension]", "rewrites the files"),
			runs("-x [directory]", "runs the perl text inside a file"),
			runs("-S", "looks for the script in PATH"),
			runs("-d [module]", "starts a debugger, or loads a module of it"),
			{ names: ["-c"], operandsBecome: "script" },
			...plain("-F [pattern]", "-l [octal]", "-0 [octal]", "-C [number]", "-D [flags]", "-V [name]", "-v", "-w", "-h"),
		],
	},
	{
		names: ["lua", "luajit", "texlua", "Rscript", "R", "julia", "octave", "elixir", "iex", "erl", "escript", "swift", "ghc", "ghci", "runghc", "runhaskell", "stack", "ocaml", "racket", "guile", "sbcl", "clisp", "scheme", "osascript", "raku", "nim", "crystal", "dart", "flutter", "gst", "gjs", "qjs", "d8", "mono", "wine", "wasmtime", "wasmer", "rscript", "gnuplot"],
		style: "posix",
		abbreviations: false,
		interpreter: { why: "runs a script" },
		operands: ["script", "data"],
		options: [
			runs("-e --eval --evaluate -E --print -p --expr -c -Command -command --command -EncodedCommand <code>", "runs text as code"),
			loads("-l -r -R --require --load -L <file>", "loads code first"),
			loads("-I -pa -pz -S --include <directory>", "changes which code is loaded"),
			runs("-i --interactive", "runs code from its input"),
			runs("-File -file -f --file <file>", "runs a file"),
			...plain("-v --version", "-h --help"),
		],
	},
];
