/** What staff set about the museum, and its own texts. */

export {
  adoptSettings,
  changeSettings,
  findMissingForShop,
  getSettings,
  type KnownSettings,
  type SettingRules,
} from './change-settings.ts';
export { CurrentSettings, type KnownNow, readSettings } from './current-settings.ts';
export { settingsAfter } from './merge-patch.ts';
export {
  effectiveValue,
  type MuseumSettings,
  type OwnWords,
  REENTRIES,
  SETTING_PATHS,
  type SettingPath,
  type SettingValue,
  type SettingValues,
  settingsOf,
  variableOf,
  WORDED_MAILS,
} from './museum-settings.ts';
export { ownTextTexts } from './own-text-texts.ts';
export {
  findOwnTexts,
  getText,
  type OwnText,
  type OwnTexts,
  removeText,
  setText,
  TEXT_LIMITS,
  TEXT_NAMES,
  TEXT_PATHS,
  type TextName,
  textFaults,
} from './own-texts.ts';
export {
  type FaultOfSetting,
  furtherPatchFaults,
  patchFaults,
  patchIn,
  SETTING_LIMITS,
  settingsPatchSchema,
  settingsSchema,
} from './settings-schema.ts';
export { lockSettings } from './settings-store.ts';
