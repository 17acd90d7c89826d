import { type MediaAttribute, isRecord } from '@content-api/model'
import { fileContentType, fileType } from '../link-target.js'
import type { PlanContext } from '../plan-context.js'
import type { MediaWrite } from '../write-plan.js'
import { displayName, type Path } from './body-issues.js'
import type { BodyPart } from './body-part.js'
import { plainItem, readItem, readItems, type RelationItem, reportUnknownKeys } from './relation-items.js'

const rules = { target: fileType, keys: plainItem }

/** Files by id, always the whole of them: media attributes know no `connect` and `disconnect` (specification §4.4). */
export function planMedia(part: BodyPart, name: string, attribute: MediaAttribute, given: unknown): MediaWrite | null {
  const path = [...part.path, name]
  const items = readFiles(part, path, given)
  if (!items) return null
  const ids = [...new Set(items.map(({ id }) => id))]
  if (ids.length < items.length && part.context.strict) {
    part.issues.add(path, `${displayName(path)} names a file more than once`)
  }
  if (attribute.required && ids.length === 0 && given !== null) {
    part.issues.addIncomplete(path, `${displayName(path)} is required and must not be emptied`)
  }
  const set = attribute.multiple ? ids : ids.slice(0, 1)
  return { kind: 'media', name, attribute, path, set, ...(!mayAttach(part.context) && { onlyAttached: true }) }
}

/** Ids can be guessed, and an entry shows the URLs of its files to everyone who may read it. */
function mayAttach({ can, registry }: PlanContext): boolean {
  const type = fileContentType(registry)
  return can('create', type) || can('find', type)
}

function readFiles(part: BodyPart, path: Path, given: unknown): readonly RelationItem[] | null {
  if (given === null) return []
  if (Array.isArray(given)) return readItems(part, path, given, rules)
  if (!isRecord(given) || Object.hasOwn(given, 'id')) {
    const item = readItem(part, path, given, rules)
    return item && [item]
  }
  if (Object.hasOwn(given, 'connect') || Object.hasOwn(given, 'disconnect')) {
    const message = `${displayName(path)} is a media attribute: connect and disconnect are not usable, give the ids of all files`
    part.issues.add(path, message)
    return null
  }
  reportUnknownKeys(part, path, given, ['id', 'set'])
  const { set } = given
  if (set === undefined || set === null) {
    if (part.context.strict && Object.keys(given).length === 0) {
      part.issues.add(path, `${displayName(path)} must be the id of a file, an array of ids, or null`)
    }
    return null
  }
  return readItems(part, [...path, 'set'], set, rules)
}
