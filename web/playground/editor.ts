import { byId, element } from "./element.ts";

/** A line of the profile that deserves a mark. */
export interface LineMark {
	readonly line: number;
	readonly kind: "error" | "warning" | "rule";
	readonly title: string;
}

/** The profile's text with line numbers; marks stand beside their line. */
export interface Editor {
	text(): string;
	setText(text: string): void;
	setMarks(marks: readonly LineMark[]): void;
	/** Puts the caret there and shows it. */
	goTo(line: number, column: number): void;
}

/** Makes the editor of the page live. */
export function makeEditor(onChange: () => void): Editor {
	const area = byId("yaml", HTMLTextAreaElement);
	const gutter = byId("gutter", HTMLElement);
	let marks: readonly LineMark[] = [];
	area.addEventListener("input", () => {
		draw();
		onChange();
	});
	area.addEventListener("scroll", follow);
	return {
		text: () => area.value,
		setText(text) {
			area.value = text;
			area.scrollTop = 0;
			marks = [];
			draw();
		},
		setMarks(next) {
			marks = next;
			draw();
		},
		goTo(line, column) {
			const lines = area.value.split("\n");
			const start = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
			area.focus();
			area.setSelectionRange(start + column - 1, start + (lines[line - 1]?.length ?? 0));
			area.scrollTop = (line - 4) * lineHeight();
		},
	};

	function draw(): void {
		const count = area.value.split("\n").length;
		const numbers = Array.from({ length: count }, (_, index) => {
			const own = marks.filter((mark) => mark.line === index + 1);
			const kind = own.find((mark) => mark.kind === "error")?.kind ?? own[0]?.kind;
			return element(
				"span",
				{ class: `line-number ${kind ?? ""}`, title: own.map((mark) => mark.title).join("\n") || undefined },
				String(index + 1),
			);
		});
		gutter.replaceChildren(...numbers);
		follow();
	}

	function follow(): void {
		gutter.scrollTop = area.scrollTop;
	}

	function lineHeight(): number {
		return Number.parseFloat(getComputedStyle(area).lineHeight);
	}
}
