import { envelopeOf, withBody } from '../responses.js'
import { type Shown, changeEntries } from '../entries-of.js'
import type { Case, Rule } from '../rule.js'
import { isRecord } from '../request-target.js'

export const exactBigintegers: Rule = {
  name: '0032-bigintegers-are-exact',
  strapi: 'rounds a biginteger beyond 2^53 to the nearest double (on SQLite).',
  ours: 'returns its exact digits as a string.',
  why: 'stored values must be returned unchanged.',
  when: ({ target }, theirs) => target !== null && envelopeOf(theirs) !== null,
  async expected(of, theirs) {
    const { target, world } = of
    const envelope = envelopeOf(theirs)
    if (!target || !envelope) return theirs
    const exact = async (shown: Shown) => {
      const changed = { ...shown.attributes }
      for (const [name, value] of Object.entries(shown.attributes)) {
        const attribute = shown.schema.attributes[name]
        if (typeof value !== 'string' || attribute?.type !== 'biginteger') continue
        const stored = written(of, shown, name) ?? (await world.row(shown.schema, shown.id))?.[name]
        const exact = typeof stored === 'number' || typeof stored === 'string' ? String(stored) : value
        if (rounds(exact, value)) changed[name] = exact
        // This server rejected values that are not integers.
        if (!/^-?\d+$/.test(value)) changed[name] = stored ?? null
      }
      return changed
    }
    return withBody(theirs, {
      ...envelope,
      data: await changeEntries(envelope.data, target.type, world.registry, exact),
    })
  },
}

/** The value in the body of a create or update; undefined for other requests and for related entries. */
function written({ request, target }: Case, { depth }: Shown, name: string): unknown {
  if (depth > 0 || (target?.operation !== 'create' && target?.operation !== 'update')) return undefined
  const data = isRecord(request.body) ? request.body['data'] : undefined
  return isRecord(data) ? data[name] : undefined
}

/** Corrects a value only if rounding explains the recorded one. */
function rounds(exact: string, theirs: string): boolean {
  return exact !== theirs && /^-?\d+$/.test(exact) && Number(exact) === Number(theirs)
}
