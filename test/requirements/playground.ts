/** What the design says of the page that previews decisions. */
export const PLAYGROUND_REQUIREMENTS: readonly { readonly id: string; readonly source: string; readonly behaviour: string }[] = [
	{
		id: "web-2-try-it",
		source: "web.md, Places 2 and 6",
		behaviour: "a typed request shows the decision, each step, the rule and the nearest rule that would allow it",
	},
	{ id: "web-2-same-answer", source: "web.md, Places 2", behaviour: "the page gives the same answer as the engine outside it" },
	{ id: "web-6-problems", source: "web.md, Places 6", behaviour: "problems of a profile stand at their line while one types" },
	{ id: "web-manners-keyboard", source: "web.md, Manners", behaviour: "the page works with the keyboard alone and names every control" },
	{ id: "web-manners-width", source: "web.md, Manners", behaviour: "the page is usable at 390 px width, in light and dark" },
	{ id: "web-no-cdn", source: "web.md", behaviour: "no request leaves the page's own server, under a strict content security policy" },
	{ id: "web-tests-hostile", source: "web.md, Tests", behaviour: "hostile names and texts render as text" },
	{
		id: "web-share",
		source: "web.md, Places 6",
		behaviour: "a link carries profile and request in its fragment and shows the same decision elsewhere",
	},
	{
		id: "design-4-browser",
		source: "DESIGN.md §4",
		behaviour: "writ/engine runs in a browser: the page's bundle holds no builtin of Node",
	},
];
