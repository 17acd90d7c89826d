import type { ContentType } from '@content-api/model'
import type { ReadPlan } from '../query/read-plan.js'
import type { WriteTransaction } from '../storage/database.js'
import { type EntriesScope, compile } from './scope.js'

/** The id of a single type's entry, draft or not, in one locale or (null) in any; null when there is none. */
export async function locateSingle(
  scope: EntriesScope,
  type: ContentType,
  locale: string | null,
  transaction: WriteTransaction,
): Promise<number | null> {
  const plan: ReadPlan = {
    type,
    mode: 'one',
    selection: { fields: [], links: [] },
    filters: null,
    sort: [],
    pagination: null,
    publicationState: 'preview',
    locale,
    shape: 'entry',
  }
  const text = await transaction.read(compile(scope, plan))
  return text === null ? null : (JSON.parse(text) as { data: { id: number } }).data.id
}
