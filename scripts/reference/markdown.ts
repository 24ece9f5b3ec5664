/** A page: its title, a note that it is made, then its parts. */
export function page(title: string, ...parts: readonly string[]): string {
	return `${[`# ${title}`, "<!-- Made by scripts/generate-reference.ts; npm run generate writes it again. -->", ...parts].join("\n\n")}\n`;
}

/** A Markdown table; what would break out of a cell is escaped. */
export function table(headings: readonly string[], rows: readonly (readonly string[])[]): string {
	const line = (cells: readonly string[]) => `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
	return [line(headings), line(headings.map(() => "---")), ...rows.map(line)].join("\n");
}

/** Text as code, also when it holds backticks. */
export function code(text: string): string {
	return text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``;
}
