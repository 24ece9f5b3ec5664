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
