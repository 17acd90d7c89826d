/** Applies write plans. */
export { applyCreate, applyDelete, applyLocalization, applyUpdate } from '../write/apply.js'
export { attachFiles } from '../write/attach-files.js'
export { requireLocale, requireLocaleAmong } from '../write/localizations.js'
export { lockVersion } from '../write/versions.js'
