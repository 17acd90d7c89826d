import { type Schema, isScalar } from '@content-api/model'
import type { Row } from '../../../../engine/src/database/database.js'
import type { Case } from '../rule.js'
import { dataOf } from './bodies.js'
import { refusal } from './refusals.js'

/** The required values that an entry would lack if published. */
async function missing(of: Case): Promise<string[][]> {
  const { target, world } = of
  const data = dataOf(of)
  if (target?.operation !== 'update' || !target.type.draftAndPublish || !isTime(data?.['publishedAt'])) return []
  const row = target.id === null ? (await world.rows(target.type))[0] : await world.row(target.type, target.id)
  if (!row) return []
  const paths = missingValues(target.type, { ...row, ...(data as Row | null) })
  for (const [name, attribute] of Object.entries(target.type.declared)) {
    if ((attribute.type !== 'component' && attribute.type !== 'dynamiczone') || name in (data ?? {})) continue
    const single = attribute.type === 'component' && !attribute.repeatable
    for (const [index, { schema, row: component }] of (await world.linked(target.type, row, name)).entries()) {
      const place = single ? [name] : [name, String(index)]
      paths.push(...missingValues(schema, component).map((path) => [...place, ...path]))
    }
  }
  return paths
}

const isTime = (value: unknown) =>
  typeof value === 'number' || (typeof value === 'string' && !Number.isNaN(Date.parse(value)))

function missingValues(schema: Schema, row: Row): string[][] {
  return Object.entries(schema.declared).flatMap(([name, attribute]) => {
    if (!isScalar(attribute)) return []
    const value = row[name] ?? null
    if (value === null) return attribute.required ? [[name]] : []
    const short =
      attribute.type !== 'password' && typeof value === 'string' && value.length < (attribute.minLength ?? 0)
    return short ? [[name]] : []
  })
}

export const publishingIsChecked = refusal({
  name: '0073-publishing-is-checked',
  strapi: 'publishes a draft that lacks required values.',
  ours: 'rejects the request with 400 and names the missing attributes.',
  why: 'published entries must satisfy their schema: GraphQL returns required attributes as non-null.',
  async refuses(of) {
    const paths = await missing(of)
    return paths.length > 0 ? { error: 'ValidationError', paths } : null
  },
})
