/** Names that reach a program and change only what it prints or how a test behaves, with any literal value. */
const FREE: ReadonlySet<string> = new Set([
	"NODE_ENV",
	"CI",
	"FORCE_COLOR",
	"NO_COLOR",
	"DEBUG",
	"RUST_BACKTRACE",
	"RUST_LOG",
	"PYTHONUNBUFFERED",
	"PYTHONDONTWRITEBYTECODE",
	"CGO_ENABLED",
	"TERM",
	"COLUMNS",
]);

/** Names that are free with some values only. */
const FREE_VALUES: Readonly<Record<string, RegExp>> = {
	GOFLAGS: /^-mod=mod$/,
	GIT_PAGER: /^cat$/,
	PAGER: /^cat$/,
	TZ: /^(?!\/)[A-Za-z0-9_+/-]+$/,
	LANG: localeOf(),
};

/**
 * Whether a variable may be set to a value before any command, whatever the rules say of the command. SECURITY: a locale of another
 * character set changes where a string ends (`"中\"` in GBK), so that only UTF-8 and plain ones count (free-names.test.ts).
 */
export function isFreePair(name: string, value: string): boolean {
	if (/\p{Cc}/u.test(value)) return false;
	if (FREE.has(name)) return true;
	if (/^LC_[A-Z]+$/.test(name)) return localeOf().test(value);
	return Object.hasOwn(FREE_VALUES, name) && FREE_VALUES[name]?.test(value) === true;
}

/** Whether a variable is free with some value. */
export function isFreeName(name: string): boolean {
	return FREE.has(name) || Object.hasOwn(FREE_VALUES, name) || /^LC_[A-Z]+$/.test(name);
}

function localeOf(): RegExp {
	return /^(?:C|POSIX|C\.UTF-8|[a-z]{2}_[A-Z]{2}\.UTF-8)$/;
}

/** The free names as a person reads them, with the values that they may have. */
export const FREE_NAMES: readonly (readonly [name: string, values: string])[] = [
	...[...FREE].map((name) => [name, "any literal"] as const),
	["LANG, LC_*", "`C`, `POSIX`, `C.UTF-8`, `xx_YY.UTF-8`"],
	["TZ", "a name, not a path"],
	["GOFLAGS", "`-mod=mod`"],
	["PAGER, GIT_PAGER", "`cat`"],
];
