import { type MediaAttribute, isRecord } from '@content-api/model'
import { fileContentType, fileType } from '@content-api/engine/plan/link-target'
import type { PlanContext } from '../plan-context.js'
import type { MediaWrite } from '@content-api/engine/plan/write-plan'
import { displayName, type Path } from '@content-api/engine/plan/body-issues'
import type { BodyPart } from './body-part.js'
import { plainItem, readItem, readItems, type RelationItem, reportUnknownKeys } from './relation-items.js'

const rules = { target: fileType, keys: plainItem }

/** Plans a media attribute. The input is the complete list of file ids; there is no `connect` (specification §4.4). */
export function planMedia(part: BodyPart, name: string, attribute: MediaAttribute, input: unknown): MediaWrite | null {
  const path = [...part.path, name]
  const items = readFiles(part, path, input)
  if (!items) return null
  const ids = [...new Set(items.map(({ id }) => id))]
  if (ids.length < items.length && part.context.strict) {
    part.issues.add(path, `${displayName(path)} names a file more than once`)
  }
  if (ids.length > 1 && !attribute.multiple && part.context.strict) {
    part.issues.add(path, `${displayName(path)} holds one file, but the input has ${ids.length}. Send one id.`)
  }
  // Without strict checks the first one, as in Strapi 4.26.
  const set = attribute.multiple ? ids : ids.slice(0, 1)
  return { kind: 'media', name, attribute, path, set, ...(!mayAttach(part.context) && { onlyAttached: true }) }
}

/**
 * Returns whether the caller may attach any file, which requires permission to read or upload files.
 * Without this rule, a caller could guess ids of files and read their URLs from the entry.
 */
function mayAttach({ can, registry }: PlanContext): boolean {
  const type = fileContentType(registry)
  return can('create', type) || can('find', type)
}

function readFiles(part: BodyPart, path: Path, input: unknown): readonly RelationItem[] | null {
  if (input === null) return []
  if (Array.isArray(input)) return readItems(part, path, input, rules)
  if (!isRecord(input) || Object.hasOwn(input, 'id')) {
    const item = readItem(part, path, input, rules)
    return item && [item]
  }
  if (Object.hasOwn(input, 'connect') || Object.hasOwn(input, 'disconnect')) {
    const message = `${displayName(path)} is a media attribute: connect and disconnect are not usable, give the ids of all files`
    part.issues.add(path, message)
    return null
  }
  reportUnknownKeys(part, path, input, ['id', 'set'])
  const { set } = input
  if (set === undefined || set === null) {
    if (part.context.strict && Object.keys(input).length === 0) {
      part.issues.add(path, `${displayName(path)} must be the id of a file, an array of ids, or null`)
    }
    return null
  }
  return readItems(part, [...path, 'set'], set, rules)
}
