import { type ContentType, type Schema, isScalar } from '@content-api/model'
import { fileType } from '@content-api/engine/plan'
import type { Row } from '../../../../engine/src/database/database.js'
import { type Linked, type World, idOf } from '../world.js'
import { isLive } from './filter.js'

/**
 * Returns the published entries that use a file, directly or in components, of types that the caller may
 * find.
 */
export async function usersOfFile(
  world: World,
  file: Row,
  mayFind: (type: ContentType) => boolean,
): Promise<readonly Linked[]> {
  const found: Linked[] = []
  for (const schema of world.registry.contentTypes.values()) {
    if (schema.uid.startsWith('admin::') || !mayFind(schema)) continue
    for (const row of await world.rows(schema)) {
      if (isLive(schema, row) && (await uses(world, schema, row, idOf(file)))) found.push({ schema, row })
    }
  }
  return found
}

async function uses(world: World, schema: Schema, row: Row, file: number): Promise<boolean> {
  for (const [name, attribute] of Object.entries(schema.attributes)) {
    if (isScalar(attribute) || attribute.type === 'relation' || attribute.private === true) continue
    for (const linked of await world.linked(schema, row, name)) {
      const isUse =
        linked.schema.uid === fileType ? idOf(linked.row) === file : await uses(world, linked.schema, linked.row, file)
      if (isUse) return true
    }
  }
  return false
}
