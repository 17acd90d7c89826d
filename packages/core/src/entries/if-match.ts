import type { ContentType } from '@content-api/model'
import type { WriteTransaction } from '@content-api/engine/database'
import { ApiError } from '@content-api/engine/errors'
import { lockVersion } from '@content-api/engine/write'

/** The header with the version of an entry. It changes with every write of the entry. */
export const versionHeader = 'Entry-Version'

/** A condition on the version of an entry: `*` for any version. */
export type IfMatch = '*' | readonly EntityTag[]

/** An entity tag (RFC 9110 §8.8.3). Weak tags match no version. */
interface EntityTag {
  readonly value: string
  readonly weak: boolean
}

/**
 * Parses the header `If-Match` (RFC 9110 §13.1.1). Returns undefined without the header.
 * @throws ApiError BadRequestError for another form
 */
export function parseIfMatch(header: string | undefined): IfMatch | undefined {
  if (header === undefined) return undefined
  const list = header.trim()
  if (list === '*') return '*'
  // Every second part is the value of a tag, because values have no quotes. Commas may stand for empty elements.
  const parts = list.split('"')
  const tags: EntityTag[] = []
  for (let index = 1; index < parts.length; index += 2) {
    const before = parts[index - 1] as string
    const weak = before.endsWith('W/')
    const commas = (weak ? before.slice(0, -2) : before).replaceAll(/[ \t]/g, '')
    const value = parts[index] as string
    if (!/^,*$/.test(commas) || (index > 1 && commas === '') || /[^\x21-\x7e\x80-\xff]/.test(value)) throw malformed()
    tags.push({ value, weak })
  }
  if (tags.length === 0 || parts.length % 2 === 0 || !/^[ \t,]*$/.test(parts.at(-1) as string)) throw malformed()
  return tags
}

const malformed = () =>
  new ApiError(
    'BadRequestError',
    `The header If-Match must be a list of quoted values: send the value of ${versionHeader} in double quotes`,
  )

/**
 * Checks the condition `ifMatch` of a request. The entry stays locked until the transaction ends, so of two writes with
 * the same version only one succeeds.
 *
 * @param id null if the entry of a single type doesn't exist
 * @throws ApiError PreconditionFailedError if the entry has another version
 */
export async function requireMatch(
  transaction: WriteTransaction,
  { uid }: ContentType,
  id: number | null,
  ifMatch: IfMatch | undefined,
): Promise<void> {
  if (!ifMatch) return
  const version = id === null ? null : await lockVersion(transaction, uid, id)
  // A write of a missing entry gets 404 (RFC 9110 §13.2.1). For a single type, it would create the entry.
  if (version === null && id !== null) return
  if (version === null) throw new ApiError('PreconditionFailedError', 'The entry does not exist, so it has no version')
  if (ifMatch === '*' || ifMatch.some(({ value, weak }) => !weak && value === version)) return
  throw new ApiError('PreconditionFailedError', messageOf(ifMatch), { headers: { [versionHeader]: version } })
}

/** The length of an ETag of a response: SHA-1 in base64url. */
const etagLength = 27

function messageOf(ifMatch: readonly EntityTag[]): string {
  if (ifMatch.some(({ value, weak }) => weak || value.length === etagLength)) {
    return `If-Match contains the ETag of a response. Send the version of the entry instead: the value of ${versionHeader} in double quotes`
  }
  return `The entry has changed since this version was read. Read it again, and send the new ${versionHeader} in If-Match`
}
