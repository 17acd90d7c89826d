import { isScalar } from '@content-api/model'
import type { Row } from '../../../src/storage/database.js'
import { envelopeOf, succeeded, withBody } from '../answers.js'
import { type Shown, changeEntries } from '../entries-of.js'
import { isLive } from '../reference/filter.js'
import { isRecord } from '../request-target.js'
import type { Case, Rule } from '../rule.js'
import type { Linked } from '../world.js'
import { dataOf } from './bodies.js'

export const morphsSanitised: Rule = {
  name: '0048-polymorphic-relations-are-sanitised',
  strapi:
    'populates a polymorphic to-one relation with everything that its target holds, private values and password hashes included.',
  ours: 'shows of it what every other way of asking shows, and nothing of types that the caller may not find.',
  why: 'What is private is private however it is reached.',
  when: ({ target }, theirs) => target !== null && succeeded(theirs) && envelopeOf(theirs) !== null,
  async expected(of, theirs) {
    const { target, world } = of
    const envelope = envelopeOf(theirs)
    if (!target || !envelope) return theirs
    const change = async (shown: Shown) => {
      const changed = { ...shown.attributes }
      for (const [name, value] of Object.entries(shown.attributes)) {
        const attribute = shown.schema.attributes[name]
        if (attribute?.type !== 'relation' || attribute.relation !== 'morphToOne' || !isRecord(value)) continue
        const linked = await linkedBy(of, shown, name)
        if (linked) changed[name] = isShown(of, linked) ? sanitised(linked, value) : null
      }
      return changed
    }
    return withBody(theirs, {
      ...envelope,
      data: await changeEntries(envelope.data, target.type, world.registry, change),
    })
  },
}

/** What the relation points at, or will after a write. */
async function linkedBy(of: Case, { schema, id, depth }: Shown, name: string): Promise<Linked | undefined> {
  const { world } = of
  const given = depth === 0 ? dataOf(of)?.[name] : undefined
  if (isRecord(given)) {
    const type = world.registry.contentTypes.get(String(given['__type']))
    const row = type && (await world.row(type, Number(given['id'])))
    return type && row && { schema: type, row }
  }
  const row: Row | undefined = await world.row(schema, id)
  return row && (await world.linked(schema, row, name))[0]
}

function isShown({ target, may }: Case, { schema, row }: Linked): boolean {
  const preview =
    target?.query['publicationState'] === 'preview' || ['create', 'update'].includes(target?.operation ?? '')
  return may('find', schema.uid) && (preview || isLive(schema, row))
}

function sanitised({ schema }: Linked, value: Readonly<Record<string, unknown>>) {
  return Object.fromEntries(
    Object.entries(value).filter(([name]) => {
      const attribute = schema.attributes[name]
      return attribute !== undefined && isScalar(attribute) && !attribute.private && attribute.type !== 'password'
    }),
  )
}
