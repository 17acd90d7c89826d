import type { ComponentAttribute, DynamicZoneAttribute, RelationAttribute } from '@content-api/model'
import { showDrafts } from '../model/content-form.js'
import type { ModelIndex } from '../model/model-index.js'
import type { ExplorerAttribute } from '../protocol.js'
import type { QueryObject, QueryValue } from '../state/query.js'
import { isToMany, leadsAnywhere } from './related.js'

/**
 * The number of related entries that a form shows for a relation. Others stay unchanged, because only changes
 * are written.
 */
export const shownRelations = 100

/** The greatest depth of nested components: a component that contains itself would never end. */
const deepestComponents = 6

type Model = Pick<ModelIndex, 'typeOf' | 'targetOf' | 'componentOf' | 'content'>

/**
 * Returns the `populate` of a form: ids and labels of entries, names of files, whole components. One entry
 * more than is shown is selected, to find out whether there are more.
 */
export function formPopulate(attributes: readonly ExplorerAttribute[], model: Model): QueryObject {
  return populateOf(attributes, model, { depth: 0, labels: true })
}

interface Level {
  readonly depth: number
  /** Whether to select labels. Components don't need them: they are edited as JSON, with ids. */
  readonly labels: boolean
}

function populateOf(attributes: readonly ExplorerAttribute[], model: Model, level: Level): QueryObject {
  const populate: Record<string, QueryValue> = {}
  for (const attribute of attributes) {
    const { name, options } = attribute
    if (options.type === 'media') populate[name] = { fields: level.labels ? mediaFields : ['id'] }
    if (options.type === 'relation') populate[name] = relationPopulate(attribute, options, { model, level })
    if (options.type === 'component' || options.type === 'dynamiczone') {
      const inside = level.depth < deepestComponents ? componentPopulate(options, model, level.depth + 1) : undefined
      if (inside !== undefined) populate[name] = inside
    }
  }
  return populate
}

export const mediaFields = ['name', 'url', 'mime', 'alternativeText', 'formats']

/**
 * Selects related entries, including drafts: a relation that is written as a whole would lose the entries
 * that were not read. For the same reason, relations in components and relations to any type have no limit.
 * For these relations, only ids are selected.
 */
function relationPopulate(
  attribute: ExplorerAttribute,
  options: RelationAttribute,
  { model, level }: { readonly model: Model; readonly level: Level },
): QueryValue {
  const target = options.target === undefined ? undefined : model.typeOf(options.target)
  const isAny = leadsAnywhere(options)
  const { selectsInPopulate } = model.content
  // Strapi 5 reads no morph relation with chosen fields.
  if (isAny && !selectsInPopulate) return 'true'
  const drafts = selectsInPopulate && (isAny || target?.draftAndPublish) ? showDrafts(model.content) : {}
  if (isAny || !level.labels) return { fields: ['id'], ...drafts }
  const label = model.targetOf(attribute)?.label ?? 'id'
  return {
    fields: [label],
    ...drafts,
    ...(isToMany(options) && selectsInPopulate && { limit: String(shownRelations + 1) }),
  }
}

function componentPopulate(
  options: ComponentAttribute | DynamicZoneAttribute,
  model: Model,
  depth: number,
): QueryValue {
  const inside = (uid: string): QueryValue => {
    const populate = populateOf(model.componentOf(uid)?.attributes ?? [], model, { depth, labels: false })
    return Object.keys(populate).length === 0 ? 'true' : { populate }
  }
  if (options.type === 'component') return inside(options.component)
  const known = options.components.filter((uid) => model.componentOf(uid))
  return { on: Object.fromEntries(known.map((uid) => [uid, inside(uid)])) }
}
