import type { MediaAttribute, RelationAttribute, Schema } from '@content-api/model'
import { fileType, isMorph } from '@content-api/engine/plan'
import type { LinkedRow } from '@content-api/engine/transfer'
import type { Link } from './link-store.js'
import type { PlanContext, RowPlace } from './plan-context.js'

/** Returns the rows that an attribute of a row points at, in their order. */
export function planTargets(
  { schema, id, entry, path }: RowPlace,
  name: string,
  attribute: MediaAttribute | RelationAttribute,
  many: boolean,
  context: PlanContext,
): LinkedRow[] {
  const { survey, report, unique } = context
  const found = survey.links.of(schema.uid, name, id)
  if (found.length === 0) return []
  const targets: LinkedRow[] = []
  const seen = new Set<string>()
  for (const link of found) {
    const target = targetOf(attribute, link, context)
    if (target === null) {
      report.leftOut(`${schema.uid}.${name}`, `points at ${link.targetType}, which is not imported`)
      continue
    }
    if (context.leaveOut.has(target.uid)) {
      report.leftOut(`${schema.uid}.${name}`, `points at ${target.uid}, which is left out`)
      continue
    }
    if (!survey.ids.get(target.uid)?.has(link.target)) {
      // Strapi itself ignores polymorphic links to deleted entries.
      if (isPolymorphic(attribute)) report.leftOut(`${schema.uid}.${name}`, 'points at entries that were deleted')
      else
        report.mistake(`${entry}, ${path}${name}`, `points at ${target.uid} ${link.target}, which isn't in the source.`)
      continue
    }
    const key = `${target.uid} ${link.target}`
    if (seen.has(key) || (!many && targets.length > 0)) {
      report.leftOut(
        `${schema.uid}.${name}`,
        seen.has(key) ? 'the same link twice' : 'a second link of a to-one relation',
      )
      continue
    }
    seen.add(key)
    if (isExclusive(attribute)) unique.target(schema, name, link.target, `${entry}, ${path}${name}`, report)
    targets.push({ schema: target, id: link.target, order: link.inverseOrder })
  }
  return targets
}

const isPolymorphic = (attribute: MediaAttribute | RelationAttribute) =>
  attribute.type === 'relation' && isMorph(attribute)

/** Both sides of the relation are to-one: a target has at most one owner. */
const isExclusive = (attribute: MediaAttribute | RelationAttribute) =>
  attribute.type === 'relation' && attribute.relation === 'oneToOne' && attribute.inversedBy !== undefined

function targetOf(
  attribute: MediaAttribute | RelationAttribute,
  { targetType }: Link,
  { registry }: PlanContext,
): Schema | null {
  if (attribute.type === 'media') return registry.contentType(fileType)
  if (isMorph(attribute)) return registry.contentTypes.get(targetType ?? '') ?? null
  return registry.contentType(attribute.target as string)
}
