import { ApiError } from '@content-api/engine/errors'
import { parseIfMatch } from '@content-api/core/entries/if-match'
import type { CheckStored } from './write-documents.js'

/**
 * Returns the check of the header `If-Match`: its value is the `updatedAt` of the document as it was read, so
 * that a change by Strapi counts, too. A draft and the version that was published from it have the same one.
 * @throws ApiError BadRequestError for a malformed header
 */
export function checkOf(header: string | undefined): CheckStored {
  const ifMatch = parseIfMatch(header)
  return (stored) => {
    if (ifMatch === undefined) return
    if (stored && (ifMatch === '*' || ifMatch.some(({ value, weak }) => !weak && value === stored.updatedAt))) return
    const message = 'The document has changed since it was read. Read it again, and send its updatedAt in If-Match'
    throw new ApiError('PreconditionFailedError', message)
  }
}
