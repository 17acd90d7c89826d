import type { Attribute, Schema } from '@content-api/model'
import { ApiError } from '@content-api/engine/errors'
import { malformedParameter, type RawQuery } from '../raw-value.js'
import { linksOf } from '../usable-attributes.js'
import type { PlanContext } from '../plan-context.js'

type Populate = true | { readonly populate: Readonly<Record<string, Populate>> }

/** The maximum number of links that one `populate=deep` stands for. The query cost limits what they read. */
const maximumLinks = 5_000
/** Deeper levels have no meaning: the maximum of links is reached before. It bounds the recursion. */
const maximumDepth = 1_000

/**
 * Replaces `populate=deep`, `populate=deep,3` and `pLevel=3` of a query by the links that they stand for.
 * @throws ApiError ValidationError for an invalid depth, and for more links than the maximum
 */
export function withDeepPopulate(schema: Schema, query: RawQuery, context: PlanContext): RawQuery {
  if (!context.deepPopulate) return query
  const depth = requestedDepth(query, context.deepPopulate.defaultDepth)
  if (depth === null) return query
  const { pLevel: _level, populate: _deep, ...others } = query
  const links = new DeepLinks(context, context.deepPopulate.skipCreatorFields).populateOf(schema, depth, [])
  return links === true ? others : { ...others, populate: links.populate }
}

/** Returns the requested depth, or null if the query doesn't request deep populate. */
function requestedDepth({ populate, pLevel }: RawQuery, defaultDepth: number): number | null {
  if (pLevel !== undefined) return depthOf('pLevel', pLevel === '' ? undefined : pLevel, defaultDepth)
  const parts: unknown = typeof populate === 'string' ? populate.split(',').map((part) => part.trim()) : populate
  if (!Array.isArray(parts) || parts[0] !== 'deep') return null
  return depthOf('populate', parts[1], defaultDepth)
}

function depthOf(parameter: string, written: unknown, defaultDepth: number): number {
  const depth = written === undefined || written === null ? defaultDepth : Number(written)
  if (Number.isInteger(depth) && depth >= 0) return Math.min(depth, maximumDepth)
  const example = parameter === 'pLevel' ? 'pLevel=3' : 'populate=deep,3'
  throw malformedParameter(parameter, `must have a number as its depth, as in ${example}`)
}

/** Finds links as the plugin does. Its results decide which links a response has, so its order is kept. */
class DeepLinks {
  #count = 0

  constructor(
    private readonly context: PlanContext,
    private readonly skipCreators: boolean,
  ) {}

  /**
   * Returns the links below a schema.
   * @param visited the tables that were visited before; null in components. Attributes with the name of such
   *   a table are left out
   */
  populateOf(schema: Schema, depth: number, visited: string[] | null): Populate {
    if (++this.#count > maximumLinks) {
      const message = `populate=deep stands for more than ${maximumLinks} relations`
      throw new ApiError('ValidationError', `${message}: request a smaller depth, or name the relations`)
    }
    if (depth <= 1) return true
    if (visited && !visited.includes(schema.collectionName)) visited.push(schema.collectionName)
    const found: Record<string, Populate> = {}
    const usable = linksOf(schema, this.context)
    for (const [name, attribute] of Object.entries(schema.attributes)) {
      if (visited?.includes(name)) continue
      const links = this.#linksOf(name, attribute, depth, visited)
      if (links !== null && usable.has(name)) found[name] = links
    }
    return Object.keys(found).length === 0 ? true : { populate: found }
  }

  #linksOf(name: string, attribute: Attribute, depth: number, visited: string[] | null): Populate | null {
    const { registry } = this.context
    switch (attribute.type) {
      case 'media':
        return true
      case 'component':
        return this.populateOf(registry.component(attribute.component), depth - 1, null)
      case 'dynamiczone':
        return this.#zone(attribute.components, depth - 1)
      case 'relation': {
        const { target } = attribute
        if (target === undefined) return true
        const levels = name === 'localizations' && depth > 2 ? 1 : depth - 1
        if (levels > 1 && target === 'admin::user' && this.skipCreators) return null
        return this.populateOf(registry.contentType(target), levels, visited)
      }
      default:
        return null
    }
  }

  /** Returns the links of all components of a zone together. */
  #zone(components: readonly string[], depth: number): Populate {
    let merged: Populate = true
    for (const uid of components) {
      const links = this.populateOf(this.context.registry.component(uid), depth, null)
      if (links !== true) merged = mergeLinks(merged, links)
    }
    return merged
  }
}

/** Merges two populates. If one of them is `true`, the second wins. */
function mergeLinks(first: Populate, second: Populate): Populate {
  if (first === true || second === true) return second
  const merged: Record<string, Populate> = { ...first.populate }
  for (const [name, links] of Object.entries(second.populate)) {
    const known = merged[name]
    merged[name] = known === undefined ? links : mergeLinks(known, links)
  }
  return { populate: merged }
}
