import type { Attribute, ComponentAttribute, DynamicZoneAttribute, RelationAttribute } from '../attribute.js'
import type { Draft, DraftModel, ReportFor } from '../checks/draft-model.js'
import { closest } from '../closest.js'
import { type Report, prefixReport, warnings } from '../problem.js'
import { quote } from '../wording.js'
import { checkEnds, isMorphInverse, isPolymorphic, withoutUselessEnds } from './relation-ends.js'
import { mapDeclared } from './with-declared.js'

const consequence = 'The attribute is left out.'

/** Leaves out attributes whose content type, component or polymorphic attribute isn't there. */
export function leaveOutMissing(model: DraftModel, reportFor: ReportFor): DraftModel {
  const complete = (draft: Draft, attribute: Attribute, name: string) => {
    const report = prefixReport(reportFor(draft.file), 'attributes', name)
    if (attribute.type === 'relation') return withTarget(attribute, draft, model, report)
    if (attribute.type === 'component') return withComponent(attribute, model, report)
    return attribute.type === 'dynamiczone' ? withComponents(attribute, model, report) : attribute
  }
  const completed = <D extends Draft>(drafts: ReadonlyMap<string, D>) =>
    new Map([...drafts].map(([uid, draft]) => [uid, mapDeclared(draft, (...one) => complete(draft, ...one)) as D]))
  return { ...model, contentTypes: completed(model.contentTypes), components: completed(model.components) }
}

function withComponent(attribute: ComponentAttribute, model: DraftModel, report: Report): Attribute | undefined {
  return isThere(attribute.component, model, prefixReport(report, 'component'), consequence) ? attribute : undefined
}

function withComponents(attribute: DynamicZoneAttribute, model: DraftModel, report: Report): Attribute {
  const found = attribute.components.filter((uid, position) =>
    isThere(uid, model, prefixReport(report, 'components', position), 'The zone has no such items.'),
  )
  return found.length === attribute.components.length ? attribute : { ...attribute, components: found }
}

function isThere(uid: string, model: DraftModel, report: Report, then: string): boolean {
  if (model.components.has(uid)) return true
  if (model.unreadable.has(uid)) return false
  const message = `is ${quote(uid)}, which is not a component of this project. ${then}`
  warnings(report)([], message, suggestComponent(uid, model))
  return false
}

function suggestComponent(requested: string, model: DraftModel): string | undefined {
  const name = requested.split('.').at(-1)
  return (
    closest(requested, model.components.keys()) ??
    [...model.components.keys()].find((uid) => uid.split('.')[1] === name)
  )
}

function withTarget(
  written: RelationAttribute,
  { schema }: Draft,
  model: DraftModel,
  report: Report,
): RelationAttribute | undefined {
  if (!checkEnds(written, report)) return undefined
  const attribute = withoutUselessEnds(written, schema, report)
  const { target } = attribute
  if (target === undefined) return attribute
  if (!model.contentTypes.has(target)) {
    reportMissing(attribute, target, model, report)
    return undefined
  }
  if (!isMorphInverse(attribute)) return attribute
  const why = noMorph(attribute, schema.model === 'component', model)
  if (why === undefined) return attribute
  warnings(report)(['morphBy'], `${why} ${consequence}`)
  return undefined
}

function reportMissing({ mappedBy }: RelationAttribute, target: string, model: DraftModel, report: Report): void {
  if (model.unreadable.has(target)) return
  if (/^(?:plugin|admin)::/.test(target)) {
    const message = `is ${quote(target)}, a content type of a plugin that isn't here. ${consequence}`
    warnings(report)(['target'], message, closest(target, model.contentTypes.keys()))
    return
  }
  const what = model.components.has(target) ? 'a component' : 'not a content type of this project'
  const message = `is ${quote(target)}, which is ${what}.`
  // Strapi doesn't look up the target of an inverse side. Any other side stops it.
  if (mappedBy === undefined) report(['target'], message, suggestTarget(target, model))
  else warnings(report)(['target'], `${message} ${consequence}`, suggestTarget(target, model))
}

/** Returns the most similar uid, or else the uid of the type with the requested singular name. */
function suggestTarget(requested: string, model: DraftModel): string | undefined {
  const name = requested.split(/[.:]/).at(-1)
  const named = [...model.contentTypes.values()].filter(({ schema }) => schema.singularName === name)
  return closest(requested, model.contentTypes.keys()) ?? named.at(-1)?.schema.uid
}

/** Returns why the inverse of a polymorphic relation can't be read. */
function noMorph(
  { relation, target = '', morphBy }: RelationAttribute,
  isInComponent: boolean,
  model: DraftModel,
): string | undefined {
  if (isInComponent) return 'does not apply in a component: a component links to an entry, but not the other way round.'
  if (morphBy === undefined) return `is missing: a ${relation} relation needs it.`
  const draft = model.contentTypes.get(target)
  const other = draft?.schema.declared[morphBy]
  if (other?.type === 'relation' && isPolymorphic(other)) return undefined
  if (other === undefined) return `is ${quote(morphBy)}, which ${target} doesn't have.`
  const kind = other.type === 'relation' ? other.relation : other.type
  return `is ${quote(morphBy)}, but ${quote(morphBy)} of ${target} is ${kind}: the other side of ${relation} is morphToOne or morphToMany.`
}
