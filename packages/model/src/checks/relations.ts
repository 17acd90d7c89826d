import type { RelationAttribute, RelationKind } from '../attribute.js'
import { closest } from '../closest.js'
import type { ContentType } from '../content-type.js'
import { type Report, below } from '../problem.js'
import { quote } from '../wording.js'
import { type Draft, type DraftModel, type ModelCheck, allDrafts } from './draft-model.js'

/** The kinds that the other side of a relation may have. */
const mirrors: Readonly<Record<RelationKind, readonly RelationKind[]>> = {
  oneToOne: ['oneToOne'],
  oneToMany: ['manyToOne'],
  manyToOne: ['oneToMany'],
  manyToMany: ['manyToMany'],
  morphToOne: [],
  morphToMany: [],
  morphOne: ['morphToOne', 'morphToMany'],
  morphMany: ['morphToOne', 'morphToMany'],
}

/** The option of the other side that corresponds to each option. */
const counterparts = { mappedBy: 'inversedBy', inversedBy: 'mappedBy', morphBy: undefined } as const

type EndOption = keyof typeof counterparts

/** One side of a relation. */
interface Side {
  readonly uid: string
  readonly name: string
  readonly attribute: RelationAttribute
}

export const checkRelations: ModelCheck = (model, reportFor) => {
  for (const draft of allDrafts(model)) {
    for (const [name, attribute] of Object.entries(draft.schema.declared)) {
      if (attribute.type !== 'relation') continue
      const report = below(reportFor(draft.file), 'attributes', name)
      checkRelation({ uid: draft.schema.uid, name, attribute }, draft, model, report)
    }
  }
}

function checkRelation(side: Side, { schema }: Draft, model: DraftModel, report: Report): void {
  const { attribute } = side
  const target = attribute.target === undefined ? undefined : findTarget(attribute.target, model, report)
  for (const option of ['mappedBy', 'inversedBy', 'morphBy'] as const) {
    const name = attribute[option]
    if (name === undefined) continue
    const at = below(report, option)
    if (schema.model === 'component') {
      at([], 'does not apply in a component: a component links to an entry, but not the other way round.')
    } else if (target !== undefined) checkInverse(side, option, name, target, at)
  }
}

function findTarget(uid: string, model: DraftModel, report: Report): Draft<ContentType> | undefined {
  const target = model.contentTypes.get(uid)
  if (target === undefined && !model.unreadable.has(uid)) {
    const what = model.components.has(uid) ? 'a component' : 'not a content type of this project'
    report(['target'], `is ${quote(uid)}, which is ${what}.`, suggestTarget(uid, model))
  }
  return target
}

/** Returns the most similar uid, or else the uid of the type with the requested singular name. */
function suggestTarget(requested: string, model: DraftModel): string | undefined {
  const name = requested.split(/[.:]/).at(-1)
  const named = [...model.contentTypes.values()].filter(({ schema }) => schema.singularName === name)
  return closest(requested, model.contentTypes.keys()) ?? named.at(-1)?.schema.uid
}

function checkInverse(side: Side, option: EndOption, name: string, target: Draft<ContentType>, report: Report): void {
  const { uid, declared } = target.schema
  const other = declared[name]
  const otherName = `${quote(name)} of ${uid}`
  if (other === undefined) {
    if (target.broken.has(name)) return
    report([], `is ${quote(name)}, which ${uid} doesn't have.`, suggestInverse(side, option, target.schema))
  } else if (other.type !== 'relation') {
    report(
      [],
      `is ${quote(name)}, but ${otherName} is not a relation (its type is ${other.type}).`,
      suggestInverse(side, option, target.schema),
    )
  } else checkMirror(side, option, { uid, name, attribute: other }, report)
}

function checkMirror(side: Side, option: EndOption, other: Side, report: Report): void {
  const otherName = `${quote(other.name)} of ${other.uid}`
  const { relation } = side.attribute
  const wanted = mirrors[relation]
  const counterpart = counterparts[option]
  const isMutual = counterpart === undefined || other.attribute[counterpart] === side.name
  if (counterpart !== undefined && other.attribute.target !== side.uid) {
    report(
      [],
      `is ${quote(other.name)}, but ${otherName} points at ${quote(other.attribute.target)}, not at ${side.uid}.`,
    )
  } else if (!isMutual) {
    const found = other.attribute[counterpart]
    const has = found === undefined ? `has no ${quote(counterpart)}` : `has ${quote(counterpart)}: ${quote(found)}`
    report([], `is ${quote(other.name)}, but ${otherName} ${has}: it must be ${quote(side.name)}.`)
  } else if (!wanted.includes(other.attribute.relation) && option !== 'inversedBy') {
    // Where both sides name each other, the mistake is reported once, for the side with "mappedBy".
    const message = `is ${quote(other.name)}, but ${otherName} is ${other.attribute.relation}: the other side of ${relation} is ${wanted.join(' or ')}.`
    report([], message)
  }
}

/** Returns the attribute of the target that could be the other side: one that names this side, or the nearest name. */
function suggestInverse(side: Side, option: EndOption, target: ContentType): string | undefined {
  const requested = side.attribute[option] ?? ''
  const counterpart = counterparts[option]
  const fitting = Object.entries(target.declared).filter(
    ([, other]) =>
      other.type === 'relation' &&
      mirrors[side.attribute.relation].includes(other.relation) &&
      (counterpart === undefined || other.target === side.uid),
  )
  const names = fitting.map(([name]) => name)
  const naming = fitting.find(
    ([, other]) => counterpart && other.type === 'relation' && other[counterpart] === side.name,
  )
  return naming?.[0] ?? closest(requested, names) ?? (names.length === 1 ? names[0] : undefined)
}
