import type { CommandForm } from "../program-table.ts";
import { ghView as view } from "./gh-view.ts";
import { ghStateChange as state } from "./gh-write.ts";
import { named, plain, redirects } from "./option-rows.ts";

/** Commands of gh that work on the account and on gh itself: credentials, aliases, extensions, settings, secrets and keys. */
export const ghAccountForms: Readonly<Record<string, CommandForm>> = {
	auth: {
		subcommands: {
			status: { options: [redirects("-t --show-token", "shows a credential"), ...plain("-h --hostname <host>")] },
			token: ghAccountChange("shows a credential"),
			login: ghAccountChange("makes a credential"),
			logout: ghAccountChange("deletes a credential"),
			refresh: ghAccountChange("makes a credential"),
			switch: ghAccountChange("uses another credential"),
			"setup-git": ghAccountChange("changes git's settings"),
			"git-credential": ghAccountChange("shows a credential"),
		},
	},
	alias: {
		subcommands: {
			list: {},
			set: named("runs", "an alias can be shell text"),
			import: named("runs", "an alias can be shell text", { operands: "read" }),
			delete: state("deletes an alias"),
		},
	},
	extension: {
		subcommands: {
			list: {},
			search: view,
			install: named("loads", "fetches code that is run"),
			upgrade: named("loads", "fetches code that is run"),
			exec: named("runs", "runs an extension"),
			browse: named("loads", "fetches code that is run"),
			create: named("changes", "writes files"),
			remove: state("deletes an extension"),
		},
	},
	ext: named("loads", "works on extensions, which are run"),
	config: {
		subcommands: {
			get: view,
			list: view,
			set: named("loads", "settings name programs that are run"),
			"clear-cache": state("deletes the cache"),
		},
	},
	secret: {
		subcommands: {
			list: view,
			set: ghAccountChange("changes a secret"),
			delete: ghAccountChange("deletes a secret"),
			remove: ghAccountChange("deletes a secret"),
		},
	},
	variable: {
		subcommands: { list: view, get: view, set: ghAccountChange("changes a variable"), delete: ghAccountChange("deletes a variable") },
	},
	"ssh-key": { subcommands: { list: view, add: ghAccountChange("adds a credential"), delete: ghAccountChange("deletes a credential") } },
	"gpg-key": { subcommands: { list: view, add: ghAccountChange("adds a credential"), delete: ghAccountChange("deletes a credential") } },
};

/** A command of gh that changes an account, a credential or the repository that is meant. */
export function ghAccountChange(why: string): CommandForm {
	return named("redirects", why, { operands: "data" });
}
