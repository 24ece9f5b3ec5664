import { type Authority, compilePatterns } from "../../../authority/index.ts";
import { refusedReply } from "../problem.ts";
import { defineRoute, type RestRoute } from "../rest-route.ts";
import { list, members, text } from "../shapes.ts";

/** What happens, as it happens. */
export const eventRoutes: readonly RestRoute[] = [
	defineRoute({
		method: "GET",
		path: "/v1/events",
		tag: "ledger",
		summary: "What happens, as server-sent events; Last-Event-ID goes on where a stream was left",
		access: "anyone",
		query: members({ patterns: list(text) }),
		replies: {},
		async run({ authority, caller, query: { patterns = ["*"] }, lastEventId, gone }) {
			const followed = await authority.follow(caller, lastEventId, gone);
			if (!followed.ok) return refusedReply(followed.refusal);
			return { status: 200, type: "text/event-stream; charset=utf-8", body: stream(followed.value, compilePatterns(patterns), gone) };
		},
	}),
];

const PING_EVERY = 15_000;

type Followed = Extract<Awaited<ReturnType<Authority["follow"]>>, { readonly ok: true }>["value"];

/** The events as text; a comment now and then shows both sides that the other still lives. */
async function* stream(followed: Followed, fits: (event: string) => boolean, gone: AbortSignal): AsyncGenerator<string> {
	yield ": connected\n\n";
	let next = followed.next();
	while (!gone.aborted) {
		const ping = Promise.withResolvers<"ping">();
		const timer = setTimeout(() => ping.resolve("ping"), PING_EVERY);
		const came = await Promise.race([next, ping.promise]);
		clearTimeout(timer);
		if (came === "ping") {
			yield ": ping\n\n";
			continue;
		}
		if (came.done === true) return;
		next = followed.next();
		const { event, position } = came.value;
		if (fits(event.event)) yield `id: ${position}\nevent: ${event.event}\ndata: ${JSON.stringify(event.data)}\n\n`;
	}
}
