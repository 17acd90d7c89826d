/** Applies write plans. */
export { applyCreate, applyDelete, applyLocalization, applyUpdate } from '../write/apply.js'
export { attachFiles } from '../write/attach-files.js'
export { requireLocale, requireLocaleAmong } from '../write/localizations.js'
export { lockTexts } from '../write/row-locks.js'
export { lockVersion } from '../write/versions.js'
/** Builds and runs statements, for packages that read and write tables of other applications. */
export { StatementBuilder } from '../dialects/statement.js'
export { idColumn, rowId } from '../layout/columns.js'
export { quote, quoteText } from '../layout/names.js'
export { kindOfAttribute, type ValueKind } from '../layout/value-formats.js'
export { idList, numbersTable, run, runChunked } from '../write/run.js'
