/** Makes docs/reference from the tables that the program itself uses. */
import { generatedFile } from "./generated-file.ts";
import { commandsPage } from "./reference/commands-page.ts";
import { eventsPage } from "./reference/events-page.ts";
import { mcpPage } from "./reference/mcp-page.ts";
import { profilePage } from "./reference/profile-page.ts";
import { programsPage } from "./reference/programs-page.ts";
import { reasonCodesPage } from "./reference/reason-codes-page.ts";
import { restPage } from "./reference/rest-page.ts";
import { settingsPage } from "./reference/settings-page.ts";
import { shellPage } from "./reference/shell-page.ts";
import { socketPage } from "./reference/socket-page.ts";
import { toolsPage } from "./reference/tools-page.ts";

generatedFile("docs/reference/reason-codes.md", reasonCodesPage());
generatedFile("docs/reference/profile.md", profilePage());
generatedFile("docs/reference/tools.md", toolsPage());
generatedFile("docs/reference/events.md", eventsPage());
generatedFile("docs/reference/socket.md", socketPage());
generatedFile("docs/reference/rest.md", restPage());
generatedFile("docs/reference/mcp.md", mcpPage());
generatedFile("docs/reference/settings.md", settingsPage());
generatedFile("docs/reference/programs.md", programsPage());
generatedFile("docs/reference/commands.md", await commandsPage());
generatedFile("docs/concepts/commands.md", shellPage());
