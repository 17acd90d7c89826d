import * as z from 'zod/mini'
import { type RelationAttribute, type RelationKind, relationKinds } from '../attribute.js'
import type { Report } from '../problem.js'
import type { AttributeDefinition } from './definition.js'

type End = 'target' | 'mappedBy' | 'inversedBy' | 'morphBy'

/** The options that describe the other end of each kind: `needs` are required, `takes` are allowed. */
const endsOfKind = {
  oneToOne: { needs: ['target'], takes: ['mappedBy', 'inversedBy'] },
  oneToMany: { needs: ['target'], takes: ['mappedBy'] },
  manyToOne: { needs: ['target'], takes: ['inversedBy'] },
  manyToMany: { needs: ['target'], takes: ['mappedBy', 'inversedBy'] },
  morphToOne: { needs: [], takes: [] },
  morphToMany: { needs: [], takes: [] },
  morphOne: { needs: ['target', 'morphBy'], takes: [] },
  morphMany: { needs: ['target', 'morphBy'], takes: [] },
} satisfies Record<RelationKind, { needs: readonly End[]; takes: readonly End[] }>

const ends: readonly End[] = ['target', 'mappedBy', 'inversedBy', 'morphBy']

export const relation: AttributeDefinition<RelationAttribute> = {
  options: {
    relation: z.enum(relationKinds),
    target: z.optional(z.string()),
    mappedBy: z.optional(z.string()),
    inversedBy: z.optional(z.string()),
    morphBy: z.optional(z.string()),
  },
  check(attribute, report) {
    if (attribute.relation !== undefined) checkEnds(attribute, attribute.relation, report)
    if (attribute.mappedBy !== undefined && attribute.inversedBy !== undefined) {
      report([], 'has both "mappedBy" and "inversedBy": the side that owns the relation has only "inversedBy".')
    }
  },
}

function checkEnds(attribute: Partial<RelationAttribute>, relationKind: RelationKind, report: Report): void {
  const { needs, takes }: { needs: readonly End[]; takes: readonly End[] } = endsOfKind[relationKind]
  for (const end of needs) {
    if (attribute[end] === undefined) report([end], `is missing: a ${relationKind} relation needs it.`)
  }
  for (const end of ends) {
    if (attribute[end] === undefined || needs.includes(end) || takes.includes(end)) continue
    const instead = otherSide(end, takes)
    report([end], `does not apply to a ${relationKind} relation${because(relationKind, end)}.`, instead)
  }
}

function otherSide(end: End, takes: readonly End[]): End | undefined {
  if (end === 'mappedBy' && takes.includes('inversedBy')) return 'inversedBy'
  if (end === 'inversedBy' && takes.includes('mappedBy')) return 'mappedBy'
  return undefined
}

function because(relationKind: RelationKind, end: End): string {
  if (relationKind === 'oneToMany' && end === 'inversedBy') return ', whose "many" side is the owning side'
  if (relationKind === 'manyToOne' && end === 'mappedBy') return ', which is the owning side'
  if (relationKind === 'morphToOne' || relationKind === 'morphToMany') return ', which may point at any type'
  return ''
}
