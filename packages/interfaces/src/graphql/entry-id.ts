import { ApiError } from '@content-api/engine/errors'
import { nullIfMissing } from '@content-api/core/entries/request'
import { readId } from '@content-api/core/query/raw-value'

/**
 * Calls `work` with the id of an entry. A missing entry is no error in GraphQL, as in Strapi 4.26: the result
 * is null.
 */
export async function withEntryId<Result>(
  { id: value }: { readonly [argument: string]: unknown },
  work: (id: number) => Promise<Result>,
): Promise<Result | null> {
  const id = readId(value)
  return id === null ? null : nullIfMissing(work(id))
}

/** Returns the id of an entry that must exist. @throws ApiError NotFoundError for an invalid id */
export function idOf({ id: value }: { readonly id?: unknown }, message = 'Entity not found'): number {
  const id = readId(value)
  if (id === null) throw new ApiError('NotFoundError', message)
  return id
}
