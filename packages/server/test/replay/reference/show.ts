import { type Schema, isScalar } from '@content-api/model'
import type { Row } from '../../../../engine/src/database/database.js'
import { isRecord } from '../request-target.js'
import { idOf } from '../world.js'
import { shownNames, shownValue } from './values.js'

/** Returns an entry with its own values. @throws if the query populates */
export function show(schema: Schema, row: Row, query: Readonly<Record<string, unknown>>): unknown {
  const { populate } = query
  if (
    populate !== undefined &&
    populate !== null &&
    populate !== '' &&
    !(isRecord(populate) && Object.keys(populate).length === 0)
  )
    throw new Error(`The reference can't populate ${schema.uid} ${idOf(row)}`)
  const attributes: Record<string, unknown> = {}
  for (const name of shownNames(schema, query['fields'])) {
    const attribute = schema.attributes[name]
    if (attribute && isScalar(attribute)) attributes[name] = shownValue(row, name, attribute)
  }
  return { id: idOf(row), attributes }
}
