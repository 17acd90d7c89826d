import { ApiError } from '../errors/api-error.js'
import { readInteger } from '../query/raw-value.js'

/** Does something with the entry that `id` names. That there is none is no mistake in GraphQL: the answer has no data (observed). */
export async function ofEntry(
  { id: given }: { readonly [argument: string]: unknown },
  work: (id: number) => Promise<string | null>,
): Promise<string | null> {
  const id = readInteger(given)
  return id === undefined || id < 1 ? null : nullIfMissing(work(id))
}

export async function nullIfMissing(answer: Promise<string | null>): Promise<string | null> {
  try {
    return await answer
  } catch (error) {
    if (error instanceof ApiError && error.name === 'NotFoundError') return null
    throw error
  }
}
