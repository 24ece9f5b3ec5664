/** Builds: writes the text, and has it reviewed before it leaves. */
import { runAgent } from "./agent.ts";

await runAgent(async (task, { ask, say }) => {
	const text = task.includes("farewell") ? "Goodbye, and come again." : "Welcome, dear guest.";
	const review = await ask("reviewer", `Please review: ${text}`);
	if (!review.refused) return `"${text}" (review: ${review.data.response})`;
	say(`is refused: ${JSON.stringify(review.data)}`);
	say(`tries the other door: ${await askOverRest("reviewer", text)}`);
	return `"${text}" stays here, unreviewed: ${review.data.message}`;
});

/** The same question over REST: the same key, the same decision. */
async function askOverRest(agent: string, message: string): Promise<string> {
	const { WRIT_URL = "", WRIT_KEY = "" } = process.env;
	const response = await fetch(new URL(`/api/agents/${agent}/chat`, WRIT_URL), {
		method: "POST",
		headers: { Authorization: `Bearer ${WRIT_KEY}`, "Content-Type": "application/json" },
		body: JSON.stringify({ message }),
	});
	const { code } = (await response.json()) as { readonly code?: string };
	return `${response.status} ${code ?? "answered"}`;
}
