import type { RelationAttribute } from '../attribute.js'
import { type DraftModel, type ReportFor, allDrafts } from '../checks/draft-model.js'
import { closest } from '../closest.js'
import { type Report, prefixReport, warnings } from '../problem.js'
import { quote } from '../wording.js'
import { mapDeclared } from './with-declared.js'

/** One side of a relation. */
interface Side {
  readonly uid: string
  readonly name: string
  readonly attribute: RelationAttribute
}

type Role = 'owner' | 'inverse'

/** The other side of a relation, and the role of this side. */
interface Partner {
  readonly side: Side
  readonly role: Role
}

const oneSided = 'The relation is one-sided.'

/**
 * Pairs the sides of relations as Strapi does: it goes through all relations, and each side with `inversedBy`
 * becomes the owner of the attribute that it names. Later owners win. `mappedBy` doesn't decide anything.
 * Each side that is left without a partner is a relation of its own.
 */
export function pairSides(model: DraftModel, reportFor: ReportFor): DraftModel {
  const partners = findPartners(model)
  const contentTypes = new Map(
    [...model.contentTypes].map(([uid, draft]) => {
      const paired = mapDeclared(draft, (attribute, name) => {
        if (attribute.type !== 'relation' || attribute.target === undefined || attribute.morphBy !== undefined) {
          return attribute
        }
        const side = { uid, name, attribute }
        const partner = partners.get(keyOf(side))
        const report = prefixReport(reportFor(draft.file), 'attributes', name)
        if (!partner) return alone(side, model, report)
        return partner.role === 'owner' ? asOwner(side, partner.side) : asInverse(side, partner.side, report)
      })
      return [uid, paired]
    }),
  )
  return { ...model, contentTypes }
}

const keyOf = ({ uid, name }: Pick<Side, 'uid' | 'name'>) => `${uid} ${name}`

function findPartners(model: DraftModel): ReadonlyMap<string, Partner> {
  const partners = new Map<string, Partner>()
  const release = (side: Side) => {
    const partner = partners.get(keyOf(side))
    if (partner) partners.delete(keyOf(partner.side))
    partners.delete(keyOf(side))
  }
  for (const { schema } of allDrafts(model)) {
    if (schema.model === 'component') continue
    for (const [name, attribute] of Object.entries(schema.declared)) {
      if (attribute.type !== 'relation' || attribute.mappedBy !== undefined) continue
      const side = { uid: schema.uid, name, attribute }
      release(side)
      const other = namedSide(side, model)
      if (!other || !areCompatible(side, other)) continue
      release(other)
      partners.set(keyOf(side), { side: other, role: 'owner' })
      partners.set(keyOf(other), { side, role: 'inverse' })
    }
  }
  return partners
}

/** Returns the side that `inversedBy` names, if it is a relation to this type. */
function namedSide({ uid, attribute }: Side, { contentTypes }: DraftModel): Side | undefined {
  const { target = '', inversedBy } = attribute
  const other = inversedBy === undefined ? undefined : contentTypes.get(target)?.schema.declared[inversedBy]
  if (inversedBy === undefined || other?.type !== 'relation') return undefined
  if (other.target !== uid || other.morphBy !== undefined) return undefined
  return { uid: target, name: inversedBy, attribute: other }
}

const isToOne = ({ relation }: RelationAttribute) => relation === 'oneToOne' || relation === 'manyToOne'

/**
 * Returns whether two sides can share their links. A side that refers to one entry can't mirror a side that
 * several entries may share.
 */
function areCompatible({ attribute: owner }: Side, { attribute: inverse }: Side): boolean {
  return !isToOne(inverse) || owner.relation === 'oneToOne'
}

/** Returns the owner's attribute. Its kind follows from which of the sides are lists. */
function asOwner({ attribute }: Side, { name, attribute: inverse }: Side): RelationAttribute {
  const { mappedBy: _none, ...others } = attribute
  const toOne = isToOne(inverse) ? 'oneToOne' : 'manyToOne'
  const relation = isToOne(attribute) ? toOne : 'manyToMany'
  return relation === attribute.relation ? attribute : { ...others, relation, inversedBy: name }
}

