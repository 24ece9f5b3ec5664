import type { ProgramTable } from "../program-table.ts";
import { changingForms } from "./changing-forms.ts";
import { changes, loads, plain, redirects, runs, writes } from "./option-rows.ts";
import { readingForms } from "./reading-forms.ts";
import { withGlobals } from "./with-globals.ts";

/** Package managers of the system. */
export const systemPackages: readonly ProgramTable[] = [
	{
		names: ["apt", "apt-get", "aptitude", "apt-cache", "apt-mark", "apt-file"],
		operands: "data",
		...withGlobals(
			[
				loads("-o --option <setting>", "a setting can run programs"),
				loads("-c --config-file <file>", "loads settings, which can run programs"),
				redirects("-t --target-release --default-release <release>", "takes packages from another release"),
				redirects("--allow-unauthenticated --allow-insecure-repositories --no-check-signature", "trusts packages of anyone"),
				...plain("-q --quiet", "-y --yes --assume-yes", "-s --simulate --dry-run", "-n --names-only", "-f --full"),
			],
			{
				...readingForms(
					"search show list policy depends rdepends showpkg madison pkgnames stats showsrc dotty changelog check showhold showauto showmanual download-size",
				),
				download: { operands: "data", hazard: "changes", why: "writes packages to the working directory" },
				source: { operands: "data", hazard: "runs", why: "writes the source, and can build it" },
				...changingForms(
					"install reinstall remove purge update upgrade full-upgrade dist-upgrade autoremove autopurge clean autoclean build-dep edit-sources hold unhold auto manual satisfy dselect-upgrade",
					"changes the packages of the machine",
				),
			},
		),
	},
	{
		names: ["dpkg", "dpkg-query", "dpkg-deb", "dpkg-reconfigure", "dpkg-divert", "dpkg-buildpackage"],
		operands: "data",
		options: [
			...[
				"-i --install",
				"-r --remove",
				"-P --purge",
				"--unpack",
				"--configure",
				"--set-selections",
				"--clear-selections",
				"--add-architecture",
				"--remove-architecture",
				"--update-avail",
				"--merge-avail",
				"--clear-avail",
				"-b --build",
				"-x --extract",
				"-X --vextract",
				"-R --raw-extract",
				"-e --control",
				"--add",
				"--rename",
				"--triggers-only",
			].map((names) => changes(names, "changes packages or writes files")),
			runs("--pre-invoke --post-invoke --status-logger <command>", "runs this command"),
			redirects("--root --admindir --instdir <directory>", "acts on another system"),
			writes("--log <file>", "writes a log to this file"),
			...plain(
				"-f --showformat <format>",
				"-l --list",
				"-L --listfiles",
				"-s --status",
				"-S --search",
				"-p --print-avail",
				"-c --contents",
				"-I --info",
				"--get-selections",
				"--audit -C",
				"--verify -V",
				"--print-architecture",
				"--compare-versions",
			),
		],
	},
	{
		names: ["yum", "dnf", "microdnf", "zypper"],
		operands: "data",
		...withGlobals(
			[
				loads("-c --config <file>", "loads configuration"),
				loads("--setopt <setting>", "changes a setting"),
				loads("--repofrompath --repo-frompath <repository>", "takes packages from there"),
				redirects("--installroot -R --root <directory>", "acts on another system"),
				redirects("--nogpgcheck --no-gpg-checks", "trusts packages of anyone"),
				...plain(
					"-q --quiet",
					"-y --assumeyes",
					"-x --exclude <package>",
					"--repo --repoid <repository>",
					"--enablerepo <repository>",
					"--disablerepo <repository>",
				),
			],
			{
				...readingForms(
					"search info list provides whatprovides repolist repoquery repoinfo history check-update check updateinfo deplist se if lu lr pa what-provides packages patterns repos",
				),
				...changingForms(
					"install reinstall remove erase autoremove update upgrade downgrade distro-sync swap group module clean makecache config-manager builddep download localinstall in rm up dup ref addrepo removerepo ar rr shell",
					"changes the packages of the machine",
				),
			},
		),
	},
	{
		names: ["rpm"],
		operands: "data",
		options: [
			...[
				"-i --install",
				"-U --upgrade",
				"-F --freshen",
				"-e --erase",
				"--import",
				"--initdb",
				"--rebuilddb",
				"--setperms",
				"--setugids",
				"--restore",
			].map((names) => changes(names, "changes the packages of the machine")),
			runs("-E --eval <expression>", "evaluates a macro, which can run commands"),
			runs("--pipe <command>", "runs this command"),
			loads("-D --define <macro>", "defines a macro, which can run commands"),
			loads("--load --macros --rcfile <file>", "loads macros, which can run commands"),
			redirects("-r --root --dbpath <directory>", "acts on another system"),
			redirects("--nosignature --nodigest", "trusts packages of anyone"),
			...plain(
				"--qf --queryformat <format>",
				"-q --query",
				"-a --all",
				"-l --list",
				"-f --file <file>",
				"-p --package <file>",
				"-V --verify",
				"-g --group <group>",
				"--whatprovides <capability>",
				"--whatrequires <capability>",
			),
		],
	},
	{
		names: [
			"pacman",
			"apk",
			"emerge",
			"xbps-install",
			"nix-env",
			"nix-shell",
			"nix",
			"snap",
			"flatpak",
			"port",
			"pkg",
			"pkg_add",
			"opkg",
			"winget",
			"choco",
			"scoop",
		],
		operands: "data",
		...withGlobals(
			[
				runs("--run --command -c --expr <text>", "runs this text"),
				loads("--config --file -f -I <file>", "loads code or configuration"),
				redirects("-r --root --dbpath -p <directory>", "acts on another system"),
			],
			{
				...readingForms(
					"search info list show policy version stats query find services connections interfaces changes warnings history remotes",
				),
				...changingForms(
					"add del install remove uninstall update upgrade fix cache audit run refresh revert enable disable set connect disconnect start stop restart develop shell build eval repl flake profile store copy registry edit override remote-add remote-delete repair mask pin",
					"changes the machine or runs code",
				),
			},
		),
		closed: true,
	},
];
