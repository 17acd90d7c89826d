import { isRecord, listed } from '@content-api/model'
import type { Values } from '@content-api/engine/plan'
import { ExtensionError } from '@content-api/core/errors/extension-error'
import { plainValues } from '../rows/plain-values.js'

/** Converts the parameters of `strapi.db.query` to those of documents. @throws ApiError, ExtensionError */
export function rowQueryOf({ select, where, populate, orderBy, _q, filters }: Values): Values {
  const conditions = [where, filters].filter((each) => each !== undefined && each !== null)
  return plainValues({
    ...(select !== undefined && select !== '*' && { fields: select }),
    ...(conditions.length > 0 && { filters: conditionOf(conditions.length === 1 ? conditions[0] : conditions) }),
    ...(populate !== undefined && populate !== null && { populate: populateOf(populate) }),
    ...(orderBy !== undefined && orderBy !== null && { sort: orderBy }),
    ...(typeof _q === 'string' && { _q }),
  })
}

/** A list of conditions means all of them. */
const conditionOf = (where: unknown): unknown => (Array.isArray(where) ? { $and: where.map(conditionOf) } : where)

function populateOf(populate: unknown): unknown {
  if (populate === true) return '*'
  if (!isRecord(populate)) return populate
  return Object.fromEntries(
    Object.entries(populate).map(([name, value]) => [name, isRecord(value) ? optionsOf(value) : value]),
  )
}

/** Converts the options of a populated attribute. `on` has options for each type or component. */
function optionsOf(value: Values): Values {
  const { on, offset, limit, count } = value
  return {
    ...rowQueryOf(value),
    ...(offset !== undefined && { start: offset }),
    ...(limit !== undefined && { limit }),
    ...(count !== undefined && { count }),
    ...(isRecord(on) && { on: populateOf(on) }),
  }
}

/**
 * Removes ids that are neither selected nor needed for populated links, at every level. Reads always return them.
 * It changes the row, whose secrets a copy would lose.
 */
export function pickSelected(row: unknown, { select, populate }: Values): void {
  if (!isRecord(row)) return
  const links = isRecord(populate) ? populate : {}
  for (const [name, options] of Object.entries(links)) {
    if (!isRecord(options) || isRecord(options['on'])) continue
    for (const linked of [row[name]].flat()) pickSelected(linked, options)
  }
  const names = typeof select === 'string' ? [select] : select
  if (!Array.isArray(names) || names.includes('*')) return
  const hasLinks = populate === true || (typeof populate === 'object' && populate !== null && sizeOf(populate) > 0)
  if (!names.includes('id') && !hasLinks) Reflect.deleteProperty(row, 'id')
  if (!names.includes('documentId')) Reflect.deleteProperty(row, 'documentId')
}

const sizeOf = (value: object): number => Object.keys(value).length

/** Converts the parameters of documents to those of `strapi.db.query`, which hooks get. */
export function hookParametersOf({ filters, fields, populate, sort, start, limit }: Values): Values {
  return {
    where: filters ?? {},
    ...(fields !== undefined && { select: fields }),
    ...(populate !== undefined && { populate }),
    ...(sort !== undefined && { orderBy: sort }),
    ...(start !== undefined && { offset: start }),
    ...(limit !== undefined && { limit }),
  }
}

/** Returns the parameters of documents with what hooks have changed in those of `strapi.db.query`. */
export function withHookParameters(original: Values, changed: Values): Values {
  const before = hookParametersOf(original)
  const names = { where: 'filters', select: 'fields', orderBy: 'sort', offset: 'start', limit: 'limit' } as const
  const others = Object.entries(names).flatMap(([name, documentName]) =>
    // A hook may change the object of the conditions in place.
    name === 'where' || changed[name] !== before[name] ? [[documentName, changed[name]] as const] : [],
  )
  const populate = changed['populate']
  return {
    ...original,
    ...Object.fromEntries(others),
    ...(populate !== undefined && { populate: populate === true ? '*' : populate }),
  }
}

/** @throws ExtensionError for unknown parameters, which would read or write other rows than meant */
export function checkParameters(place: string, input: unknown, known: readonly string[]): Values {
  if (!isRecord(input)) throw new ExtensionError(`${place} needs an object.`)
  const unknown = Object.keys(input).find((name) => !known.includes(name))
  if (unknown === undefined) return input
  throw new ExtensionError(`${place} has no parameter "${unknown}". There are: ${listed(known)}.`)
}

/** @throws ExtensionError without a condition, with which a write would reach any row */
export function requireWhere(place: string, { where }: Values): void {
  if (where === undefined || where === null) throw new ExtensionError(`${place} needs the parameter "where".`)
}
