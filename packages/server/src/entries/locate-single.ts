import type { ContentType } from '@content-api/model'
import { parseText, type ReadPlan } from '@content-api/engine/plan'
import type { WriteTransaction } from '@content-api/engine/database'
import { idMember } from '../query/populate/response-form.js'

/** Returns the id of a single type's entry (published or draft), or null. A null `locale` matches any locale. */
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
  return text === null ? null : (parseText(text) as { id: number }).id
}
