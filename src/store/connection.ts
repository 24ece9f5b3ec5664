/** A value as both back-ends keep it: text, whole and real numbers, nothing. Truth values are 0 and 1, moments are milliseconds. */
export type SqlValue = string | number | null;

/** One row, by the names of its columns. */
export type Row = Readonly<Record<string, SqlValue>>;

/** What both back-ends can do. Statements are plain SQL that both understand, with `?` for values. */
export interface Connection {
	all(sql: string, values?: readonly SqlValue[]): Promise<readonly Row[]>;
	/** How many rows were changed. `storable` = the caller has made the values so that every back-end keeps them, and they are not looked through. */
	run(sql: string, values?: readonly SqlValue[], made?: "storable"): Promise<number>;
}

/** A statement with its values, which were made so that every back-end keeps them. */
export interface Statement {
	readonly sql: string;
	readonly values: readonly SqlValue[];
}

/** The first row, if any. */
export async function firstRow(connection: Connection, sql: string, values?: readonly SqlValue[]): Promise<Row | null> {
	const [row] = await connection.all(sql, values);
	return row ?? null;
}

/** A column that the schema keeps as text. */
export function textOf(row: Row, column: string): string {
	const value = row[column];
	if (typeof value !== "string") throw new TypeError(`column ${column} holds no text`);
	return value;
}

/** A column that the schema keeps as a number. */
export function numberOf(row: Row, column: string): number {
	const value = row[column];
	if (typeof value !== "number") throw new TypeError(`column ${column} holds no number`);
	return value;
}

/** A column of text that may be empty. */
export function textOrNull(row: Row, column: string): string | null {
	return row[column] === null ? null : textOf(row, column);
}

/** A column of numbers that may be empty. */
export function numberOrNull(row: Row, column: string): number | null {
	return row[column] === null ? null : numberOf(row, column);
}
