/** Processor architectures, as Node names them, for which there is a filter. */
export const FILTERED_ARCHITECTURES = ["x64", "arm64"] as const;
export type FilteredArchitecture = (typeof FILTERED_ARCHITECTURES)[number];

/** Number of a system call on each architecture; `null` = it has no such call. */
type Numbers = Readonly<Record<FilteredArchitecture, number | null>>;

/** What the kernel calls each architecture in the data that a filter sees. */
export const AUDIT_ARCHITECTURES: Readonly<Record<FilteredArchitecture, number>> = { x64: 0xc000003e, arm64: 0xc00000b7 };

/**
 * The last call that was looked at (`file_setattr`). What a later kernel adds is unknown here, so it is answered ENOSYS, and
 * programs fall back; the numbers of x32 all lie above.
 */
export const LAST_KNOWN = 469;

/** Answered ENOSYS: programs know an older call to fall back to, whose arguments a filter can see. */
export const NOT_IMPLEMENTED: Readonly<Record<string, Numbers>> = {
	clone3: both(435),
	openat2: both(437),
	io_uring_setup: both(425),
	io_uring_enter: both(426),
	io_uring_register: both(427),
	setxattrat: both(463),
};

/**
 * Answered EOPNOTSUPP, as by a file system that has no such thing; programs go on without.
 * SECURITY: the lists of rights that a directory in memory can carry count nowhere, 128 KiB for each name (`memory-lists` of the escape suite).
 */
export const NOT_SUPPORTED: Readonly<Record<string, Numbers>> = {
	setxattr: { x64: 188, arm64: 5 },
	lsetxattr: { x64: 189, arm64: 6 },
	fsetxattr: { x64: 190, arm64: 7 },
};

/** Answered EPERM whatever the arguments are. */
export const NOT_PERMITTED: Readonly<Record<string, Numbers>> = {
	// Namespaces and mounts, old and new.
	unshare: { x64: 272, arm64: 97 },
	setns: { x64: 308, arm64: 268 },
	mount: { x64: 165, arm64: 40 },
	umount2: { x64: 166, arm64: 39 },
	open_tree: both(428),
	move_mount: both(429),
	fsopen: both(430),
	fsconfig: both(431),
	fsmount: both(432),
	fspick: both(433),
	mount_setattr: both(442),
	open_tree_attr: both(467),
	chroot: { x64: 161, arm64: 51 },
	pivot_root: { x64: 155, arm64: 41 },
	// Reaching into other processes.
	ptrace: { x64: 101, arm64: 117 },
	process_vm_readv: { x64: 310, arm64: 270 },
	process_vm_writev: { x64: 311, arm64: 271 },
	kcmp: { x64: 312, arm64: 272 },
	pidfd_getfd: both(438),
	// Large parts of the kernel that no agent needs.
	bpf: { x64: 321, arm64: 280 },
	perf_event_open: { x64: 298, arm64: 241 },
	userfaultfd: { x64: 323, arm64: 282 },
	add_key: { x64: 248, arm64: 217 },
	request_key: { x64: 249, arm64: 218 },
	keyctl: { x64: 250, arm64: 219 },
	open_by_handle_at: { x64: 304, arm64: 265 },
	// The machine itself.
	create_module: onlyX64(174),
	init_module: { x64: 175, arm64: 105 },
	finit_module: { x64: 313, arm64: 273 },
	delete_module: { x64: 176, arm64: 106 },
	get_kernel_syms: onlyX64(177),
	query_module: onlyX64(178),
	kexec_load: { x64: 246, arm64: 104 },
	kexec_file_load: { x64: 320, arm64: 294 },
	quotactl: { x64: 179, arm64: 60 },
	quotactl_fd: both(443),
	settimeofday: { x64: 164, arm64: 170 },
	clock_settime: { x64: 227, arm64: 112 },
	adjtimex: { x64: 159, arm64: 171 },
	clock_adjtime: { x64: 305, arm64: 266 },
	syslog: { x64: 103, arm64: 116 },
	acct: { x64: 163, arm64: 89 },
	reboot: { x64: 169, arm64: 142 },
	swapon: { x64: 167, arm64: 224 },
	swapoff: { x64: 168, arm64: 225 },
	iopl: onlyX64(172),
	ioperm: onlyX64(173),
};

/** Calls that carry a file mode: the place of the mode, and of the flags that say whether it counts. */
export const WITH_FILE_MODE: readonly {
	readonly name: string;
	readonly numbers: Numbers;
	readonly mode: number;
	readonly flags?: number;
}[] = [
	{ name: "open", numbers: onlyX64(2), mode: 2, flags: 1 },
	{ name: "openat", numbers: { x64: 257, arm64: 56 }, mode: 3, flags: 2 },
	{ name: "creat", numbers: onlyX64(85), mode: 1 },
	{ name: "chmod", numbers: onlyX64(90), mode: 1 },
	{ name: "fchmod", numbers: { x64: 91, arm64: 52 }, mode: 1 },
	{ name: "fchmodat", numbers: { x64: 268, arm64: 53 }, mode: 2 },
	{ name: "fchmodat2", numbers: both(452), mode: 2 },
	{ name: "mknod", numbers: onlyX64(133), mode: 1 },
	{ name: "mknodat", numbers: { x64: 259, arm64: 33 }, mode: 2 },
];

/** Calls of which only some arguments are refused. */
export const WITH_ARGUMENTS = {
	clone: { x64: 56, arm64: 220 },
	ioctl: { x64: 16, arm64: 29 },
	socket: { x64: 41, arm64: 198 },
} as const satisfies Readonly<Record<string, Numbers>>;

function both(number: number): Numbers {
	return { x64: number, arm64: number };
}

function onlyX64(number: number): Numbers {
	return { x64: number, arm64: null };
}
