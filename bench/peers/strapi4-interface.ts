import type { Loaded } from '../server/oracle-content.js'
import { oracleWorkloads } from '../server/oracle-workloads.js'
import type { Call } from '../server/workloads.js'
import type { Content, Entry, Interface } from './side.js'

/** The interface of Strapi 4, which this server has too. */
export function strapi4Interface(ids: Loaded): Interface {
  return {
    call: (name, n) => strapiCall(name, n, ids),
    read(name, body) {
      const list = name === 'nested GraphQL' ? (body as { data: { articles: Body } }).data.articles : (body as Body)
      return contentOf(list)
    },
  }
}

/** Returns a request of a workload. Lists have an order: on PostgreSQL, Strapi has none of its own. */
export function strapiCall(name: string, n: number, ids: Loaded): Call {
  const workload = oracleWorkloads.find((one) => one.name === name)
  if (workload === undefined) throw new Error(`There is no workload '${name}'.`)
  const call = workload.call(n, ids)
  const isUnordered = call.path.includes('?') && !call.path.includes('sort')
  return isUnordered ? { ...call, path: `${call.path}&sort=id` } : call
}

interface Body {
  readonly data: Data | readonly Data[]
  readonly meta?: { readonly pagination?: { readonly total?: number } }
}

interface Data {
  readonly attributes: {
    readonly title: string
    readonly category?: One
    readonly author?: One
    readonly tags?: { readonly data: readonly Named[] }
  }
}

type One = { readonly data: Named | null }
type Named = { readonly attributes: { readonly name: string } }

function contentOf({ data, meta }: Body): Content {
  return { total: meta?.pagination?.total, entries: [data].flat().map(entryOf) }
}

function entryOf({ attributes: { title, category, author, tags } }: Data): Entry {
  return {
    title: withoutTime(title),
    category: category?.data?.attributes.name,
    author: author?.data?.attributes.name,
    tags: tags?.data.map(({ attributes: { name } }) => name),
  }
}

/** The titles of created articles end with the time, which differs between the servers. */
export const withoutTime = (title: string): string => title.replace(/ at \d+$/, '')
