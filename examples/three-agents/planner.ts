/** Plans: hands each task to the builder, and tells what came of it. */
import { runAgent } from "./agent.ts";

await runAgent(async (task, { ask }) => {
	const { refused, data } = await ask("builder", `Write the text for: ${task}`);
	return refused ? `Nobody could build it: ${data.message}` : `${data.response}`;
});
