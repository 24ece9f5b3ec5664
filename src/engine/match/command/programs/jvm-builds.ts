import type { ProgramTable } from "../program-table.ts";
import { loads, plain, redirects, runs, withRole, writes } from "./option-rows.ts";

/** mvn: builds, tests and packs java projects. */
export const mvn: ProgramTable = {
	names: ["mvn", "mvnw", "mvnd"],
	operands: "data",
	analyser: "maven-goals",
	options: [
		{
			...loads("-D --define <property>", "properties name programs and code (maven.ext.class.path, exec.executable, argLine)"),
			except: ["skipTests*", "skipITs*", "maven.test.skip*", "test=*", "it.test=*", "surefire.failIfNoSpecifiedTests=*", "failIfNoTests=*", "groups=*", "excludedGroups=*", "checkstyle.skip*", "spotless.check.skip*", "spotbugs.skip*", "pmd.skip*", "enforcer.skip*", "jacoco.skip*", "maven.javadoc.skip*", "style.color=*", "verbose*", "includes=*", "excludes=*", "detail*"],
		},
		...withRole("cwd", ["-f --file <file>"]),
		loads("-s --settings <file>", "settings name hosts and credentials"),
		loads("-gs --global-settings <file>", "settings name hosts and credentials"),
		loads("-is --install-settings <file>", "settings name hosts and credentials"),
		loads("-ps --project-settings <file>", "settings name hosts and credentials"),
		runs("-t --toolchains <file>", "names the programs of the tool chain"),
		runs("-gt --global-toolchains <file>", "names the programs of the tool chain"),
		runs("-it --install-toolchains <file>", "names the programs of the tool chain"),
		redirects("-emp --encrypt-master-password [password]", "works on credentials"),
		redirects("-ep --encrypt-password [password]", "works on credentials"),
		loads("-b --builder <name>", "loads code"),
		writes("-l --log-file <file>", "writes a log"),
		...plain("-P --activate-profiles <names>", "-pl --projects <names>", "-rf --resume-from <name>", "-r --resume", "-T --threads <number>", "--color <when>", "-am --also-make", "-amd --also-make-dependents", "-B --batch-mode", "-C --strict-checksums", "-c --lax-checksums", "-cpu --check-plugin-updates", "-e --errors", "-fae --fail-at-end", "-ff --fail-fast", "-fn --fail-never", "-fos --fail-on-severity <level>", "-h --help", "-itr --ignore-transitive-repositories", "-llr --legacy-local-repository", "-N --non-recursive", "-npr --no-plugin-registry", "-npu --no-plugin-updates", "-nsu --no-snapshot-updates", "-ntp --no-transfer-progress", "-o --offline", "-q --quiet", "-U --update-snapshots", "-up --update-plugins", "-v --version", "-V --show-version", "-X --debug"),
	],
};

/** gradle: builds, tests and packs projects of many languages. */
export const gradle: ProgramTable = {
	names: ["gradle", "gradlew"],
	abbreviations: false,
	operands: "data",
	options: [
		loads("-I --init-script <file>", "runs a script first"),
		loads("-b --build-file <file>", "runs another script"),
		loads("-c --settings-file <file>", "runs another script"),
		loads("--include-build <directory>", "runs the scripts of another project"),
		...withRole("cwd", ["-p --project-dir <directory>"]),
		loads("-g --gradle-user-home <directory>", "takes scripts, settings and packages from another place"),
		{ ...loads("-D --system-prop <property>", "properties name programs and code (org.gradle.jvmargs)"), except: ["test.single=*", "skipTests*", "org.gradle.parallel=*", "org.gradle.daemon=*", "org.gradle.caching=*"] },
		loads("-M --write-verification-metadata <kinds>", "changes what packages are trusted"),
		redirects("--scan", "sends the results to another host"),
		redirects("--export-keys", "writes keys"),
		writes("--project-cache-dir <directory>", "writes a cache of code that is run later"),
		writes("--output-file <file>", "writes a file"),
		runs("--debug-jvm", "opens a debugger's port"),
		...plain("-P --project-prop <property>", "-x --exclude-task <name>", "--tests <pattern>", "--console <mode>", "--max-workers <number>", "--warning-mode <mode>", "--configuration <name>", "--dependency <name>", "-m --dry-run", "-t --continuous", "-F --dependency-verification <mode>", "--priority <level>", "--task <name>", "-s --stacktrace", "-S --full-stacktrace", "-i --info", "-d --debug", "-q --quiet", "-w --warn", "--write-locks", "--update-locks <names>", "--profile", "--offline", "--no-daemon", "--daemon", "--rerun-tasks", "--build-cache", "--configuration-cache", "--parallel", "--stop", "--status"),
	],
};

/** ant, sbt, lein, mill: other builders of the java world. */
export const jvmBuilders: ProgramTable = {
	names: ["ant", "sbt", "lein", "mill", "scala-cli", "kotlinc-jvm", "jbang"],
	style: "long-dash",
	abbreviations: false,
	operands: "data",
	options: [
		loads("-f -file -buildfile <file>", "runs another script"),
		loads("-lib <path>", "loads code"),
		loads("-logger <class>", "loads code"),
		loads("-listener <class>", "loads code"),
		loads("-inputhandler <class>", "loads code"),
		loads("-propertyfile <file>", "loads settings"),
		loads("-jvm-debug <port>", "opens a debugger's port"),
		runs("-java-home <directory>", "runs with another java"),
		{ ...loads("-J", "options of java load code"), prefix: true },
		{ ...loads("-D", "properties name code"), prefix: true },
		writes("-l -logfile <file>", "writes a log"),
		...plain("-k", "-q", "-v", "-mem <number>"),
	],
};
