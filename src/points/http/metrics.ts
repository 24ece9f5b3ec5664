/** Counters of this server, as Prometheus reads them. */
export interface Metrics {
	/** Counts one answer. */
	answered(route: string, status: number, seconds: number): void;
	/** All of them as text. */
	text(more: Readonly<Record<string, number>>): string;
}

/** Upper bounds of the classes of time, in seconds. */
const CLASSES = [0.001, 0.005, 0.025, 0.1, 0.5, 2.5];

export function createMetrics(started: number): Metrics {
	const counts = new Map<string, number>();
	const classes = new Map<number, number>(CLASSES.map((bound) => [bound, 0]));
	let answers = 0;
	let total = 0;
	return {
		answered(route, status, seconds) {
			const labels = `{route="${route}",status="${status}"}`;
			counts.set(labels, (counts.get(labels) ?? 0) + 1);
			for (const bound of CLASSES) if (seconds <= bound) classes.set(bound, (classes.get(bound) ?? 0) + 1);
			answers++;
			total += seconds;
		},
		text(more) {
			return [
				"# TYPE writ_http_requests_total counter",
				...[...counts].map(([labels, count]) => `writ_http_requests_total${labels} ${count}`),
				"# TYPE writ_http_request_seconds histogram",
				...[...classes].map(([bound, count]) => `writ_http_request_seconds_bucket{le="${bound}"} ${count}`),
				`writ_http_request_seconds_bucket{le="+Inf"} ${answers}`,
				`writ_http_request_seconds_sum ${total}`,
				`writ_http_request_seconds_count ${answers}`,
				"# TYPE process_start_time_seconds gauge",
				`process_start_time_seconds ${started / 1000}`,
				...Object.entries(more).flatMap(([name, value]) => [`# TYPE ${name} gauge`, `${name} ${value}`]),
				"",
			].join("\n");
		},
	};
}
