import { fileURLToPath } from 'node:url'
import { createRegistry, loadProject, type SchemaSources } from '@content-api/model'
import type { Connection } from '@content-api/engine/database'
import { sourcesOf } from '../../src/http/model-document.js'
import { type ContentApi, createContentApi, type EntryLine, type Log } from '../../src/index.js'
import { content } from '../support/reading-room.js'

const project = fileURLToPath(new URL('../../../model/test/fixtures/oracle-model', import.meta.url))

/** The value of private and password attributes. No response may contain it. */
export const canary = 'canary7f3a'

/** The model of the recorded project with an attribute of each type, including `array`. */
export async function schemas(): Promise<SchemaSources> {
  const { contentTypes = {}, ...others } = sourcesOf(await loadProject(project))
  const list = { type: 'array' } as const
  const widened = Object.entries(contentTypes).map(([path, schema]) => {
    const isArticle = path.includes('/article/')
    return [path, isArticle ? { ...schema, attributes: { ...schema.attributes, list } } : schema]
  })
  return { ...others, contentTypes: Object.fromEntries(widened) as NonNullable<SchemaSources['contentTypes']> }
}

export const registry = createRegistry(await schemas())

/** Opens a service with a little content of every kind, and the canary in each hidden attribute. */
export async function openWorld(database: Connection, log?: Log): Promise<ContentApi> {
  const config = { i18n: { locales: ['fr'] } }
  const api = await createContentApi({ ...(await schemas()), database, config, ...(log && { log }) })
  await api.importEntries([...content.map(withCanaries), ...articles])
  return api
}

function withCanaries(line: EntryLine): EntryLine {
  const { type, attributes } = line
  if (type === 'api::specimen.specimen') {
    return { ...line, attributes: { ...attributes, pass: `${canary} pass`, priv: `${canary} priv` } }
  }
  if (type !== 'api::article.article') return line
  return { ...line, attributes: { ...attributes, secret: `${canary} secret`, internalNote: `${canary} note` } }
}

const hiddenLink = (label: string) => ({ label, hidden: `${canary} hidden` })

/** Articles with a value in each attribute, so that filters can match. */
const articles: readonly EntryLine[] = Array.from({ length: 12 }, (_, index) => ({
  type: 'api::article.article',
  id: 11 + index,
  attributes: {
    title: ['Alpha', 'été', 'ÉTÉ', 'under_[x*', 'straße', '100% alpha'][index % 6],
    slug: `slug-${index}`,
    code: `AB-${index}`,
    summary: index % 3 === 0 ? null : `Summary ${index}`,
    body: `# Alpha ${index}`,
    kind: ['news', 'opinion', 'review'][index % 3],
    contactEmail: `alpha${index}@example.com`,
    secret: `${canary} secret`,
    internalNote: `${canary} note`,
    publishDate: ['2024-01-01', '2024-06-15', null][index % 3],
    publishTime: ['00:00:00.000', '12:34:56.789', null][index % 3],
    eventAt: ['2024-01-01T00:00:00.000Z', '2024-06-15T12:34:56.789Z', null][index % 3],
    stampedAt: ['2024-01-01T00:00:00.000Z', '2023-12-31T23:59:59.999Z', null][index % 3],
    rating: 1 + (index % 10),
    views: ['9223372036854775807', '-1', '10', null][index % 4],
    score: [0.1, 0.30000000000000004, 1, null][index % 4],
    price: [1.25, 10.005, -3, null][index % 4],
    featured: [true, false, null][index % 3],
    extra: [{ k: 1 }, [1, 'two'], 'alpha', null][index % 4],
    list: [['alpha', 1], [], null][index % 3],
    richBlocks: index % 2 === 0 ? [{ type: 'paragraph', children: [{ type: 'text', text: 'alpha' }] }] : null,
    seo: { metaTitle: `Alpha SEO ${index}`, noIndex: index % 2 === 0, canonical: hiddenLink('canon') },
    links: [hiddenLink('one'), hiddenLink('two')],
    zone: [
      { __component: 'blocks.quote', text: 'To be', stars: index % 6, author: 1 },
      { __component: 'blocks.gallery', title: 'Shots', links: [hiddenLink('g1')] },
    ],
    category: 1 + (index % 2),
    tags: [1 + (index % 3), 1 + ((index + 1) % 3)],
    author: 1 + (index % 2),
    related: [1, 2 + (index % 3), 11 + ((index + 1) % 12)],
    wayTags: [1 + (index % 3)],
    mainTag: 1 + (index % 3),
    publishedAt: index % 4 === 3 ? null : '2024-02-01T00:00:00.000Z',
  },
}))
