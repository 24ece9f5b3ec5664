import { describe, expect, it } from "vitest";
import { nodeInside } from "./inside-words.ts";

describe("Node inside", () => {
	it("[sandbox-8-node] below /usr is there already; elsewhere its one file is bound, read-only", () => {
		expect(nodeInside("/usr/bin/node")).toEqual({ node: "/usr/bin/node", mounts: [] });
		const { node, mounts } = nodeInside("/home/me/.nvm/bin/node");
		expect(mounts).toEqual([{ kind: "bind", source: "/home/me/.nvm/bin/node", target: node, writable: false, file: true }]);
		expect(nodeInside("/usr/../home/x").mounts).toHaveLength(1);
	});
});
