/** A statement as PostgreSQL wants it: `$1` for the first value, and a name under which a connection keeps it prepared. */
export interface Statement {
	readonly text: string;
	readonly name?: string;
}

/** Lists of values make many texts of one statement; those beyond are neither kept here nor prepared. */
const MOST_KNOWN = 1_000;
const KNOWN = new Map<string, Statement>();

/** Translates portable SQL; a `?` inside quotes stays as it is. */
export function statementOf(sql: string): Statement {
	const known = KNOWN.get(sql);
	if (known !== undefined) return known;
	let count = 0;
	const text = sql.replace(/'[^']*'|"[^"]*"|--[^\n]*|\?/g, (part) => (part === "?" ? `$${++count}` : part));
	if (KNOWN.size >= MOST_KNOWN) return { text };
	const made = { text, name: `writ_${KNOWN.size}` };
	KNOWN.set(sql, made);
	return made;
}
