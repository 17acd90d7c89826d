import type { ContentType } from '@content-api/model'
import { idMember } from '../query/populate/response-form.js'
import type { ReadPlan } from '../query/read-plan.js'
import type { WriteTransaction } from '../storage/database.js'

/** The id of a single type's entry, draft or not, in one locale or (null) in any; null when there is none. */
export async function locateSingle(
  type: ContentType,
  locale: string | null,
  transaction: WriteTransaction,
): Promise<number | null> {
  const plan: ReadPlan = {
    type,
    mode: 'one',
    output: { kind: 'entries', members: [idMember(type)] },
    byId: false,
    filters: null,
    sort: [],
    pagination: null,
    publicationState: 'preview',
    locale,
  }
  const text = await transaction.read(plan)
  return text === null ? null : (JSON.parse(text) as { id: number }).id
}
