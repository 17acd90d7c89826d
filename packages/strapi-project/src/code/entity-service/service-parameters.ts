import { type ContentType, type Registry, isScalar, isRecord, type LinkAttribute } from '@content-api/model'
import { isGroupOperator, linkTarget } from '@content-api/engine/plan'
import { ExtensionError } from '@content-api/core/errors/extension-error'

/** The parameters of a query by Strapi's own names, not yet parsed. */
export type Parameters = Readonly<Record<string, unknown>>

/** Converts parameters of `strapi.db.query` to parameters of `entityService`. */
export function toService(registry: Registry, type: Target, input: Parameters): Parameters {
  const { select, where, populate, orderBy, limit, offset, _q, filters } = input
  const conditions = [where, filters].filter((each) => each !== undefined)
  return {
    ...(select !== undefined && select !== '*' && { fields: select }),
    ...(conditions.length > 0 && {
      filters: filtersOf(registry, type, conditions.length === 1 ? conditions[0] : conditions),
    }),
    ...(populate !== undefined && { populate: populateOf(registry, type, populate) }),
    ...(orderBy !== undefined && { sort: sortOf(orderBy) }),
    // As in Strapi 4, 0 is no limit.
    ...(limit !== undefined && { limit: Number(limit) === 0 ? -1 : limit }),
    ...(offset !== undefined && { start: offset }),
    ...(_q !== undefined && { _q }),
  }
}

type Target = Pick<ContentType, 'attributes'> | undefined

/**
 * Converts `where` to filters. `null` becomes `$null`, a list becomes `$in`, and a plain value of a relation
 * is its id.
 */
function filtersOf(registry: Registry, type: Target, where: unknown): unknown {
  if (Array.isArray(where)) return { $and: where.map((part) => filtersOf(registry, type, part)) }
  if (!isRecord(where)) return where
  const filters: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(where)) {
    const attribute = type?.attributes[name]
    if (value === null) filters[name] = { $null: true }
    else if (name.startsWith('$')) {
      const parts = (part: unknown) => filtersOf(registry, type, part)
      filters[name] = !isGroupOperator(name) ? value : Array.isArray(value) ? value.map(parts) : parts(value)
    } else if (attribute && !isScalar(attribute)) {
      const target = linkTarget(attribute, registry)
      filters[name] = filtersOf(registry, target, isRecord(value) ? value : { id: value })
    } else filters[name] = Array.isArray(value) ? { $in: value } : value
  }
  return filters
}

/** Converts `populate`. As in Strapi 4, it ignores names that are no relations, components or media. */
function populateOf(registry: Registry, type: Target, populate: unknown): unknown {
  if (populate === true) return '*'
  if (Array.isArray(populate)) return populate.flatMap((path) => linksOf(registry, type, String(path)))
  if (!isRecord(populate)) return populate
  return Object.fromEntries(
    Object.entries(populate).flatMap(([name, value]) => {
      if (!type) return [[name, linkOf(registry, undefined, value)]]
      const link = linkIn(type, name)
      return link ? [[name, linkOf(registry, linkTarget(link, registry), value)]] : []
    }),
  )
}

/**
 * Converts the options of one populated attribute, and ignores unknown ones, as Strapi 4 does. Strapi applies
 * `filters` like `where`. `on` has options for each type of a dynamic or polymorphic list.
 */
function linkOf(registry: Registry, target: Target, value: unknown): unknown {
  // As in Strapi 4, which populates each key of the object.
  if (!isRecord(value)) return value === false ? true : value
  const { on, where, filters } = value
  const options = { ...value, where: where ?? undefined, filters: filters ?? undefined }
  if (!isRecord(on)) return toService(registry, target, options)
  const byType = Object.entries(on).map(([uid, each]): [string, unknown] => {
    const type = registry.components.get(uid) ?? registry.contentTypes.get(uid)
    return [uid, linkOf(registry, type, each)]
  })
  return { ...toService(registry, target, options), on: Object.fromEntries(byType) }
}

/** Converts `id`, `{ title: 'desc' }`, `{ author: { name: 'asc' } }` and lists of them to a sort. */
function sortOf(orderBy: unknown): string[] {
  if (Array.isArray(orderBy)) return orderBy.flatMap(sortOf)
  if (typeof orderBy === 'string') return [orderBy]
  if (!isRecord(orderBy)) throw new ExtensionError('orderBy must be a name, an object of names, or a list of them.')
  return Object.entries(orderBy).flatMap(([name, direction]) =>
    isRecord(direction) ? sortOf(direction).map((rest) => `${name}.${rest}`) : [`${name}:${String(direction)}`],
  )
}

/** Returns the relation, component or media with this name. */
function linkIn(type: Pick<ContentType, 'attributes'>, name: string): LinkAttribute | undefined {
  const attribute = Object.hasOwn(type.attributes, name) ? type.attributes[name] : undefined
  return attribute && !isScalar(attribute) ? attribute : undefined
}

/** Returns the part of a path such as `author.image` that leads along links; empty if there is none. */
function linksOf(registry: Registry, type: Target, path: string): readonly string[] {
  if (!type) return [path]
  const [name = '', ...more] = path.split('.')
  const link = linkIn(type, name)
  if (!link) return []
  if (more.length === 0) return [name]
  const [rest] = linksOf(registry, linkTarget(link, registry), more.join('.'))
  return [rest === undefined ? name : `${name}.${rest}`]
}

const warned = new Set<string>()
/** Names may come from requests, so their number needs a limit. */
const maximumWarnings = 1_000

/** Warns once about a parameter of project code that Strapi 4 ignores too. */
export function warnIgnored(place: string, name: string): void {
  const message = `${place} ignores ${JSON.stringify(name.slice(0, 100))}, as Strapi 4 does.`
  if (warned.has(message) || warned.size >= maximumWarnings) return
  warned.add(message)
  process.emitWarning(message)
}
