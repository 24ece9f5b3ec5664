type Child = Node | string | undefined;

/** A new element with attributes and children; text is always text, never markup. */
export function element<K extends keyof HTMLElementTagNameMap>(
	tag: K,
	attributes: Readonly<Record<string, string | undefined>> = {},
	...children: readonly Child[]
): HTMLElementTagNameMap[K] {
	const made = document.createElement(tag);
	for (const [name, value] of Object.entries(attributes)) if (value !== undefined) made.setAttribute(name, value);
	made.append(...children.filter((child) => child !== undefined));
	return made;
}

/** The element of the page with this id; the page is ours, so a missing one is a mistake in it. */
export function byId<T extends HTMLElement>(id: string, kind: new () => T): T {
	const found = document.getElementById(id);
	if (!(found instanceof kind)) throw new Error(`the page has no #${id}`);
	return found;
}
