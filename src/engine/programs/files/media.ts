import { loads, plain, reads, redirects, runs, writes } from "../option-rows.ts";
import type { ProgramTable } from "../program-table.ts";

/** Converters of pictures and sound, and printers of documents: many write their last operand, and some formats run code. */
export const media: ProgramTable = {
	names: [
		"ffmpeg",
		"ffprobe",
		"ffplay",
		"convert",
		"magick",
		"mogrify",
		"identify",
		"pdflatex",
		"xelatex",
		"lualatex",
		"latexmk",
		"latex",
		"tex",
		"gs",
		"sox",
	],
	style: "long-dash",
	abbreviations: false,
	operands: "write",
	options: [
		runs("-shell-escape -enable-write18 -write18", "lets a document run programs"),
		runs("-pdflatex -latex <program>", "starts this program"),
		runs("-e <code>", "runs text as code"),
		loads("-r <file>", "loads settings, which are code"),
		loads("-dNOSAFER -dDELAYSAFER", "switches protections off"),
		loads("-c <code>", "runs text as code"),
		writes("-o -outdir -output-directory -jobname <place>", "writes the result"),
		{ ...writes("-sOutputFile=", "writes the result"), prefix: true },
		...reads("-i <file>"),
		...plain("-f -format <format>", "-v <level>", "-show_entries <entries>", "-of -print_format <format>", "-version", "-hide_banner"),
	],
};

/** Converters of documents and drawings, and fetchers of films. */
export const documents: ProgramTable = {
	names: ["pandoc", "asciidoctor", "sphinx-build", "mkdocs", "inkscape", "soffice", "libreoffice", "yt-dlp", "youtube-dl"],
	abbreviations: false,
	operands: "maybe-read",
	options: [
		runs("-F --filter --lua-filter <program>", "runs this program"),
		runs("--pdf-engine <program>", "starts this program"),
		runs("--exec <command>", "runs a command"),
		runs("--plugin <program>", "runs this program"),
		runs("-r --require <library>", "loads code"),
		loads("-c --config --conf <place>", "loads settings, which can be code"),
		loads("--template -d --defaults --data-dir <place>", "loads settings"),
		loads("-e --extension <name>", "loads code"),
		redirects("--extract-media <directory>", "writes files"),
		writes("-o --output --outdir -D --output-dir --export-filename <place>", "writes the result"),
		...plain(
			"-f --from <format>",
			"-t --to <format>",
			"-b <builder>",
			"-T <format>",
			"-V --variable <variable>",
			"-M --metadata <value>",
			"-s --standalone",
			"--version",
			"--help",
		),
	],
};
