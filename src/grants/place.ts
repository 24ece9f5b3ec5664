import { numberOf, type Place, type Row, textOf } from "../store/index.ts";

/** Where a list by time goes on; a cursor that is none has no place. */
export function placeOf(cursor: string | null): Place | null {
	if (cursor === null) return { at: -1, id: "" };
	const [at = "", id = ""] = cursor.split("~");
	return /^\d{1,15}$/.test(at) ? { at: Number(at), id } : null;
}

/** The cursor that goes on after a row. */
export function cursorOf(row: Row): string {
	return `${numberOf(row, "created_at")}~${textOf(row, "id")}`;
}
