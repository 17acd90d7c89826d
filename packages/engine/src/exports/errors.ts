/** The table of errors, and the errors that every layer throws. */
export { ApiError, didYouMean, type Issue, RequestLimitError, validationError } from '../errors/api-error.js'
export { catalog, type ErrorName } from '../errors/catalog.js'
export { ImportError, type ImportMistake, ImportMistakes, type ImportPlace } from '../errors/import-error.js'
export { explainSystemError, isOutOfFiles } from '../errors/system-errors.js'
