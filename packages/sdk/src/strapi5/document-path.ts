import { QueryError } from '../errors/query-error.js'

const DOCUMENT_ID = /^[\w-]+$/
const ROW_ID = /^\d+$/
const MAX_SHOWN = 50

/**
 * Returns `<path>/<documentId>`. Throws a {@link QueryError} for anything else, such as the number of a row:
 * Strapi 5 finds nothing by it, and reports that it has deleted it.
 */
export function documentPath(path: string, documentId: number | string): string {
  if (typeof documentId === 'string') {
    if (DOCUMENT_ID.test(documentId) && !ROW_ID.test(documentId)) return `${path}/${documentId}`
    // A string is the parameter of a router: no document has that id. Anything else is a mistake in the code.
    throw new QueryError('documentId', `must be the documentId of an entry, not '${shown(documentId)}'`, true)
  }
  throw new QueryError('documentId', `must be a string, not ${String(documentId)}: pass the entry's documentId`)
}

const shown = (text: string): string => text.slice(0, MAX_SHOWN)
