/**
 * `npm run lineage [PAIRS]`: chains of agents on a running server, made with real keys, strict and clamped, sealed again and tightened
 * while they live. For each request of a child the server's decision is compared with what `writ decide`, another process, says of each
 * ancestor's profile as if it were a root agent at the child's place: a child is never above an ancestor. The comparison knows nothing of
 * how profiles are met. Messages inside the family are the one exception. Exit 1 when a child is above.
 */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { randomProfile, randomWish, type Stock, tightened, type WrittenProfile } from "./lineage/random-profile.ts";
import { type Asker, randomRequest, targetOf, type WrittenRequest } from "./lineage/random-request.ts";
import { startTwoPrograms, type TwoPrograms } from "./lineage/two-programs.ts";
import { pick, randomFrom } from "./random.ts";

const wanted = Number(process.argv[2] ?? 200_000);
const seed = Number(process.env.WRIT_SEED ?? Date.now() % 1_000_000);
const REQUESTS = 60;
const AT_ONCE = 4;
const MOST_SHOWN = 1;
const MOST_FOUND = 500;

/** One agent of a chain, with the profile that was last written for it. */
interface Link {
	readonly id: string;
	profile: WrittenProfile;
	readonly workspace: string;
	readonly home: string | null;
	readonly fit: string;
}

interface Above {
	readonly child: string;
	readonly childEffect: string;
	readonly ancestor: string;
	readonly ancestorEffect: string;
	readonly why: string;
	readonly request: WrittenRequest;
	readonly chain: readonly Link[];
}

/** What findings of one kind have in common. */
function causeOf({ request, childEffect, ancestorEffect, why }: Above): string {
	return `${request.kind}: the child ${childEffect}, the ancestor ${ancestorEffect} (${why.split(":")[0]})`;
}

type Effect = "allow" | "ask" | "deny";
const RANK: Readonly<Record<Effect, number>> = { allow: 0, ask: 1, deny: 2 };

const counts = { chains: 0, strict: 0, clamp: 0, resealed: 0, tightened: 0, pairs: 0, family: 0, allow: 0, ask: 0, deny: 0 };
const above: Above[] = [];
const outside = mkdtempSync(join(tmpdir(), "writ-outside-"));
mkdirSync(join(outside, "data"));
for (const name of ["data/a", "b", ".env"]) writeFileSync(join(outside, name), "x");
const stock: Stock = { commands: corpus(), outside };

const programs = await startTwoPrograms();
const began = performance.now();
try {
	await Promise.all(Array.from({ length: AT_ONCE }, (_, lane) => work(programs, lane)));
} finally {
	await programs.stop();
	rmSync(outside, { recursive: true, force: true });
}
const seconds = (performance.now() - began) / 1_000;
console.log(
	`${counts.pairs} pairs of a child's decision and an ancestor's (seed ${seed}) in ${counts.chains} chains: ${counts.strict} strict and ${counts.clamp} clamped children, ` +
		`${counts.resealed} sealed again, ${counts.tightened} tightened; the children were allowed ${counts.allow}, asked ${counts.ask}, denied ${counts.deny}; ` +
		`${counts.family} messages inside the family left out; ${Math.round(counts.pairs / seconds)} pairs a second`,
);
console.log(`${above.length} above an ancestor`);
for (const [cause, found] of Map.groupBy(above, causeOf)) {
	console.log(`  ABOVE ${found.length} times: ${cause}`);
	for (const one of found.slice(0, MOST_SHOWN)) console.log(`    ${JSON.stringify(one)}`);
}
if (above.length > 0) process.exitCode = 1;

async function work(two: TwoPrograms, lane: number): Promise<void> {
	for (let round = 0; counts.pairs < wanted && above.length < MOST_FOUND; round++) {
		const random = randomFrom(seed + lane * 1_000_003 + round * 7_919);
		const chain = await makeChain(two, random, `c${lane}-${round}`);
		if (chain.length > 1) {
			counts.chains++;
			await compare(two, random, chain);
			await changeSome(two, random, chain);
			await compare(two, random, chain);
		}
		const [root] = chain;
		if (root !== undefined) await two.send("agent:terminate", { agent_id: root.id });
	}
}

/** A root and up to three generations below it, each made with its parent's own key or by a person on the parent's behalf. */
async function makeChain(two: TwoPrograms, random: () => number, name: string): Promise<Link[]> {
	const chain: Link[] = [];
	let key: string | null = null;
	const depth = 2 + Math.floor(random() * 3);
	for (let at = 0; at < depth; at++) {
		const parent = chain.at(-1);
		const profile: WrittenProfile = parent === undefined ? randomProfile(random, stock) : randomWish(random, stock, parent.profile);
		const wish = { id: `${name}-${at}`, profile };
		const fits = parent === undefined ? ["root"] : random() < 0.7 ? ["strict", "clamp"] : ["clamp"];
		const byItself = random() < 0.7;
		const made = await spawnFirst(
			two,
			byItself ? key : null,
			{ ...wish, ...(parent === undefined || byItself ? {} : { parent: parent.id }) },
			fits,
		);
		if (made === null) return chain;
		const link = await settle(two, wish.id, profile, made);
		if (made !== "root") counts[made === "strict" ? "strict" : "clamp"]++;
		chain.push(link);
		key = String((await two.call(null, "POST", `/v1/agents/${wish.id}/key`)).body.api_key);
	}
	return chain;
}

