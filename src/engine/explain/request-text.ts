import type { Request } from "../vocabulary/index.ts";
import { safeText } from "./safe-text.ts";

/** A request in words, on one line. */
export function requestText(request: Request): string {
	try {
		return safeText(words(request));
	} catch {
		// Callers hand in whatever arrived on a wire.
		return "something that is no request";
	}
}

function words(request: Request): string {
	switch (request.kind) {
		case "tool":
			return `${request.tool} ${jsonText(request.input)}`;
		case "command":
			return `$ ${request.command}`;
		case "path":
			return `${request.operation} ${request.path}${request.to === undefined ? "" : ` → ${request.to}`}`;
		case "target":
			return `${request.tool} to ${typeof request.target === "string" ? request.target : jsonText(request.target)}`;
		case "network":
			return `connect to ${request.host}:${request.port}`;
		case "spawn":
			return `spawn ${typeof request.wish === "string" ? request.wish : jsonText(request.wish)}`;
		case "spend": {
			const { tokens, requests, costUsd } = request;
			const parts = [
				tokens === undefined ? [] : [`${tokens} tokens`],
				requests === undefined ? [] : [`${requests} requests`],
				costUsd === undefined ? [] : [`${costUsd} US dollars`],
			];
			return `spend ${parts.flat().join(", ") || "nothing"}`;
		}
		case "event":
			return `emit ${request.event}`;
		default:
			return jsonText(request);
	}
}

function jsonText(value: unknown): string {
	return JSON.stringify(value) ?? "nothing";
}
