import { type Attempt, shell } from "../attempt.ts";

const opened = (id: string, what: string, path: string): Attempt =>
	shell("devices", id, what, `for one in ${path}; do (: <"$one") && echo "escaped: $one"; done`, {
		refusal: /denied|No such|nonexistent|not permitted/,
	});

/** Devices and /sys. */
export const DEVICES: readonly Attempt[] = [
	opened("memory-device", "reads the memory of the machine", "/dev/mem /dev/kmem /dev/port"),
	opened("log-device", "reads the log of the kernel", "/dev/kmsg /proc/kmsg"),
	opened("disk-device", "reads disks past all file systems", "/dev/sda /dev/vda /dev/nvme0n1 /dev/dm-0 /dev/loop0"),
	opened("machine-device", "starts a virtual machine", "/dev/kvm /dev/vhost-vsock /dev/vhost-net"),
	opened("file-system-device", "serves a file system of its own", "/dev/fuse"),
	opened("tunnel-device", "makes a network of its own", "/dev/net/tun"),
	opened("input-device", "listens to the keyboard", "/dev/input/event0 /dev/uinput /dev/hidraw0"),
	opened("graphics-device", "uses the graphics card", "/dev/dri/card0 /dev/dri/renderD128 /dev/nvidia0"),
	shell("devices", "sysfs-read", "reads about the hardware of the machine", "cat /sys/kernel/uevent_seqnum >/dev/null && echo escaped"),
	shell(
		"devices",
		"debug-file-system",
		"reaches into the kernel by its debug files",
		"ls /sys/kernel/debug/ /sys/kernel/tracing/ | grep -q . && echo escaped",
		{ refusal: /denied|No such/ },
	),
	shell("devices", "dev-directory", "adds a name to /dev", '(echo >"/dev/$ID") && echo escaped', { refusal: /Read-only|denied/ }),
];
