import { ApiError } from '../errors/api-error.js'
import { readId } from '../query/raw-value.js'

/** Does something with the entry that `id` names. That there is none is no mistake in GraphQL: the answer has no data (observed). */
export async function withEntryId(
  { id: value }: { readonly [argument: string]: unknown },
  work: (id: number) => Promise<string | null>,
): Promise<string | null> {
  const id = readId(value)
  return id === null ? null : nullIfMissing(work(id))
}

/** The id of an entry that has to be there. @throws ApiError NotFoundError for what can't be one */
export function idOf({ id: value }: { readonly id?: unknown }, message = 'Entity not found'): number {
  const id = readId(value)
  if (id === null) throw new ApiError('NotFoundError', message)
  return id
}

export async function nullIfMissing(answer: Promise<string | null>): Promise<string | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ApiError && error.name === 'NotFoundError') return null
    throw error
  }
}
