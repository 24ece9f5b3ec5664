import { type Attempt, perl, shell } from "../attempt.ts";

const refused = { refusal: /not permitted|not implemented/ };
const call = (id: string, what: string, text: string): Attempt => perl("namespaces", id, what, text, refused);

/** Makes or enters namespaces, and mounts. */
export const NAMESPACES: readonly Attempt[] = [
	call("unshare-user", "makes a user namespace, in which it is root", 'tries("unshare", 0x10000000);'),
	call("unshare-mount", "makes a mount namespace", 'tries("unshare", 0x00020000);'),
	call("unshare-network", "makes a network namespace", 'tries("unshare", 0x40000000);'),
	call("unshare-processes", "makes a process namespace", 'tries("unshare", 0x20000000);'),
	call(
		"unshare-user-and-mount",
		"makes both at once and mounts",
		'tries("unshare", 0x10020000) and tries("mount", "none", "/tmp", "tmpfs", 0, 0);',
	),
	shell(
		"namespaces",
		"unshare-program",
		"becomes root by the program unshare",
		"unshare --user --map-root-user id -u && echo escaped",
		refused,
	),
	call(
		"clone-user",
		"starts a process in a user namespace of its own (clone)",
		'my $made = call("clone", 0x10000011, 0, 0, 0, 0); exit if $made == 0; told("clone", $made > 0);',
	),
	call(
		"clone-high-bits",
		"does the same with bits that a filter may not look at",
		'my $made = call("clone", 0x10000011 | (1 << 40), 0, 0, 0, 0); exit if $made == 0; told("clone", $made > 0);',
	),
	call(
		"clone3-user",
		"starts a process in a user namespace of its own (clone3)",
		'my $wish = pack("Q8", 0x10000000, 0, 0, 0, 17, 0, 0, 0); my $made = call("clone3", $wish, 64); exit if $made == 0; told("clone3", $made > 0);',
	),
	call(
		"setns-own",
		"enters the user namespace of its own process again",
		'open(my $place, "<", "/proc/self/ns/net") or die; tries("setns", fileno($place), 0);',
	),
	call(
		"setns-first",
		"enters the namespaces of the first process",
		'open(my $place, "<", "/proc/1/ns/mnt") or do { print "refused: $!\\n" }; tries("setns", $place ? fileno($place) : 0, 0);',
	),
	call(
		"setns-process",
		"enters the namespaces of a process of the host by its descriptor",
		'my $process = call("pidfd_open", $ENV{VICTIM}, 0); tries("setns", $process, 0x7e020000);',
	),
	call("mount-tmpfs", "mounts a file system", 'tries("mount", "none", "/tmp", "tmpfs", 0, 0);'),
	call("mount-bind", "binds a directory over another", 'tries("mount", $ENV{OUTSIDE}, "/tmp", 0, 4096, 0);'),
	call("mount-proc", "mounts a /proc of its own, with writable settings", 'tries("mount", "proc", "/tmp", "proc", 0, 0);'),
	call("mount-remount", "makes read-only trees writable", 'tries("mount", "none", "/usr", 0, 4096 | 32, 0);'),
	call("mount-propagation", "has its mounts show on the host", 'tries("mount", "none", "/", 0, (1 << 20) | 16384, 0);'),
	call("unmount-settings", "unmounts what keeps settings of the kernel read-only", 'tries("umount2", "/proc/sys", 2);'),
	call("unmount-root", "unmounts its root, to see what lies below", 'tries("umount2", "/", 2);'),
	call("open-tree", "copies a mount (open_tree)", 'tries("open_tree", -100, "/usr", 1);'),
	call("move-mount", "moves a mount (move_mount)", 'tries("move_mount", -100, "/usr", -100, "/tmp", 0);'),
	call("fsopen", "makes a file system (fsopen)", 'tries("fsopen", "tmpfs", 0);'),
	call("fsmount", "mounts a file system (fsmount)", 'tries("fsmount", 0, 0, 0);'),
	call("fspick", "reconfigures a file system (fspick)", 'tries("fspick", -100, "/", 0);'),
	call(
		"mount-setattr",
		"takes read-only off a mount (mount_setattr)",
		'tries("mount_setattr", -100, "/usr", 0, pack("QQQQ", 0, 1, 0, 0), 32);',
	),
	call("chroot", "changes its root directory", 'tries("chroot", "/tmp");'),
	call("pivot-root", "changes the root of its namespace", 'tries("pivot_root", ".", ".");'),
	shell("namespaces", "identity-map", "writes a map of users for itself", "(echo 0 0 1 >/proc/self/uid_map) && echo escaped", {
		refusal: /not permitted|denied|Read-only|I\/O error/,
	}),
	shell(
		"namespaces",
		"old-root",
		"finds the root that bubblewrap left behind",
		"ls /oldroot/ /newroot/ 2>/dev/null | grep -q . && echo escaped; echo refused: absent",
		{
			refusal: /absent/,
		},
	),
];
