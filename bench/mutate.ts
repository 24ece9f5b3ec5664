import { pick } from "./random.ts";

const PIECES = [
	"'",
	'"',
	"`",
	"$(",
	")",
	"${",
	"}",
	"$((",
	"))",
	"<<E\n",
	"\nE\n",
	"<<<",
	"|",
	"||",
	"&&",
	";",
	";;",
	"&",
	"\n",
	"\\",
	"\\\n",
	"#",
	"(",
	"{ ",
	" }",
	"[[",
	"]]",
	"<(",
	">",
	">>",
	">&",
	"2>&1",
	"$'",
	'$"',
	"!",
	"*",
	"?",
	"[",
	"]",
	"~",
	"=",
	" ",
	"\t",
	"\r",
	"\0",
	"\u0007",
	"\u202e",
	"\u200b",
	"\ufeff",
	"\u00ad",
	"é",
	"😀",
	"\ud800",
	"..",
	"/",
	"//",
	"./",
	"../",
	"%2e",
	"file://",
	"-",
	"--",
	"-c",
	"-exec",
	"--output=x",
	"--pre",
	"if ",
	"then ",
	"fi",
	"for x in ",
	"do ",
	"done",
	"case x in ",
	"esac",
	"function f",
	"() {",
	"eval ",
	"exec ",
	"env ",
	"xargs ",
	"sudo ",
	"bash -c ",
	"A=b ",
	"PATH=. ",
	"/dev/tcp/a/1",
	"/proc/self/root",
	"\u0024{x@P}",
	"\u0024{!x}",
	"{a,b}",
	"{1..9}",
];

/** A text a little or a lot like the first: pieces put in, taken out, doubled, swapped, nested, or taken from the other. */
export function mutate(text: string, random: () => number, other: string): string {
	let result = text;
	const changes = 1 + Math.floor(random() * 4);
	for (let change = 0; change < changes; change++) result = mutateOnce(result, random, other);
	return result.slice(0, 200_000);
}

function mutateOnce(text: string, random: () => number, other: string): string {
	const place = Math.floor(random() * (text.length + 1));
	const end = Math.min(text.length, place + 1 + Math.floor(random() * 8));
	const roll = random();
	if (roll < 0.4) return text.slice(0, place) + pick(PIECES, random) + text.slice(place);
	if (roll < 0.55) return text.slice(0, place) + text.slice(end);
	if (roll < 0.65) return text.slice(0, end) + text.slice(place);
	if (roll < 0.75) return text.slice(0, place) + other.slice(Math.floor(random() * other.length));
	if (roll < 0.85) return text.slice(0, place) + pick(PIECES, random) + text.slice(end);
	if (roll < 0.93) return text.slice(0, place) + String.fromCharCode(Math.floor(random() * 0x3000)) + text.slice(place);
	// A great many of one piece: what takes long in a parser takes long here.
	if (roll < 0.95) return text + pick(PIECES, random).repeat(1 + Math.floor(random() * 3_000));
	if (roll < 0.97) return pick(["(", "{ ", "$(", "`", '"$(', "$((", "if "], random).repeat(1 + Math.floor(random() * 400)) + text;
	return `${text}${pick([" ", "\n", ";", "/"], random)}${text}`;
}
