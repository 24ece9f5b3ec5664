/** The settings that a person can change while writ runs. */

export { checkSetting, getSetting, listSettings, type Setting, setSetting } from "./settings.ts";
export { SETTINGS, type SettingType } from "./settings-table.ts";
