import { byId, element } from "./element.ts";
import { type Built, type Field, REQUEST_KINDS, type RequestKind } from "./request-kinds.ts";

export interface Suggestions {
	readonly tools: readonly string[];
	readonly profiles: readonly string[];
}

/** The tabs and the form of the request. */
export interface RequestForm {
	/** The request as it stands, and whatever is wrong with the form shown at its field. */
	build(): Built;
	kind(): string;
	values(): Readonly<Record<string, string>>;
	show(kind: string, values?: Readonly<Record<string, string>>): void;
}

/** Makes the request's part of the page live. */
export function makeRequestForm(suggestions: Suggestions, onChange: () => void): RequestForm {
	const tabs = byId("tabs", HTMLElement);
	const panel = byId("form", HTMLElement);
	const held = new Map(REQUEST_KINDS.map((one): [string, Record<string, string>] => [one.kind, { ...one.start }]));
	let current: RequestKind = first();

	const buttons = REQUEST_KINDS.map((one) => {
		const button = element(
			"button",
			{ type: "button", role: "tab", class: "tab", id: `tab-${one.kind}`, "aria-controls": "form" },
			one.title,
		);
		button.addEventListener("click", () => change(one.kind));
		return button;
	});
	tabs.append(...buttons);
	tabs.addEventListener("keydown", (event) => {
		const steps: Readonly<Record<string, number>> = {
			ArrowRight: 1,
			ArrowLeft: -1,
			Home: -REQUEST_KINDS.length,
			End: REQUEST_KINDS.length,
		};
		const step = steps[event.key];
		if (step === undefined) return;
		event.preventDefault();
		const place = REQUEST_KINDS.indexOf(current) + step;
		const next =
			Math.abs(step) > 1 ? Math.max(0, Math.min(place, REQUEST_KINDS.length - 1)) : (place + REQUEST_KINDS.length) % REQUEST_KINDS.length;
		change(REQUEST_KINDS[next]?.kind ?? current.kind);
		buttons[next]?.focus();
	});
	draw();

	return {
		build() {
			const built = current.build(held.get(current.kind) ?? {});
			for (const note of panel.querySelectorAll<HTMLElement>(".wrong")) note.textContent = "";
			for (const input of panel.querySelectorAll("[aria-invalid]")) input.removeAttribute("aria-invalid");
			if (!built.ok) {
				const note = panel.querySelector<HTMLElement>(`#wrong-${built.field}`);
				if (note !== null) note.textContent = built.why;
				panel.querySelector(`#field-${built.field}`)?.setAttribute("aria-invalid", "true");
			}
			return built;
		},
		kind: () => current.kind,
		values: () => ({ ...held.get(current.kind) }),
		show(kind, values) {
			const found = REQUEST_KINDS.find((one) => one.kind === kind);
			if (found === undefined) return;
			current = found;
			if (values !== undefined) {
				const known = Object.entries(values).filter(([name]) => found.fields.some((field) => field.name === name));
				held.set(found.kind, { ...found.start, ...Object.fromEntries(known) });
			}
			draw();
		},
	};

	function change(kind: string): void {
		current = REQUEST_KINDS.find((one) => one.kind === kind) ?? current;
		draw();
		onChange();
	}

	function draw(): void {
		for (const [index, button] of buttons.entries()) {
			const chosen = REQUEST_KINDS[index] === current;
			button.setAttribute("aria-selected", String(chosen));
			button.tabIndex = chosen ? 0 : -1;
		}
		panel.setAttribute("aria-labelledby", `tab-${current.kind}`);
		panel.replaceChildren(element("div", { class: `fields ${current.kind}` }, ...current.fields.map(drawField)));
	}

	function drawField(field: Field): HTMLElement {
		const values = held.get(current.kind) ?? {};
		const input = inputFor(field);
		input.value = values[field.name] ?? "";
		input.addEventListener("input", () => {
			values[field.name] = input.value;
			onChange();
		});
		const list = field.suggestions === undefined ? undefined : element("datalist", { id: `list-${field.name}` });
		if (list !== undefined && field.suggestions !== undefined) {
			list.append(...suggestions[field.suggestions].map((value) => element("option", { value })));
		}
		return element(
			"div",
			{ class: `field ${field.type}` },
			element("label", { for: `field-${field.name}` }, field.label),
			input,
			list,
			field.hint === undefined ? undefined : element("p", { class: "hint" }, field.hint),
			element("p", { class: "wrong", id: `wrong-${field.name}`, role: "alert" }),
		);
	}
}

function inputFor(field: Field): HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement {
	const shared = {
		id: `field-${field.name}`,
		placeholder: field.placeholder,
		spellcheck: "false",
		autocomplete: "off",
		autocapitalize: "off",
		"aria-describedby": `wrong-${field.name}`,
	};
	if (field.type === "choice")
		return element("select", { id: shared.id }, ...(field.choices ?? []).map((value) => element("option", { value }, value)));
	if (field.type === "text") return element("textarea", { ...shared, rows: "3" });
	const list = field.suggestions === undefined ? undefined : `list-${field.name}`;
	return element("input", { ...shared, list, inputmode: field.type === "number" ? "decimal" : undefined });
}

function first(): RequestKind {
	const [kind] = REQUEST_KINDS;
	if (kind === undefined) throw new Error("there are no kinds of requests");
	return kind;
}
