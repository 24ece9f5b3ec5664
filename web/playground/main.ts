import { showAnswer, showBackground, showNoAnswer } from "./answer-view.ts";
import { makeEditor } from "./editor.ts";
import { byId, element } from "./element.ts";
import { evaluate, SHIPPED, TOOL_NAMES } from "./evaluate.ts";
import { EXAMPLES, type Example } from "./examples.ts";
import { readFragment, writeFragment } from "./fragment.ts";
import { showProblems } from "./problems-view.ts";
import { makeRequestForm } from "./request-form.ts";
import { makeTheme } from "./theme.ts";

const START = { profile: "read-only", agent: "worker-1", parent: "lead", children: "", root: "/home/you/project" };
/** How long a person must have stopped typing, in milliseconds. */
const PAUSE = 90;
let waiting: ReturnType<typeof setTimeout> | undefined;

const pick = byId("pick", HTMLSelectElement);
const agent = byId("agent", HTMLInputElement);
const parent = byId("parent", HTMLInputElement);
const children = byId("children", HTMLInputElement);
const root = byId("root", HTMLInputElement);
const editor = makeEditor(edited);
const form = makeRequestForm({ tools: TOOL_NAMES, profiles: [...SHIPPED.keys()] }, decideAgain);

makeTheme();
pick.append(...[...SHIPPED.keys()].map((name) => element("option", { value: name }, name)), element("option", { value: "" }, "my own"));
pick.addEventListener("change", () => choose(pick.value));
for (const input of [agent, parent, children, root]) input.addEventListener("input", decideAgain);
byId("examples", HTMLElement).append(...EXAMPLES.map(exampleButton));
byId("share", HTMLButtonElement).addEventListener("click", share);
addEventListener("hashchange", open);
open();

/** Shows what the link carries, or the start. */
function open(): void {
	const shared = readFragment(location.hash) ?? {};
	agent.value = shared.agent ?? START.agent;
	parent.value = shared.parent ?? START.parent;
	children.value = shared.children ?? START.children;
	root.value = shared.root ?? START.root;
	const name = shared.profile ?? START.profile;
	editor.setText(shared.yaml ?? SHIPPED.get(name) ?? "");
	pick.value = shared.yaml === undefined && SHIPPED.has(name) ? name : "";
	if (shared.kind !== undefined) form.show(shared.kind, shared.values);
	decideAgain();
}

function choose(name: string): void {
	const text = SHIPPED.get(name);
	if (text === undefined) return;
	pick.value = name;
	editor.setText(text);
	decideAgain();
}

function edited(): void {
	pick.value = [...SHIPPED].find(([, text]) => text === editor.text())?.[0] ?? "";
	decideAgain();
}

function decideAgain(): void {
	const built = form.build();
	const evaluation = evaluate({
		yaml: editor.text(),
		request: built.ok ? built.request : undefined,
		agent: agent.value.trim(),
		parent: parent.value.trim(),
		children: children.value.split(",").flatMap((id) => (id.trim() === "" ? [] : [id.trim()])),
		root: root.value.trim(),
	});
	showProblems(evaluation.problems, editor);
	clearTimeout(waiting);
	const { answer, background } = evaluation;
	if (answer !== undefined && background !== undefined) {
		showAnswer(answer, editor.goTo);
		waiting = setTimeout(() => showBackground(answer, background()), PAUSE);
	} else if (!built.ok) showNoAnswer("The request is not complete: see the field above.");
	else showNoAnswer("The profile has problems, so nothing is allowed. They are listed below it.");
}

function share(): void {
	const profile = pick.value === "" ? { yaml: editor.text() } : { profile: pick.value };
	const context = { agent: agent.value, parent: parent.value, children: children.value, root: root.value };
	history.replaceState(undefined, "", writeFragment({ ...profile, kind: form.kind(), values: form.values(), ...context }));
	const button = byId("share", HTMLButtonElement);
	const say = (text: string) => {
		button.textContent = text;
		setTimeout(() => {
			button.textContent = "Copy link";
		}, 1_600);
	};
	// Without the clipboard (an old browser, no permission) the link still stands in the address bar.
	navigator.clipboard.writeText(location.href).then(
		() => say("Copied"),
		() => say("See the address bar"),
	);
}

function exampleButton(example: Example): HTMLElement {
	const button = element("button", { type: "button", class: "example", title: `with the profile ${example.profile}` }, example.label);
	button.addEventListener("click", () => {
		form.show(example.kind, example.values);
		choose(example.profile);
	});
	return element("li", {}, button);
}
