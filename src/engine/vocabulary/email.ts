/** Text as the e-mail address that names a person, in lower case so that nobody is two, or the reason why it is none. */
export function parseEmail(text: unknown): { readonly ok: true; readonly email: string } | { readonly ok: false; readonly why: string } {
	if (typeof text !== "string") return { ok: false, why: "an e-mail address is text" };
	// SECURITY: letters outside of ASCII look like others, and some fold to them.
	if (text.length > 254 || !/^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]+@[A-Za-z0-9.-]+$/.test(text))
		return { ok: false, why: "an e-mail address is name@host in ASCII, 254 characters at most" };
	return { ok: true, email: text.toLowerCase() };
}
