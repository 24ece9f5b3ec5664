interface Form {
	readonly name: string;
	readonly pattern: RegExp;
	readonly where: "everywhere" | "engine";
}

/** What the linter's rules do not see, so that no file may say it. */
const FORMS: readonly Form[] = [
	{ name: "a type taken from import(…)", pattern: /\bimport\s*\(\s*["'`][^"'`]*["'`]\s*\)\s*\.\s*[A-Z]/, where: "everywhere" },
	{ name: "typeof import(…)", pattern: /\btypeof\s+import\s*\(/, where: "everywhere" },
	{ name: "import(…) of anything but plain text", pattern: /\bimport\s*\(\s*(?!["'])/, where: "everywhere" },
	{ name: "require", pattern: /\b(require|createRequire)\s*\(/, where: "everywhere" },
	{ name: "eval or Function", pattern: /(?<![.\w])(eval|Function)\s*\(/, where: "everywhere" },
	{ name: "@ts-ignore or @ts-expect-error", pattern: /@ts-(ignore|expect-error|nocheck)/, where: "everywhere" },
	{ name: "any import() at all", pattern: /\bimport\s*\(/, where: "engine" },
	{ name: "Math.random", pattern: /\bMath\s*(\?\.|\.)\s*random|\bMath\s*\[/, where: "engine" },
	{ name: "a destructured Math", pattern: /\}\s*=\s*Math\b/, where: "engine" },
	{ name: "the order or spelling of a locale", pattern: /\.(localeCompare|toLocale\w+)\b/, where: "engine" },
	{ name: "asynchrony", pattern: /\basync\s+(function\b|\()|\bawait\s|new Promise\b/, where: "engine" },
];

/** The names of the forbidden forms that a file of the engine, or another one, uses. */
export function forbiddenForms(text: string, isEngine: boolean): readonly string[] {
	return FORMS.filter(({ pattern, where }) => (isEngine || where === "everywhere") && pattern.test(text)).map(({ name }) => name);
}
