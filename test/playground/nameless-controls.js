// Runs in the page: controls that have neither a label nor a text of their own.
(() =>
	[...document.querySelectorAll("button, input, select, textarea, summary")]
		.filter((control) => !control.getAttribute("aria-label") && !control.labels?.length && !control.textContent.trim())
		.map((control) => control.outerHTML))();
