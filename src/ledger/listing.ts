/** An entry that brings the lookup of the ledger on by at most so many records, in the commit that it is appended to. */
export class Listing {
	readonly limit: number;
	/** How many it was, once that is committed. */
	listed = 0;

	constructor(limit: number) {
		this.limit = limit;
	}
}
