import type { Problem } from "../../src/engine/index.ts";
import { EDITED_FILE } from "./answer-view.ts";
import type { Editor } from "./editor.ts";
import { byId, element } from "./element.ts";

/** Lists the problems of the profile below it, and marks their lines. */
export function showProblems(problems: readonly Problem[], editor: Editor): void {
	const errors = problems.filter((problem) => problem.severity === "error").length;
	byId("problems-summary", HTMLElement).textContent = summary(errors, problems.length - errors);
	byId("problems", HTMLElement).replaceChildren(...problems.map((problem) => element("li", {}, line(problem, editor))));
	editor.setMarks(
		problems.flatMap((problem) => {
			const at = problem.source?.line;
			return at === undefined || !isHere(problem) ? [] : [{ line: at, kind: problem.severity, title: problem.message }];
		}),
	);
}

function line(problem: Problem, editor: Editor): HTMLElement {
	const { line: at = 1, column = 1 } = problem.source ?? {};
	const button = element(
		"button",
		{ type: "button", class: `problem ${problem.severity}` },
		element("span", { class: "place" }, isHere(problem) ? `${at}:${column}` : (problem.source?.file ?? problem.path)),
		element("span", {}, problem.message),
		problem.hint === undefined ? undefined : element("span", { class: "problem-hint" }, problem.hint),
	);
	button.addEventListener("click", () => editor.goTo(at, column));
	return button;
}

function isHere(problem: Problem): boolean {
	return problem.source?.file === undefined || problem.source.file === EDITED_FILE;
}

function summary(errors: number, warnings: number): string {
	if (errors + warnings === 0) return "✓ No problems.";
	const count = (number: number, word: string) => (number === 0 ? [] : [`${number} ${word}${number === 1 ? "" : "s"}`]);
	return `${[...count(errors, "problem"), ...count(warnings, "warning")].join(", ")}.`;
}
