import { InvalidArgumentError } from "commander";

/** A runner as a person writes it: `mailbox`, `command:sh -c …` (words between spaces, or a JSON list), `http:URL` or the URL itself. */
export function parseRunnerWords(text: string): unknown {
	if (/^https?:\/\//.test(text)) return { kind: "http", url: text };
	if (text.startsWith("http:")) return { kind: "http", url: text.slice("http:".length) };
	if (!text.startsWith("command:")) return text;
	const words = text.slice("command:".length).trim();
	return { kind: "command", command: words.startsWith("[") ? parseList(words) : words.split(/\s+/).filter((word) => word !== "") };
}

function parseList(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		throw new InvalidArgumentError('A command is words, or a JSON list of them such as command:["sh","-c","cat"].');
	}
}
