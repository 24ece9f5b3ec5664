import { type Attempt, perl, shell } from "../attempt.ts";

const made = (id: string, what: string, text: string): Attempt => shell("set-id files", id, what, text, { leaves: [`workspace/${id}`] });
const called = (id: string, what: string, text: string): Attempt => perl("set-id files", id, what, text, { leaves: [`workspace/${id}`] });

/** Makes files that run with the rights of their owner, for later, outside. */
export const SET_ID_FILES: readonly Attempt[] = [
	made("set-uid-chmod", "sets the bit by name", 'touch "$ID"; chmod u+s "$ID"'),
	made("set-uid-number", "sets the bit by number", 'touch "$ID"; chmod 4755 "$ID"'),
	made("set-gid-chmod", "sets the bit of the group", 'touch "$ID"; chmod g+s "$ID"'),
	made("set-uid-install", "installs a program with the bit", 'install -m 4755 /usr/bin/true "$ID"'),
	made(
		"set-uid-copy",
		"copies a program that has the bit",
		'for one in /usr/bin/su /usr/bin/passwd /usr/bin/mount; do test -u $one && cp -p $one "$ID"; done; chmod 4755 "$ID" || :',
	),
	made(
		"set-uid-archive",
		"unpacks an archive that says so",
		'touch a; tar --mode=4755 -cf a.tar a && tar -xpf a.tar --transform="s/a/$ID/" || chmod 4755 "$ID"',
	),
	called("set-uid-open", "creates a file with the bit (openat)", 'tries("openat", -100, $id, 0101, 04755);'),
	called("set-uid-open-only", "creates a file without a flag that a filter may wait for", 'tries("openat", -100, $id, 0100 | 2, 06755);'),
	called("set-uid-device-call", "creates a file with the bit (mknod)", 'tries("mknodat", -100, $id, 0104755, 0);'),
	called("set-uid-descriptor", "sets the bit of an open file (fchmod)", 'open(my $file, ">", $id); call("fchmod", fileno($file), 04755);'),
	called(
		"set-uid-at",
		"sets the bit of a file by its directory (fchmodat)",
		'open(my $file, ">", $id); call("fchmodat", -100, $id, 04755);',
	),
	called(
		"set-uid-at-2",
		"does the same by a newer call (fchmodat2)",
		'open(my $file, ">", $id); call("fchmodat2", -100, $id, 04755, 0) == 0 or call("fchmodat", -100, $id, 04755);',
	),
	called(
		"set-uid-high-bits",
		"hides the bit's number behind high bits",
		'open(my $file, ">", $id); call("fchmodat", -100, $id, 04755 | (1 << 40));',
	),
	called(
		"set-uid-unnamed",
		"creates a file without a name and names it later",
		'my $file = call("openat", -100, ".", 020200002, 04755); call("linkat", -100, "/proc/self/fd/$file", -100, $id, 0x400) if $file >= 0; print "refused: $!\\n";',
	),
	called(
		"set-uid-openat2",
		"creates a file with the bit (openat2)",
		'my $how = pack("QQQ", 0101, 04755, 0); tries("openat2", -100, $id, $how, 24);',
	),
	shell("set-id files", "device-file", "makes the file of a device", 'mknod "$ID" c 1 1 && echo escaped', {
		refusal: /not permitted|denied/,
	}),
	shell(
		"set-id files",
		"file-capability",
		"gives a program a capability",
		'cp /usr/bin/true "$ID"; perl -e \'my $v = pack("VVVVV", 0x02000001, 0x80, 0, 0, 0); my ($f, $n) = ($ENV{ID}, "security.capability"); print syscall(188, $f, $n, $v, 20, 0) == 0 ? "escaped\\n" : "refused: $!\\n"\'',
		{
			refusal: /not (?:permitted|supported)/,
			architecture: "x64",
		},
	),
];
