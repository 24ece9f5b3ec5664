import type { CommandForm, OptionRow, ProgramTable } from "../program-table.ts";
import { changes, everywhere, loads, named, plain, reads, redirects, runs, writes } from "./option-rows.ts";

/** Package managers of the system, services, schedules, mounts and accounts. */
export const system: readonly ProgramTable[] = [
	{
		names: ["apt", "apt-get", "aptitude", "apt-cache", "apt-mark", "apt-file"],
		operands: "data",
		...withGlobals([
			loads("-o --option <setting>", "a setting can run programs"),
			loads("-c --config-file <file>", "loads settings, which can run programs"),
			redirects("-t --target-release --default-release <release>", "takes packages from another release"),
			redirects("--allow-unauthenticated --allow-insecure-repositories --no-check-signature", "trusts packages of anyone"),
			...plain("-q --quiet", "-y --yes --assume-yes", "-s --simulate --dry-run", "-n --names-only", "-f --full"),
		], {
			...reading("search show list policy depends rdepends showpkg madison pkgnames stats showsrc dotty changelog check showhold showauto showmanual download-size"),
			download: { operands: "data", hazard: "changes", why: "writes packages to the working directory" },
			source: { operands: "data", hazard: "runs", why: "writes the source, and can build it" },
			...changing("install reinstall remove purge update upgrade full-upgrade dist-upgrade autoremove autopurge clean autoclean build-dep edit-sources hold unhold auto manual satisfy dselect-upgrade", "changes the packages of the machine"),
		}),
	},
	{
		names: ["dpkg", "dpkg-query", "dpkg-deb", "dpkg-reconfigure", "dpkg-divert", "dpkg-buildpackage"],
		operands: "data",
		options: [
			...["-i --install", "-r --remove", "-P --purge", "--unpack", "--configure", "--set-selections", "--clear-selections", "--add-architecture", "--remove-architecture", "--update-avail", "--merge-avail", "--clear-avail", "-b --build", "-x --extract", "-X --vextract", "-R --raw-extract", "-e --control", "--add", "--rename", "--triggers-only"].map((names) => changes(names, "changes packages or writes files")),
			runs("--pre-invoke --post-invoke --status-logger <command>", "runs this command"),
			redirects("--root --admindir --instdir <directory>", "acts on another system"),
			writes("--log <file>", "writes a log to this file"),
			...plain("-f --showformat <format>", "-l --list", "-L --listfiles", "-s --status", "-S --search", "-p --print-avail", "-c --contents", "-I --info", "--get-selections", "--audit -C", "--verify -V", "--print-architecture", "--compare-versions"),
		],
	},
	{
		names: ["yum", "dnf", "microdnf", "zypper"],
		operands: "data",
		...withGlobals([
			loads("-c --config <file>", "loads configuration"),
			loads("--setopt <setting>", "changes a setting"),
			loads("--repofrompath --repo-frompath <repository>", "takes packages from there"),
			redirects("--installroot -R --root <directory>", "acts on another system"),
			redirects("--nogpgcheck --no-gpg-checks", "trusts packages of anyone"),
			...plain("-q --quiet", "-y --assumeyes", "-x --exclude <package>", "--repo --repoid <repository>", "--enablerepo <repository>", "--disablerepo <repository>"),
		], {
			...reading("search info list provides whatprovides repolist repoquery repoinfo history check-update check updateinfo deplist se if lu lr pa what-provides packages patterns repos"),
			...changing("install reinstall remove erase autoremove update upgrade downgrade distro-sync swap group module clean makecache config-manager builddep download localinstall in rm up dup ref addrepo removerepo ar rr shell", "changes the packages of the machine"),
		}),
	},
	{
		names: ["rpm"],
		operands: "data",
		options: [
			...["-i --install", "-U --upgrade", "-F --freshen", "-e --erase", "--import", "--initdb", "--rebuilddb", "--setperms", "--setugids", "--restore"].map((names) => changes(names, "changes the packages of the machine")),
			runs("-E --eval <expression>", "evaluates a macro, which can run commands"),
			runs("--pipe <command>", "runs this command"),
			loads("-D --define <macro>", "defines a macro, which can run commands"),
			loads("--load --macros --rcfile <file>", "loads macros, which can run commands"),
			redirects("-r --root --dbpath <directory>", "acts on another system"),
			redirects("--nosignature --nodigest", "trusts packages of anyone"),
			...plain("--qf --queryformat <format>", "-q --query", "-a --all", "-l --list", "-f --file <file>", "-p --package <file>", "-V --verify", "-g --group <group>", "--whatprovides <capability>", "--whatrequires <capability>"),
		],
	},
	{
		names: ["pacman", "apk", "emerge", "xbps-install", "nix-env", "nix-shell", "nix", "snap", "flatpak", "port", "pkg", "pkg_add", "opkg", "winget", "choco", "scoop"],
		operands: "data",
		...withGlobals([runs("--run --command -c --expr <text>", "runs this text"), loads("--config --file -f -I <file>", "loads code or configuration"), redirects("-r --root --dbpath -p <directory>", "acts on another system")], {
			...reading("search info list show policy version stats query find services connections interfaces changes warnings history remotes"),
			...changing("add del install remove uninstall update upgrade fix cache audit run refresh revert enable disable set connect disconnect start stop restart develop shell build eval repl flake profile store copy registry edit override remote-add remote-delete repair mask pin", "changes the machine or runs code"),
		}),
		closed: true,
	},
	{
		names: ["systemctl"],
		operands: "data",
		...withGlobals([
			redirects("-H --host <host>", "speaks to another machine"),
			redirects("-M --machine <container>", "speaks to another machine"),
			redirects("--root --image <path>", "acts on another system"),
			...plain("-t --type <type>", "-p --property -P <name>", "--state <state>", "-n --lines <number>", "-o --output <format>", "--job-mode <mode>", "-s --signal <signal>", "--kill-whom <whom>", "--user", "--system", "--no-pager", "-l --full", "-a --all", "-q --quiet"),
		], {
			...reading("status show cat list-units list-unit-files list-timers list-sockets list-dependencies list-jobs list-machines list-paths list-automounts is-active is-enabled is-failed is-system-running get-default help show-environment whoami"),
			edit: named("runs", "starts an editor on a service"),
			"set-environment": named("redirects", "changes the environment of every service"),
			"import-environment": named("redirects", "changes the environment of every service"),
			"unset-environment": named("redirects", "changes the environment of every service"),
			link: named("loads", "loads a service from elsewhere"),
			...changing(
				"start stop restart reload try-restart reload-or-restart try-reload-or-restart kill isolate enable disable reenable preset preset-all mask unmask revert add-wants add-requires set-default set-property reset-failed daemon-reload daemon-reexec bind mount-image clean freeze thaw cancel poweroff reboot halt kexec suspend hibernate hybrid-sleep rescue emergency default exit switch-root soft-reboot log-level log-target service-watchdogs",
				"changes services of the machine",
			),
		}),
		closed: true,
	},
	{
		names: ["service", "rc-service", "rc-update", "initctl", "launchctl", "update-rc.d", "chkconfig"],
		operands: "data",
		analyser: "service",
		options: [changes("-f --full-restart", "restarts the service")],
	},
	{
		names: ["journalctl"],
		operands: "data",
		options: [
			redirects("-M --machine <container>", "reads the log of another machine"),
			redirects("--root --image --namespace <name>", "reads another log"),
			...["--rotate", "--flush", "--sync", "--relinquish-var", "--smart-relinquish-var", "--update-catalog", "--setup-keys"].map((name) => changes(name, "changes the log")),
			changes("--vacuum-size --vacuum-time --vacuum-files <limit>", "deletes parts of the log"),
			{ names: ["--cursor-file"], value: "required", is: "write", why: "writes the place to this file" },
			...reads("-D --directory <directory>", "--file <file>", "-i <file>"),
			...plain("-u --unit <unit>", "--user-unit <unit>", "-t --identifier <name>", "-T --exclude-identifier <name>", "-p --priority <level>", "--facility <name>", "-g --grep <pattern>", "-c --cursor <cursor>", "--after-cursor <cursor>", "-S --since <time>", "-U --until <time>", "-n --lines [number]", "-o --output <format>", "--output-fields <fields>", "-b --boot [boot]", "-F --field <field>", "-I --invocation <id>", "--case-sensitive [boolean]", "--no-pager", "-f --follow", "-r --reverse", "-e --pager-end"),
		],
	},
	{
		names: ["crontab", "fcrontab"],
		operands: "read",
		analyser: "any-operand-changes",
		options: [changes("-e", "starts an editor and changes what runs later"), changes("-r", "removes what runs later"), changes("-i", "removes what runs later"), redirects("-u <user>", "acts for another user"), ...plain("-l", "-n <host>", "-s")],
	},
	{ names: ["at", "batch"], operands: "data", analyser: "input-is-code", analysesWords: true, options: [runs("-f <file>", "the commands in this file are run later"), changes("-d -r", "removes what runs later"), ...plain("-q <queue>", "-t <time>", "-l", "-c", "-m", "-M", "-v", "-V")] },
	{ names: ["atq", "atrm"], operands: "data" },
	{
		names: ["mount", "umount", "losetup", "swapon", "swapoff", "fsck", "mkfs", "mkswap", "fdisk", "parted", "sfdisk", "blkid", "hdparm", "wipefs", "cryptsetup", "lvm", "mdadm", "insmod", "modprobe", "rmmod"],
		operands: "data",
		analyser: "any-operand-changes",
		options: [changes("-a --all", "acts on everything that is set up"), ...plain("-t --types <types>", "-l --show-labels", "-V --version", "--list")],
	},
	{ names: ["lsmod", "modinfo"], operands: "data" },
	{
		names: ["useradd", "userdel", "usermod", "groupadd", "groupdel", "groupmod", "adduser", "deluser", "addgroup", "delgroup", "passwd", "chpasswd", "chsh", "chfn", "chage", "gpasswd", "newgrp", "visudo", "vipw", "vigr", "login"],
		operands: "data",
	},
	{ names: ["shutdown", "reboot", "halt", "poweroff", "init", "telinit", "kexec"], operands: "data" },
	{ names: ["update-alternatives", "ldconfig", "locale-gen", "update-grub", "depmod"], operands: "data", analyser: "any-operand-changes" },
	{
		names: ["defaults", "security", "pbcopy", "pbpaste", "pmset", "scutil", "networksetup", "dscl", "csrutil", "spctl", "diskutil", "hdiutil", "xattr", "plutil", "say"],
		operands: "data",
		analyser: "any-operand-changes",
	},
	{ names: ["xclip", "xsel", "wl-copy", "wl-paste", "clip.exe"], operands: "read" },
];

function reading(names: string): Readonly<Record<string, CommandForm>> {
	return Object.fromEntries(names.split(" ").map((name) => [name, { operands: "data" }]));
}

function changing(names: string, why: string): Readonly<Record<string, CommandForm>> {
	return Object.fromEntries(names.split(" ").map((name) => [name, named("changes", why, { operands: "data" })]));
}

/** Global options that are also accepted after the subcommand. */
function withGlobals(options: readonly OptionRow[], subcommands: Readonly<Record<string, CommandForm>>): Pick<ProgramTable, "options" | "subcommands"> {
	return { options, subcommands: everywhere(options, subcommands) };
}
