import { type ContentType, isScalar } from '@content-api/model'
import { envelopeOf, succeeded, withBody } from '../responses.js'
import { type Shown, changeEntries } from '../entries-of.js'
import { isRecord } from '../request-target.js'
import type { Case, Rule } from '../rule.js'
import { dataOf } from './bodies.js'

export const generatedUids: Rule = {
  name: '0072-uids-are-generated',
  strapi: 'leaves a uid null if the body does not contain it. Only the admin panel generates it.',
  ours: 'generates it from the attribute that `targetField` names, with a number if another entry has the uid.',
  why: '`targetField` declares this, and a null uid identifies nothing.',
  when: ({ target }, theirs) => target !== null && succeeded(theirs) && isRecord(theirs.body),
  async expected(of, theirs) {
    const { target, world } = of
    if (!target) return theirs
    const change = async (shown: Shown) => {
      const changed = { ...shown.attributes }
      for (const [name, value] of Object.entries(shown.attributes)) {
        const attribute = shown.schema.attributes[name]
        if (value !== null || attribute?.type !== 'uid' || !isScalar(attribute) || !attribute.targetField) continue
        // A lenient server does not generate a shared uid from one locale's words.
        if (!attribute.localized && shown.schema.attributes[attribute.targetField]?.localized) continue
        changed[name] = await uidOf(of, shown, name, attribute.targetField)
      }
      return changed
    }
    const envelope = envelopeOf(theirs)
    const data = await changeEntries(envelope?.data ?? theirs.body, target.type, world.registry, change)
    return withBody(theirs, envelope ? { ...envelope, data } : data)
  },
}

/** From the body for a new entry, from the database for an existing one. */
async function uidOf(of: Case, { schema, id, depth }: Shown, name: string, source: string): Promise<string | null> {
  const { target, world } = of
  if (depth > 0 || target?.operation !== 'create') {
    const stored = (await world.row(schema, id))?.[name]
    return stored === undefined || stored === null ? null : String(stored)
  }
  const data = dataOf(of) ?? {}
  if (name in data || typeof data[source] !== 'string') return null
  const words = slug(data[source]) || slug((schema as ContentType).displayName)
  const taken = new Set((await world.rows(schema)).map((row) => row[name]))
  for (let number = 0; ; number++) {
    const uid = number === 0 ? words : `${words}-${number}`
    if (!taken.has(uid)) return uid
  }
}

function slug(text: string): string {
  const plain = text.normalize('NFKD').replace(/\p{Mn}/gu, '')
  return plain
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
}
