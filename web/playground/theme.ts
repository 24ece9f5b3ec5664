import { byId } from "./element.ts";

/** The button that changes between light and dark; at first the page follows the system. */
export function makeTheme(): void {
	const button = byId("theme", HTMLButtonElement);
	const dark = matchMedia("(prefers-color-scheme: dark)");
	const isDark = () => (document.documentElement.dataset.theme ?? (dark.matches ? "dark" : "light")) === "dark";
	const show = () => {
		button.textContent = isDark() ? "Light" : "Dark";
		button.title = isDark() ? "Change to light" : "Change to dark";
	};
	dark.addEventListener("change", show);
	button.addEventListener("click", () => {
		document.documentElement.dataset.theme = isDark() ? "light" : "dark";
		show();
	});
	show();
}
