import { socketEvents } from "../../src/points/socket/index.ts";
import { code, page, table } from "./markdown.ts";
import { kindOf } from "./shape-words.ts";

/** Every event of the socket with what it expects, from the table that the server dispatches by. */
export function socketPage(): string {
	const namespaces = Map.groupBy(socketEvents(() => undefined).values(), ({ name }) => name.split(":", 1)[0] ?? "");
	const parts = [...namespaces].flatMap(([namespace, events]) => [
		`## ${namespace}`,
		table(
			["event", "data", "who", "what it does"],
			events.map(({ name, parameters: { keys, required = [] }, senders, description }) => [
				code(name),
				Object.entries(keys)
					.map(([key, shape]) => `${code(required.includes(key) ? key : `${key}?`)} ${kindOf(shape)}`)
					.join(", ") || "–",
				senders === "person" ? "people" : "anyone",
				description,
			]),
		),
	]);
	return page(
		"The socket",
		"One JSON object a line, `{event, data?, correlation_id?}`, on `$WRIT_HOME/run/daemon.sock`. Answers are flat (the object of the tables and `correlation_id`) or, after `system:connect` with `reply_style: envelope`, wrapped as KSI wraps them. Lines without a `correlation_id` of their own are worked on and answered in order. `system:discover` and `system:help` tell the same as this page.",
		...parts,
	);
}
