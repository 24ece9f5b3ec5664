import { join } from "node:path";
import { sealProfile, type Writ } from "../../../engine/index.ts";
import { WritError } from "../../../platform/index.ts";
import type { Attempt } from "../attempt.ts";
import type { World } from "../world.ts";

/** What the attempts are granted: a workspace, one tree to read, and small limits. */
export function attackerProfile({ base }: Pick<World, "base">, stage: Attempt["stage"]): Readonly<Record<string, unknown>> {
	return {
		filesystem: {
			sandbox_root: "./workspace",
			read_paths: ["./workspace", join(base, "readable")],
			write_paths: ["./workspace"],
			allow_symlinks: false,
			max_file_size_mb: 8,
			max_total_size_mb: stage === "small-disk" ? 16 : 1024,
		},
		resources: { max_processes: 24, max_memory_mb: 128, max_runtime_seconds: stage === "short" ? 1 : 120 },
		capabilities: { network_access: stage === "network" },
		network: { allow: stage === "network" ? GRANTED.map((name) => `${name}:80`) : [] },
		sandbox: { unix_sockets: stage === "unix-sockets" },
	};
}

/** Hosts that the network attempts are granted, on port 80. */
export const GRANTED = ["allowed.test", "inward.test", "private.test", "metadata.test", "rebinding.test"] as const;

/** The writ of the attempts, sealed for a workspace. */
export function attackerWrit(world: World, workspace: string, stage: Attempt["stage"]): Writ {
	const sealed = sealProfile(attackerProfile(world, stage), { agent: "attacker", root: workspace });
	if (!sealed.ok) throw new WritError("escape-profile", JSON.stringify(sealed.problems));
	return sealed.writ;
}
