import { isLink, readableOf, type Schema } from '../model/model-index.js'
import { isQueryObject, namesIn, type QueryObject, type QueryValue, textIn, withParameter } from '../state/query.js'

/** The links of one level of `populate` by name, each with its own query. */
export type Links = Readonly<Record<string, QueryObject>>

/** Reads the links from `populate`: a string, a list or an object. */
export function readLinks(populate: QueryValue | undefined, schema: Schema): Links {
  if (populate === undefined) return {}
  if (isQueryObject(populate)) return linksOfObject(populate)
  const links: Record<string, QueryObject> = {}
  for (const path of namesIn(populate)) {
    const [name = '', ...rest] = path.split('.')
    if (name === '*') for (const attribute of readableOf(schema).filter(isLink)) links[attribute.name] ??= {}
    else if (rest.length === 0) links[name] ??= {}
    else links[name] = withPath(links[name] ?? {}, rest.join('.'))
  }
  return links
}

/** Reads a dotted path: `author.team` populates `team` of `author`. */
function withPath(query: QueryObject, path: string): QueryObject {
  return { ...query, populate: [...namesIn(query['populate']), path] }
}

function linksOfObject(populate: QueryObject): Links {
  return Object.fromEntries(
    Object.entries(populate).flatMap(([name, value]) => {
      if (isQueryObject(value)) return [[name, value] as const]
      return isOff(value) ? [] : [[name, {}] as const]
    }),
  )
}

const isOff = (value: QueryValue): boolean => typeof value === 'string' && ['false', 'f', '0', ''].includes(value)

/** Writes the links as an object. A link without its own query becomes `true`. */
export function writeLinks(links: Links): QueryObject | undefined {
  const entries = Object.entries(links)
  if (entries.length === 0) return undefined
  return Object.fromEntries(entries.map(([name, query]) => [name, Object.keys(query).length === 0 ? 'true' : query]))
}

export function withLink(links: Links, name: string, query: QueryObject | undefined): Links {
  const { [name]: _, ...others } = links
  if (query === undefined) return others
  return name in links ? { ...links, [name]: query } : { ...others, [name]: query }
}

/** Summarizes the query of a link in a few words. */
export function summaryOf(query: QueryObject, schema: Schema): string {
  const { fields, filters, sort, limit, start, populate, on } = query
  const count = (number: number, one: string, many: string) => (number === 1 ? `1 ${one}` : `${number} ${many}`)
  const linkCount = Object.keys(populate === undefined ? {} : readLinks(populate, schema)).length
  return [
    fields === undefined ? 'all fields' : count(namesIn(fields).length, 'field', 'fields'),
    ...(filters === undefined ? [] : ['filtered']),
    ...(sort === undefined ? [] : ['sorted']),
    ...(limit === undefined && start === undefined ? [] : [`limit ${textIn(limit) || '–'}`]),
    ...(linkCount === 0 ? [] : [count(linkCount, 'link', 'links')]),
    ...(isQueryObject(on) ? [count(Object.keys(on).length, 'component', 'components')] : []),
  ].join(', ')
}

export const withOption = (query: QueryObject, name: string, value: QueryValue | undefined): QueryObject =>
  withParameter(query, name, value)