function asInverse(side: Side, owner: Side, report: Report): RelationAttribute {
  const { inversedBy, mappedBy, ...others } = side.attribute
  const toMany = isToOne(owner.attribute) ? 'oneToMany' : 'manyToMany'
  const relation = isToOne(side.attribute) ? 'oneToOne' : toMany
  const ownerName = `${quote(owner.name)} of ${owner.uid}`
  if (inversedBy !== undefined) {
    const message = `is ${quote(inversedBy)}, but ${ownerName} has "inversedBy" too. ${ownerName} owns the relation.`
    warnings(report)(['inversedBy'], message, 'mappedBy')
  } else if (mappedBy !== owner.name) {
    const has = mappedBy === undefined ? 'is missing' : `is ${quote(mappedBy)}`
    const message = `${has}, but ${ownerName} has "inversedBy": ${quote(side.name)}. ${ownerName} owns the relation.`
    warnings(report)(['mappedBy'], message, owner.name)
  }
  const isUnchanged = mappedBy === owner.name && inversedBy === undefined && relation === side.attribute.relation
  return isUnchanged ? side.attribute : { ...others, relation, mappedBy: owner.name }
}

/** Returns the attribute without the end that names no partner. */
function alone(side: Side, model: DraftModel, report: Report): RelationAttribute {
  const { inversedBy, mappedBy, ...others } = side.attribute
  const option = inversedBy === undefined ? 'mappedBy' : 'inversedBy'
  const named = inversedBy ?? mappedBy
  if (named === undefined) return side.attribute
  const [message, suggestion] = whyAlone(side, option, named, model)
  if (message !== undefined) warnings(report)([option], `${message} ${oneSided}`, suggestion)
  return others
}

/** Returns why a side has no partner; no message if the reason has been reported already. */
function whyAlone(
  side: Side,
  option: 'mappedBy' | 'inversedBy',
  named: string,
  model: DraftModel,
): [message: string | undefined, suggestion?: string | undefined] {
  const { target = '' } = side.attribute
  const draft = model.contentTypes.get(target)
  const other = draft?.schema.declared[named]
  const otherName = `${quote(named)} of ${target}`
  if (other === undefined) {
    if (draft?.broken.has(named)) return [undefined]
    return [`is ${quote(named)}, which ${target} doesn't have.`, suggestPartner(side, named, model)]
  }
  if (other.type !== 'relation') {
    const message = `is ${quote(named)}, but ${otherName} is not a relation (its type is ${other.type}).`
    return [message, suggestPartner(side, named, model)]
  }
  if (other.target !== side.uid) {
    return [`is ${quote(named)}, but ${otherName} points at ${quote(other.target)}, not at ${side.uid}.`]
  }
  const counterpart = option === 'mappedBy' ? 'inversedBy' : 'mappedBy'
  const found = other[counterpart]
  if (found === side.name) {
    return [`is ${quote(named)}, but ${otherName} is ${other.relation}, which can't mirror ${side.attribute.relation}.`]
  }
  const has = found === undefined ? `has no ${quote(counterpart)}` : `has ${quote(counterpart)}: ${quote(found)}`
  return [`is ${quote(named)}, but ${otherName} ${has}: it must be ${quote(side.name)}.`]
}

/**
 * Returns the attribute of the target that could be the other side: one that names this side, or the nearest
 * name.
 */
function suggestPartner({ uid, name, attribute }: Side, named: string, model: DraftModel): string | undefined {
  const declared = model.contentTypes.get(attribute.target ?? '')?.schema.declared ?? {}
  const fitting = Object.entries(declared).filter(
    (entry): entry is [string, RelationAttribute] => entry[1].type === 'relation' && entry[1].target === uid,
  )
  const naming = fitting.find(([, other]) => other.mappedBy === name || other.inversedBy === name)
  const names = fitting.map(([candidate]) => candidate)
  return naming?.[0] ?? closest(named, names) ?? (names.length === 1 ? names[0] : undefined)
}
