/** No id holds it, so that what comes after it is no part of a name. */
const MARK = "~";

/** The name under which a session is known to its agents and people. */
export function sessionName<Session extends string | null>(session: Session): Session | string {
	return session === null ? session : (session.split(MARK, 1)[0] ?? session);
}

/** The id of a session whose name another owner's session has. */
export function ownName(name: string, mark: string): string {
	return `${name}${MARK}${mark}`;
}
