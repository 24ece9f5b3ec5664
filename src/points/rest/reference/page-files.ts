/** The script of the reference page: its search. Without it the page is whole, and the browser searches. */
export const REFERENCE_SCRIPT = `const search = document.getElementById("search");
const found = document.getElementById("found");
const nothing = document.getElementById("nothing");
const articles = [...document.querySelectorAll("article")];
const links = new Map([...document.querySelectorAll("nav [data-for]")].map((link) => [link.dataset.for, link]));
const sections = [...document.querySelectorAll("main > section, nav > section")];

function filter() {
	const words = search.value.toLowerCase().split(/\\s+/).filter((word) => word !== "");
	let count = 0;
	for (const article of articles) {
		const shown = words.every((word) => article.dataset.search.includes(word));
		article.hidden = !shown;
		const link = links.get(article.id);
		if (link !== undefined) link.hidden = !shown;
		if (shown) count++;
	}
	for (const section of sections) {
		const parts = section.querySelectorAll("article, [data-for]");
		section.hidden = parts.length > 0 ? [...parts].every((part) => part.hidden) : words.length > 0;
	}
	nothing.hidden = count > 0;
	found.textContent = count === articles.length ? count + " routes" : count + " of " + articles.length + " routes";
}

search.addEventListener("input", filter);
addEventListener("keydown", (event) => {
	if (event.key !== "/" || event.target === search || event.ctrlKey || event.metaKey || event.altKey) return;
	event.preventDefault();
	search.focus();
});
addEventListener("hashchange", () => {
	const target = document.getElementById(location.hash.slice(1));
	if (target === null || target.closest("[hidden]") === null) return;
	search.value = "";
	filter();
	target.scrollIntoView();
});
if (search.value !== "") filter();
`;

/** How the reference page looks: light or dark as the reader's system is, and narrow on a telephone. */
export const REFERENCE_STYLE = `:root {
	color-scheme: light dark;
	--text: light-dark(#1c2024, #e8eaed);
	--faint: light-dark(#565d64, #a5adb5);
	--back: light-dark(#ffffff, #14171a);
	--panel: light-dark(#f4f5f7, #1d2126);
	--line: light-dark(#d5d9dd, #343a41);
	--link: light-dark(#0b57a4, #7db8f5);
	--get: light-dark(#0b5cad, #83bdf7);
	--write: light-dark(#8a4b00, #f0b46a);
	--end: light-dark(#b3261e, #ff9d94);
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; display: grid; grid-template: "head head" auto "nav main" 1fr / minmax(15rem, 22rem) minmax(0, 1fr); color: var(--text); background: var(--back); font: 1rem/1.5 system-ui, sans-serif; }
header { grid-area: head; padding: 1rem 1.5rem; border-bottom: 1px solid var(--line); }
h1 { margin: 0; font-size: 1.4rem; }
h1 span { font-weight: 400; color: var(--faint); }
header p { margin: 0.25rem 0; max-width: 60rem; }
#found { color: var(--faint); }
label { display: block; margin-top: 0.5rem; }
input { font: inherit; width: min(30rem, 100%); padding: 0.35rem 0.6rem; color: inherit; background: var(--panel); border: 1px solid var(--faint); border-radius: 6px; }
nav { grid-area: nav; padding: 1rem 0 2rem 1.5rem; border-right: 1px solid var(--line); position: sticky; top: 0; max-height: 100vh; overflow: auto; font-size: 0.85rem; }
nav h2 { font-size: 0.95rem; margin: 0.8rem 0 0.2rem; }
nav ul { list-style: none; margin: 0; padding: 0; }
nav li a { display: block; padding: 0.1rem 0.5rem 0.1rem 0; text-decoration: none; overflow-wrap: anywhere; }
main { grid-area: main; padding: 1rem 1.5rem 4rem; max-width: 70rem; }
main.alone { grid-area: 1 / 1 / -1 / -1; }
a { color: var(--link); }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: 1rem; padding: 0.5rem; background: var(--back); }
main h2 { margin: 2rem 0 0.5rem; text-transform: capitalize; }
article { border: 1px solid var(--line); border-radius: 8px; padding: 0.8rem 1rem; margin: 0 0 1rem; scroll-margin-top: 1rem; }
article:target { border-color: var(--link); }
h3 { margin: 0; font-size: 1.05rem; overflow-wrap: anywhere; }
h4 { margin: 0.8rem 0 0.2rem; font-size: 0.9rem; color: var(--faint); }
.anchor { text-decoration: none; color: var(--faint); }
.method { font: 700 0.75rem ui-monospace, monospace; }
.method.get { color: var(--get); }
.method.post, .method.put, .method.patch { color: var(--write); }
.method.delete { color: var(--end); }
code, pre { font-family: ui-monospace, monospace; font-size: 0.9em; }
pre { background: var(--panel); border-radius: 6px; padding: 0.6rem 0.8rem; overflow-x: auto; margin: 0.2rem 0; }
.members { margin: 0.2rem 0; padding-left: 1.2rem; }
.type, .note, .access { color: var(--faint); }
.required { font-size: 0.8rem; font-weight: 600; }
summary { cursor: pointer; }
@media (max-width: 50rem) {
	body { display: block; }
	nav { position: static; max-height: 14rem; border-right: 0; border-bottom: 1px solid var(--line); padding-right: 1.5rem; }
	header, main { padding-inline: 1rem; }
}
`;
