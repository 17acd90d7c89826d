import type { ComponentAttribute, DynamicZoneAttribute } from '@content-api/model'
import type { ExplorerAttribute, ExplorerComponent, ExplorerType } from '../protocol.js'
import { isMorph, isToMany } from './related.js'

/** Related entries that a form shows of one relation. More are left as they are: only changes are written. */
export const shownRelations = 100

/** Components in components, at most: one that holds itself would go on for ever. */
const deepestComponents = 6

interface Model {
  readonly types: ReadonlyMap<string, ExplorerType>
  readonly components: ReadonlyMap<string, ExplorerComponent>
}

type Populate = Record<string, unknown>

/**
 * What a form asks for beside the attributes: ids and labels of entries, names of files, whole components. One entry more
 * than are shown says that there are more.
 */
export function formPopulate(attributes: readonly ExplorerAttribute[], model: Model): Populate {
  return populateOf(attributes, model, { depth: 0, labels: true })
}

interface Level {
  readonly depth: number
  /** In components ids do: they are edited as JSON. */
  readonly labels: boolean
}

function populateOf(attributes: readonly ExplorerAttribute[], model: Model, level: Level): Populate {
  const populate: Populate = {}
  for (const { name, options } of attributes) {
    if (options.type === 'media') populate[name] = { fields: level.labels ? mediaFields : ['id'] }
    if (options.type === 'relation') populate[name] = relationPopulate(options, model, level)
    if (options.type === 'component' || options.type === 'dynamiczone') {
      const inside = level.depth < deepestComponents ? componentPopulate(options, model, level.depth + 1) : undefined
      if (inside !== undefined) populate[name] = inside
    }
  }
  return populate
}

export const mediaFields = ['name', 'url', 'mime', 'alternativeText', 'formats']

function relationPopulate(
  options: Extract<ExplorerAttribute['options'], { type: 'relation' }>,
  { types }: Model,
  { labels }: Level,
): unknown {
  // Entries of any type share no attribute but their id.
  if (!labels || isMorph(options)) return { fields: ['id'] }
  const label = types.get(options.target ?? '')?.label ?? 'id'
  return { fields: [label], ...(isToMany(options) && { limit: shownRelations + 1 }) }
}

function componentPopulate(options: ComponentAttribute | DynamicZoneAttribute, model: Model, depth: number): unknown {
  const inside = (uid: string) => {
    const populate = populateOf(model.components.get(uid)?.attributes ?? [], model, { depth, labels: false })
    return Object.keys(populate).length === 0 ? true : { populate }
  }
  if (options.type === 'component') return inside(options.component)
  const known = options.components.filter((uid) => model.components.has(uid))
  return { on: Object.fromEntries(known.map((uid) => [uid, inside(uid)])) }
}