async function spawnFirst(two: TwoPrograms, key: string | null, wish: object, fits: readonly string[]): Promise<string | null> {
	for (const fit of fits) {
		const { status } = await two.call(key, "POST", "/v1/agents", fit === "root" ? wish : { ...wish, fit });
		if (status === 201) return fit;
	}
	return null;
}

/** Puts the same few files into every workspace, links among them. */
async function settle(two: TwoPrograms, id: string, profile: WrittenProfile, fit: string): Promise<Link> {
	const { places } = (await two.call(null, "GET", `/v1/agents/${id}/writ`)).body as {
		places: { written: { workspace: string }; home: string | null };
	};
	const { workspace } = places.written;
	for (const directory of ["src/private", "a"]) mkdirSync(join(workspace, directory), { recursive: true });
	for (const file of ["src/x.ts", "src/private/k", "a/b", ".env", "k.pem"]) writeFileSync(join(workspace, file), "x");
	if (!existsSync(join(workspace, "link"))) symlinkSync("src", join(workspace, "link"));
	return { id, profile, workspace, home: places.home, fit };
}

/** Seals one of the chain again: with its own profile, with a tighter one, or with another that fits. */
async function changeSome(two: TwoPrograms, random: () => number, chain: readonly Link[]): Promise<void> {
	for (let times = 0; times < 2; times++) {
		const link = pick(chain, random);
		const kind = random();
		const profile =
			kind < 0.6 ? tightened(random, stock, link.profile) : kind < 0.8 ? link.profile : randomWish(random, stock, link.profile);
		const reply = await two.send("permission:set_agent", { agent_id: link.id, permissions: profile });
		if (reply.writ_digest === undefined) continue;
		link.profile = profile;
		counts[kind < 0.6 ? "tightened" : "resealed"]++;
	}
}

/** Every agent of a chain that has a parent against every one above it. */
async function compare(two: TwoPrograms, random: () => number, chain: readonly Link[]): Promise<void> {
	await Promise.all(
		chain.slice(1).flatMap((child, index) => {
			const ancestors = chain.slice(0, index + 1).reverse();
			const children = chain.slice(index + 2, index + 3).map(({ id }) => id);
			const parent = ancestors[0]?.id ?? null;
			const asker: Asker = {
				parent,
				others: chain.map(({ id }) => id),
				profiles: [child.profile, ...ancestors.map(({ profile }) => profile)],
				wish: () => randomWish(random, stock, child.profile),
			};
			return Array.from({ length: REQUESTS }, async () => {
				const request = randomRequest(random, stock, asker);
				const target = targetOf(request);
				if (target !== undefined && (target === parent || children.includes(String(target)))) {
					counts.family++;
					return;
				}
				const { id, workspace: root, home } = child;
				const [{ effect }, ...others] = await Promise.all([
					two.send("permission:decide", { agent_id: id, request }),
					...ancestors.map(({ profile }) =>
						two.decide({ profile, agent: { id, parent, children }, root, ...(home === null ? {} : { home }), request }),
					),
				]);
				counts[effectOf(effect)]++;
				for (const [at, other] of others.entries()) {
					counts.pairs++;
					if (RANK[effectOf(effect)] >= RANK[effectOf(other.effect)]) continue;
					above.push({
						child: id,
						childEffect: String(effect),
						ancestor: ancestors[at]?.id ?? "",
						ancestorEffect: String(other.effect),
						why: `${String(other.code)}: ${String(other.message)}`,
						request,
						chain: chain.map((link) => ({ ...link })),
					});
				}
			});
		}),
	);
}

function effectOf(value: unknown): Effect {
	if (value === "allow" || value === "ask" || value === "deny") return value;
	throw new Error(`not an effect: ${JSON.stringify(value)}`);
}

/** The shell texts of the corpora that fit on one line of a few words. */
function corpus(): readonly string[] {
	return ["bash.jsonl", "bash-extra.jsonl"].flatMap((file) =>
		readFileSync(join(import.meta.dirname, "../test/corpus", file), "utf8")
			.split("\n")
			.filter((line) => line !== "")
			.map((line): string => String(JSON.parse(line).command ?? ""))
			.filter((text) => text !== "" && text.length < 200),
	);
}
