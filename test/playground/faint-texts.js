// Runs in the page: texts whose colour stands out too little from what is behind them (WCAG AA, 4.5 : 1).
(() => {
	const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
	const rgba = (color) => {
		canvas.clearRect(0, 0, 1, 1);
		canvas.fillStyle = color;
		canvas.fillRect(0, 0, 1, 1);
		return [...canvas.getImageData(0, 0, 1, 1).data];
	};
	const luminance = ([red, green, blue]) => {
		const [r, g, b] = [red, green, blue].map((part) => (part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4));
		return 0.2126 * r + 0.7152 * g + 0.0722 * b;
	};
	const behind = (element) => {
		if (element === null) return [255, 255, 255, 255];
		const color = rgba(getComputedStyle(element).backgroundColor);
		return color[3] > 0 ? color : behind(element.parentElement);
	};
	return [...document.querySelectorAll("body *")].flatMap((element) => {
		const hasText = [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent.trim() !== "");
		if (!hasText || !element.checkVisibility()) return [];
		const [dark, light] = [luminance(rgba(getComputedStyle(element).color)), luminance(behind(element))].toSorted((a, b) => a - b);
		const ratio = (light + 0.05) / (dark + 0.05);
		return ratio >= 4.5 ? [] : [`${element.tagName} ${element.className}: ${element.textContent.slice(0, 40)} (${ratio.toFixed(2)})`];
	});
})();
