/** The members of an object that are there: one that may be `undefined` may be absent instead. */
export type Present<Members extends object> = Flat<
	{ [Key in keyof Members as undefined extends Members[Key] ? never : Key]: Members[Key] } & {
		[Key in keyof Members as undefined extends Members[Key] ? Key : never]?: Exclude<Members[Key], undefined>;
	}
>;

/** The same object without the members that are `undefined`, in the same order. */
export function present<Members extends object>(members: Members): Present<Members> {
	return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Present<Members>;
}

/** The same members as one object type, so that an editor shows them. */
export type Flat<Members> = { [Key in keyof Members]: Members[Key] };
