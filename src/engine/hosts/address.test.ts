import { describe, expect, it } from "vitest";
import { readAddress } from "./address.ts";

/** What is made of a text: `host:port`, with a question mark where some program may read it otherwise, or `-`. */
function made(text: string): string {
	const read = readAddress(text);
	if (!read.ok) return "-";
	const { host, port, plain } = read.address;
	return `${host}:${port ?? "*"}${plain ? "" : " ?"}`;
}

const PLAIN: Readonly<Record<string, string>> = {
	"https://example.com": "example.com:443",
	"https://example.com/": "example.com:443",
	"HTTPS://EXAMPLE.com/a/b?c=d#e": "example.com:443",
	"http://example.com:8080/x": "example.com:8080",
	"http://example.com:80/": "example.com:80",
	"http://example.com:0080/": "example.com:80",
	"https://example.com:80/": "example.com:80",
	"https://example.com./x": "example.com.:443",
	"http://127.0.0.1:3000/{a,b}[1-3]": "127.0.0.1:3000",
	"http://a.example/x@y:z\\w": "a.example:80",
	"https://xn--bcher-kva.example/": "xn--bcher-kva.example:443",
	"https://my_service.example/": "my_service.example:443",
	"ftp://ftp.example.com/x": "ftp.example.com:21",
	"ws://a.example/x": "a.example:80",
	"git://git.example/x.git": "git.example:9418",
	"ssh://git@github.com/x/y": "github.com:22",
	"git+ssh://git@github.com/x/y": "github.com:22",
	"rsync://a.example:873/x": "a.example:873",
	// As curl, ssh and ping take them: which port is meant is not said.
	"example.com": "example.com:*",
	"example.com/x": "example.com:*",
	"localhost:3000/health": "localhost:3000",
	"127.0.0.1": "127.0.0.1:*",
	"dev@host.example": "host.example:*",
};

/** Both readings agree, but some program may not. */
const DOUBTFUL: Readonly<Record<string, string>> = {
	"https://good.example@evil.example/": "evil.example:443 ?",
	"https://user:secret@a.example/": "a.example:443 ?",
	"http://[::1]:8080/": "[::1]:8080 ?",
	"http://a.example?@evil.example/": "a.example:80 ?",
	"http://a.example#@evil.example/": "a.example:80 ?",
	"http://a.example:/x": "a.example:80 ?",
	"https://a.example/b c": "a.example:443 ?",
	"https://a.example/b\tc": "a.example:443 ?",
	"a.example:80@evil.example": "evil.example:* ?",
	// One slash is enough for curl, which then goes to evil.example.
	"http:/evil.example/": "http:* ?",
	"http://127.0.0.1%2f@127.0.0.2/": "127.0.0.2:80 ?",
	"http://a.example;@evil.example/": "evil.example:80 ?",
	"user@a.example/x": "a.example:* ?",
};

/** No host, or two. */
const NONE: readonly string[] = [
	"http://127.0.0.1\\@127.0.0.2/",
	"http://127.0.0.1\\.evil.example/",
	"http://a.example\\x",
	"http:\\\\evil.example/",
	"http:///evil.example/",
	"http://a.example\t.evil.example/",
	"http://a\n.example/",
	"http://a.example%2eevil.example/",
	"http:evil.example",
	"http://0x7f.1/",
	"http://2130706433/",
	"http://0177.0.0.1/",
	"http://127.1/",
	"127.1",
	"http://0/",
	"http://\uff41.example/",
	"http://b\u00fccher.example/",
	"http://a\u3002example/",
	"http://a\u00ad.example/",
	"http://[1-3].example/",
	"http://[::1",
	"http://[0:0:0:0:0:0:0:1]/",
	"http://a.example:99999/",
	"http://a.example:80:90/",
	"http://a.example:8o/",
	"http://a b/",
	"http://",
	"https://:443/",
	"",
	"//evil.example/x",
	"gopher://a.example/x",
	"file:///etc/passwd",
];

describe("reading an address", () => {
	it("[finding-10-url] the closed form has one host and one port", () => {
		for (const [text, expected] of Object.entries(PLAIN)) expect([text, made(text)]).toEqual([text, expected]);
	});

	it("[finding-10-url] what both readings agree on and some program may not is doubtful", () => {
		for (const [text, expected] of Object.entries(DOUBTFUL)) expect([text, made(text)]).toEqual([text, expected]);
	});

	it("[finding-10-url] a text in which two readings find two hosts names none", () => {
		for (const text of NONE) expect([text, made(text)]).toEqual([text, "-"]);
	});

	it("[finding-10-url] no control character stands anywhere in a plain address", () => {
		for (let code = 0; code < 0xa0; code++) {
			if (code > 0x20 && code < 0x7f) continue;
			const character = String.fromCharCode(code);
			for (const text of [
				`http://a.example/${character}`,
				`http://a${character}.example/`,
				`${character}http://a.example/`,
				`http://a.example${character}`,
			])
				expect([code, text, readAddress(text)]).not.toMatchObject([code, text, { ok: true, address: { plain: true } }]);
		}
	});
});
