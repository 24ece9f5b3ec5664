/** The names of a table's rows, as the type of the table has them. */
export function namesOf<Table extends object>(table: Table): readonly (keyof Table & string)[] {
	return Object.keys(table).filter((name): name is keyof Table & string => Object.hasOwn(table, name));
}
