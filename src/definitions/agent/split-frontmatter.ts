import type { Fault } from "../yaml/index.ts";

/** A Markdown agent file in its two parts. */
export type SplitFile =
	| {
			readonly ok: true;
			/** The YAML, on the same lines as in the file. */
			readonly yaml: string;
			readonly body: string;
	  }
	| { readonly ok: false; readonly fault: Fault };

const FENCE = /^---[ \t]*$/;

/** Splits `---`, YAML, `---`, text. The opening fence must be the first line. */
export function splitFrontmatter(text: string): SplitFile {
	const lines = text.split(/\r?\n/);
	if (!FENCE.test(lines[0] ?? "")) {
		return missing(
			"missing-frontmatter",
			"the file does not begin with frontmatter",
			"begin it with a line ---, then name, description and tools, then a line ---",
		);
	}
	const end = lines.findIndex((line, index) => index > 0 && FENCE.test(line));
	if (end < 0) return missing("unterminated-frontmatter", "the frontmatter that begins here has no end", "end it with a line ---");
	return {
		ok: true,
		yaml: ["", ...lines.slice(1, end)].join("\n"),
		body: lines
			.slice(end + 1)
			.join("\n")
			.trim(),
	};
}

function missing(code: string, message: string, hint: string): SplitFile {
	return { ok: false, fault: { code, path: "", message, hint, at: [1, 1] } };
}
