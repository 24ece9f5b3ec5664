import type { Dialect } from "../backend.ts";

/** Profiles that people wrote over the wire, every version; a version without a document says that none is kept from then on. */
export function profileTables({ text }: Dialect): readonly string[] {
	return [
		`CREATE TABLE profile_versions (name ${text} NOT NULL, version BIGINT NOT NULL, document ${text}, reason ${text} NOT NULL, written_by ${text} NOT NULL,
			written_at BIGINT NOT NULL, PRIMARY KEY (name, version))`,
	];
}
