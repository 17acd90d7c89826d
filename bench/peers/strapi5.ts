import { manifestOf, strapi5Versions } from '../../scripts/lib/strapi-packages.mjs'
import { startStrapi } from '../../scripts/lib/strapi-target.mjs'
import { type Loaded, loadContent } from '../server/oracle-content.js'
import type { PeerPackages } from './peer-packages.js'
import { prepareOwnProject, type Say, timeOf } from './servers.js'
import type { Closing, Content, Interface, Setup, Side } from './side.js'
import { strapiCall, withoutTime } from './strapi4-interface.js'

const [version] = strapi5Versions as [string]

export const strapi5Packages: PeerPackages = {
  name: 'Strapi 5',
  group: 'strapi',
  manifest: manifestOf('none', version),
  megabytes: 640,
}

/** Starts Strapi 5 on SQLite, on the same schemas. */
export async function startStrapi5(setup: Setup, closing: Closing, say: Say): Promise<Side> {
  const project = await prepareOwnProject('strapi5', setup, closing)
  const strapi = await startStrapi({ project, version, variables: { NODE_ENV: 'production' }, say })
  closing.push(() => strapi.close())
  const headers = { authorization: `Bearer ${strapi.token}` }
  const ids = await loadContent({ url: strapi.url, headers, id: 'documentId' })
  const processorTime = await timeOf(strapi.process, undefined)
  return { name: 'strapi5', url: strapi.url, headers, processorTime, ...strapi5Interface(ids) }
}

const nested = `query Articles($page: Int) {
  articles(pagination: { page: $page, pageSize: 25 }, sort: "id") {
    documentId title summary kind rating score price updatedAt
    category { documentId name rank }
    author { documentId name country }
    tags(pagination: { limit: 100 }) { documentId name color }
  }
}`

/** The paths and bodies of Strapi 4 with ids of documents. Only GraphQL and the responses have another form. */
export function strapi5Interface(ids: Loaded): Interface {
  return {
    call(name, n) {
      const call = strapiCall(name, n, ids)
      if (name !== 'nested GraphQL') return call
      return { ...call, body: { query: nested, variables: { page: (n % 20) + 1 } } }
    },
    read(name, body) {
      if (name !== 'nested GraphQL') return contentOf(body as Body)
      return contentOf({ data: (body as { data: { articles: readonly Article[] } }).data.articles })
    },
  }
}

interface Body {
  readonly data: Article | readonly Article[]
  readonly meta?: { readonly pagination?: { readonly total?: number } }
}

interface Article {
  readonly title: string
  readonly category?: Named | null
  readonly author?: Named | null
  readonly tags?: readonly Named[]
}

interface Named {
  readonly name: string
}

function contentOf({ data, meta }: Body): Content {
  const entries = [data].flat().map(({ title, category, author, tags }) => ({
    title: withoutTime(title),
    category: category?.name,
    author: author?.name,
    tags: tags?.map(({ name }) => name),
  }))
  return { total: meta?.pagination?.total, entries }
}
