import type { ProgramTable } from "../program-table.ts";
import { changes, loads, named, plain, runs, writes } from "./option-rows.ts";

/** Notebooks: they run the code inside, and servers for it. */
export const notebooks: ProgramTable = {
	names: ["jupyter", "jupyter-lab", "jupyter-notebook", "jupyter-nbconvert", "papermill", "marimo", "streamlit", "gradio", "quarto"],
	abbreviations: false,
	closed: true,
	operands: "script",
	interpreter: { why: "runs the code in a notebook" },
	subcommands: {
		nbconvert: {
			operands: "maybe-read",
			options: [
				runs("--execute", "runs the code in the notebook"),
				loads("--config --template --template-file <file>", "loads settings, which are code"),
				loads("--post --writer <class>", "loads code"),
				writes("--output <file>", "writes the result"),
				writes("--output-dir <directory>", "writes the result"),
				changes("--inplace", "rewrites the notebook"),
				...plain("--to <format>", "--stdout"),
			],
		},
		kernelspec: { operands: "data" },
		lab: named("runs", "starts a server"),
		notebook: named("runs", "starts a server"),
		console: named("runs", "runs code from its input"),
		server: named("runs", "starts a server"),
		execute: named("runs", "runs the code in a notebook"),
		run: named("runs", "runs code", { operands: "script" }),
		edit: named("runs", "starts a server"),
		render: named("runs", "runs the code in a document"),
		preview: named("runs", "starts a server"),
	},
};
