import type { RelationAttribute, RelationKind } from '../attribute.js'
import type { Schema } from '../content-type.js'
import { type Report, warnings } from '../problem.js'

type End = 'target' | 'mappedBy' | 'inversedBy' | 'morphBy'

/** The options that describe the other end of each kind of relation. */
const endsOfKind = {
  oneToOne: ['target', 'mappedBy', 'inversedBy'],
  oneToMany: ['target', 'mappedBy'],
  manyToOne: ['target', 'inversedBy'],
  manyToMany: ['target', 'mappedBy', 'inversedBy'],
  morphToOne: [],
  morphToMany: [],
  morphOne: ['target', 'morphBy'],
  morphMany: ['target', 'morphBy'],
} satisfies Record<RelationKind, readonly End[]>

export function isPolymorphic({ relation }: RelationAttribute): boolean {
  return relation === 'morphToOne' || relation === 'morphToMany'
}

export function isMorphInverse({ relation }: RelationAttribute): boolean {
  return relation === 'morphOne' || relation === 'morphMany'
}

/** Reports ends with which Strapi doesn't start either. Returns whether there are none. */
export function checkEnds({ relation, target, mappedBy, inversedBy }: RelationAttribute, report: Report): boolean {
  if (target === undefined && endsOfKind[relation].length > 0) {
    report(['target'], `is missing: a ${relation} relation needs it.`)
    return false
  }
  if (relation === 'oneToMany' && inversedBy !== undefined) {
    const message = 'does not apply to a oneToMany relation, whose "many" side is the owning side.'
    report(['inversedBy'], message, 'mappedBy')
    return false
  }
  if (relation === 'manyToOne' && mappedBy !== undefined && inversedBy === undefined) {
    report(['mappedBy'], 'does not apply to a manyToOne relation, which is the owning side.', 'inversedBy')
    return false
  }
  return true
}

/** Returns a relation without the ends that Strapi ignores. */
export function withoutUselessEnds(written: RelationAttribute, schema: Schema, report: Report): RelationAttribute {
  const warn = warnings(report)
  const attribute: { -readonly [K in keyof RelationAttribute]: RelationAttribute[K] } = { ...written }
  const ends: readonly End[] = endsOfKind[attribute.relation]
  if (attribute.mappedBy !== undefined && attribute.inversedBy !== undefined) {
    warn([], 'has both "mappedBy" and "inversedBy", so it is the owning side, and "mappedBy" has no effect.')
    delete attribute.mappedBy
  }
  for (const end of ['target', 'mappedBy', 'inversedBy', 'morphBy'] as const) {
    if (attribute[end] === undefined) continue
    if (!ends.includes(end)) {
      warn([end], `does not apply to a ${attribute.relation} relation, so it has no effect.`)
      delete attribute[end]
    } else if (schema.model === 'component' && (end === 'mappedBy' || end === 'inversedBy')) {
      warn([end], 'has no effect in a component: a component links to an entry, but not the other way round.')
      delete attribute[end]
    }
  }
  return attribute
}
