import { type Attempt, perl, shell } from "../attempt.ts";

/** Uses more than it is given: 24 processes, 128 MB of memory, 8 MB a file, 16 MB of disk. Every attempt ends by itself. */
export const LIMITS: readonly Attempt[] = [
	perl(
		"limits",
		"fork-bomb",
		"starts 200 processes",
		`my $made = 0; for (1 .. 200) { my $child = fork; last unless defined $child; if ($child == 0) { select(undef, undef, undef, 1.5); exit } $made++ }
print "made $made\\n"; print "escaped\\n" if $made > 150;`,
		{ alone: true },
	),
	perl("limits", "memory-bomb", "takes 256 MB in one process", 'my $held = "x" x (256 * 1048576); print "escaped\\n" if length $held;', {
		alone: true,
		refusal: /Out of memory|^$/i,
		silent: true,
	}),
	perl("limits", "memory-mapped", "maps 256 MB", 'my $at = call("mmap", 0, 256 * 1048576, 3, 0x22, -1, 0); told("mmap", $at != -1);', {
		refusal: /Cannot allocate/,
	}),
	perl(
		"limits",
		"memory-together",
		"takes 240 MB in six processes for four seconds",
		`for (1 .. 6) { next if fork; my $held = "x" x (40 * 1048576); sleep 5; exit } sleep 4; print "escaped\\n";`,
		{ alone: true, silent: true, seconds: 9 },
	),
	perl(
		"limits",
		"memory-shared",
		"maps 240 MB that it shares with itself, for four seconds",
		`my $at = call("mmap", 0, 240 * 1048576, 3, 0x21, -1, 0); die "refused: $!\\n" if $at == -1;
my $size = 240 * 1048576; open(my $memory, "+<", "/proc/self/mem") or die "refused: $!\\n"; sysseek($memory, $at, 0); my $part = "x" x 1048576; syswrite($memory, $part) for 1 .. 240; sleep 4; print "escaped\\n";`,
		{ alone: true, silent: true, seconds: 9 },
	),
	perl(
		"limits",
		"memory-files",
		"keeps 240 MB in files that have no name (memfd), for four seconds",
		`my @held; my $part = "x" x (4 * 1048576);
for (1 .. 60) { my $file = call("memfd_create", $id, 0); die "refused: $!\\n" if $file < 0; open(my $line, ">&=", $file) or die; syswrite($line, $part) == length $part or die "refused: $!\\n"; push @held, $line }
sleep 4; print "escaped\\n";`,
		{ alone: true, silent: true, seconds: 9 },
	),
	perl(
		"limits",
		"memory-names",
		"makes 135000 names in a directory that is masked, after it has given itself the right to, and keeps them for three seconds",
		`mkdir ".gemini"; chmod 0755, ".gemini"; my $place = ".gemini/$id"; mkdir $place or die "refused: $!\\n";
for my $one (1 .. 3) { open(my $file, ">", "$place/$one") or die "refused: $!\\n"; for (1 .. 45000) { link("$place/$one", "$place/$one.$_") or die "refused: $!\\n" } } sleep 3; print "escaped\\n"; system("rm", "-rf", $place); rmdir ".gemini";`,
		{ alone: true, silent: true, seconds: 40 },
	),
	perl(
		"limits",
		"memory-lists",
		"gives a directory in memory a list of rights, whose memory nobody counts",
		`my $place = "/dev/shm/$id"; mkdir $place or die "refused: $!\\n"; my $call = \`uname -m\` =~ /aarch64/ ? 5 : 188; my $name = "system.posix_acl_access";
my $list = pack("V", 2) . join("", map { pack("vvV", @$_) } [1, 7, -1], [2, 7, 1000], [4, 5, -1], [16, 7, -1], [32, 5, -1]);
my $done = syscall($call, $place, $name, $list, length($list), 0); rmdir $place; print $done == 0 ? "escaped\\n" : "refused: $!\\n";`,
	),
	perl(
		"limits",
		"memory-segment",
		"keeps 160 MB in shared memory that nothing has mapped, for four seconds",
		`my $held = shmget(0, 160 * 1048576, 01600); defined $held or die "refused: $!\\n"; my $part = "x" x 1048576;
for (0 .. 159) { shmwrite($held, $part, $_ * 1048576, 1048576) or do { shmctl($held, 0, 0); die "refused: $!\\n" } } sleep 4; shmctl($held, 0, 0); print "escaped\\n";`,
		{
			alone: true,
			silent: true,
			seconds: 9,
			known: "below L4, memory that the kernel keeps for a sandbox and no process has mapped is not counted",
		},
	),
	shell(
		"limits",
		"big-file",
		"writes a file of 24 MB",
		'head -c 25165824 /dev/zero >"$ID"; test "$(stat -c %s "$ID")" -ge 25165824 && echo escaped; rm -f "$ID"',
	),
	shell("limits", "sparse-file", "makes a file that only seems large", 'truncate -s 1T "$ID" && echo escaped; rm -f "$ID"'),
	shell(
		"limits",
		"disk-fill",
		"writes 60 MB into its workspace, over four seconds",
		'for one in 1 2 3 4 5 6 7 8 9 10 11 12; do head -c 5242880 /dev/zero >"$ID.$one"; sleep 0.33; done; echo escaped; rm -f "$ID".*',
		{
			alone: true,
			stage: "small-disk",
			silent: true,
			seconds: 12,
		},
	),
	shell(
		"limits",
		"disk-burst",
		"writes 40 MB into its workspace before anybody looks",
		'for one in 1 2 3 4 5; do head -c 8388608 /dev/zero >"$ID.$one"; done; echo escaped; rm -f "$ID".*',
		{
			alone: true,
			stage: "small-disk",
			silent: true,
			known: "a soft quota is looked at once a second; a hard one (quota: hard) holds at once",
		},
	),
	shell(
		"limits",
		"disk-fill-hidden",
		"does the same in a file that it has removed",
		'perl -e \'my @held; my $part = "x" x 1048576; for (1 .. 12) { open(my $file, ">", "hidden") or die; unlink "hidden"; syswrite($file, $part) for 1 .. 5; push @held, $file; select(undef, undef, undef, 0.33) } print "escaped\\n"\'',
		{
			alone: true,
			stage: "small-disk",
			silent: true,
			seconds: 12,
		},
	),
	shell(
		"limits",
		"disk-names",
		"makes 20000 empty files in its workspace and keeps them for longer than the quota is not looked at",
		'mkdir names; perl -e \'for (1 .. 20000) { open(my $file, ">", "names/$_") or die "refused: $!\\n" } sleep 3; print "escaped\\n"\'; rm -rf names',
		{
			alone: true,
			stage: "small-disk",
			silent: true,
			seconds: 40,
		},
	),
	shell(
		"limits",
		"fill-tmp",
		"writes four times as much into /tmp as it may write in all, over several seconds",
		`mkdir "/tmp/$ID"; ${fillSlowly('"/tmp/$ID"')}; rm -rf "/tmp/$ID"`,
		{ alone: true, stage: "small-disk", silent: true, seconds: 12 },
	),
	shell(
		"limits",
		"fill-shared-memory",
		"writes 84 MB into /dev/shm",
		'mkdir "/dev/shm/$ID"; for one in 1 2 3 4 5 6 7 8 9 10 11 12; do head -c 7340032 /dev/zero >"/dev/shm/$ID/$one" || break; done; test "$(du -sm "/dev/shm/$ID" | cut -f 1)" -ge 84 && echo escaped; rm -rf "/dev/shm/$ID"',
		{
			alone: "the fillers",
		},
	),
	shell(
		"limits",
		"fill-dev",
		"writes 14 MB into /dev",
		'for one in 1 2; do head -c 7340032 /dev/zero >"/dev/$ID.$one"; done; test -s "/dev/$ID.2" && echo escaped; rm -f "/dev/$ID".*',
		{ refusal: /Read-only|denied/ },
	),
	shell(
		"limits",
		"fill-home",
		"does the same in its home, or in its workspace where the home is closed",
		`place=$HOME; mkdir "$HOME/$ID" 2>/dev/null || place=$PWD; mkdir -p "$place/$ID"; ${fillSlowly('"$place/$ID"')}; rm -rf "$place/$ID"`,
		{
			alone: true,
			stage: "small-disk",
			silent: true,
			seconds: 12,
			notPlain: "it would fill the person's home",
			refusal: /No space|Read-only|denied/,
		},
	),
	shell("limits", "raise-processes", "raises its limit of processes", "prlimit --pid $$ --nproc=9999:9999 && echo escaped", {
		refusal: /not permitted/,
	}),
	shell(
		"limits",
		"raise-memory",
		"takes its limit of memory off",
		"ulimit -H -d | grep -q unlimited && echo escaped; ulimit -d unlimited && echo escaped",
	),
	shell("limits", "core-files", "leaves images of its memory", "ulimit -c unlimited && echo escaped"),
	perl(
		"limits",
		"open-files",
		"opens 2000 files",
		'my @held; for (1 .. 2000) { open(my $file, "<", "/dev/null") or die "refused: $!\\n"; push @held, $file } print "escaped\\n";',
		{ refusal: /Too many open files/ },
	),
	shell(
		"limits",
		"deep-tree",
		"leaves a tree deeper than any path",
		'perl -e \'for (1 .. 600) { mkdir "0123456789" or die "refused: $!\\n"; chdir "0123456789" or die }\' && echo refused: made, and to be removed',
		{
			alone: "the fillers",
			leaves: ["undeletable"],
			refusal: /to be removed/,
		},
	),
	shell(
		"limits",
		"closed-tree",
		"leaves a directory that nobody may open",
		"mkdir -p closed/inner; touch closed/inner/file; chmod 0 closed/inner closed && echo refused: made, and to be removed",
		{
			alone: "the fillers",
			leaves: ["undeletable"],
			refusal: /to be removed/,
		},
	),
];

/** Writes 64 MB into a folder, slowly enough for a quota that is looked at once a second. */
function fillSlowly(folder: string): string {
	return `for one in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do head -c 4194304 /dev/zero >${folder}/$one || break; sleep 0.3; done; test "$(du -sm ${folder} | cut -f 1)" -ge 64 && echo escaped`;
}
