import type { Connection } from '@content-api/engine/database'
import { readRoles } from '@content-api/engine/accounts'
import { type ContentApi, type ContentApiOptions, createContentApi } from '../../src/index.js'

const info = (singularName: string, displayName: string) => ({
  singularName,
  pluralName: `${singularName}s`,
  displayName,
})

/** The role `reader` may not see any name or value with this word. No other name or value contains it. */
export const hiddenWord = /hushed/i

/** A type with each kind of attribute, and types that the role `reader` may not see. */
export const explorerSchemas = {
  contentTypes: {
    'api::article.article': {
      info: info('article', 'Article'),
      options: { draftAndPublish: true },
      pluginOptions: { i18n: { localized: true } },
      attributes: {
        title: { type: 'string', required: true, maxLength: 40 },
        slug: { type: 'uid', targetField: 'title' },
        body: { type: 'richtext' },
        rating: { type: 'integer', min: 1, max: 5 },
        level: { type: 'enumeration', enum: ['easy', 'hard'] },
        featured: { type: 'boolean' },
        extra: { type: 'json' },
        text: { type: 'blocks' },
        cover: { type: 'media', allowedTypes: ['images'] },
        author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author', inversedBy: 'articles' },
        seo: { type: 'component', component: 'shared.seo' },
        sections: { type: 'dynamiczone', components: ['shared.seo', 'shared.quote'] },
        hushedMemos: { type: 'relation', relation: 'manyToMany', target: 'api::hushed.hushed' },
        hushedNote: { type: 'string', private: true },
        hushedSeo: { type: 'component', component: 'shared.seo', private: true },
      },
    },
    'api::author.author': {
      info: info('author', 'Author'),
      attributes: {
        name: { type: 'string', required: true },
        articles: { type: 'relation', relation: 'oneToMany', target: 'api::article.article', mappedBy: 'author' },
      },
    },
    'api::homepage.homepage': {
      kind: 'singleType',
      info: { singularName: 'homepage', pluralName: 'homepages', displayName: 'Homepage' },
      attributes: { heading: { type: 'string' } },
    },
    'api::hushed.hushed': {
      info: info('hushed', 'Hushed memo'),
      attributes: { text: { type: 'string' } },
    },
  },
  components: {
    'shared.seo': { info: { displayName: 'SEO' }, attributes: { description: { type: 'string' } } },
    'shared.quote': {
      info: { displayName: 'Quote' },
      attributes: { words: { type: 'string' }, by: { type: 'string' } },
    },
  },
} as const

const own = (name: string, actions: readonly string[]) => actions.map((action) => `api::${name}.${name}.${action}`)
const reading = ['find', 'findOne']
const upload = ['find', 'findOne', 'upload', 'destroy'].map((action) => `plugin::upload.content-api.${action}`)

/** The public reads authors, readers also read articles, and editors write both and upload. */
const permissions = {
  public: own('author', reading),
  reader: [...own('author', reading), ...own('article', reading)],
  editor: [
    ...own('author', [...reading, 'create', 'update', 'delete']),
    ...own('article', [...reading, 'create', 'update', 'delete', 'createLocalization']),
    ...own('homepage', ['find', 'update', 'delete']),
    ...upload,
    'plugin::users-permissions.user.me',
  ],
}

const content = [
  { type: 'api::author.author', id: 1, attributes: { name: 'Ada Lovelace' } },
  { type: 'api::author.author', id: 2, attributes: { name: 'Grace Hopper' } },
  { type: 'api::hushed.hushed', id: 1, attributes: { text: 'The hushed text of a memo' } },
  ...Array.from({ length: 30 }, (_, index) => ({
    type: 'api::article.article',
    id: index + 1,
    attributes: {
      publishedAt: index % 10 === 9 ? null : '2026-01-01T00:00:00.000Z',
      title: `Article ${index + 1}`,
      slug: `article-${index + 1}`,
      body: '# A heading\n\nA long text. '.repeat(20),
      rating: (index % 5) + 1,
      level: index % 2 === 0 ? 'easy' : 'hard',
      featured: index % 3 === 0,
      extra: { pages: index, tags: ['one', 'two'] },
      text: [{ type: 'paragraph', children: [{ type: 'text', text: `Paragraph ${index + 1}` }] }],
      author: (index % 2) + 1,
      seo: { description: `Description ${index + 1}` },
      sections: [{ __component: 'shared.quote', words: 'To err is human', by: 'Pope' }],
      hushedMemos: [1],
      hushedNote: 'A hushed note',
    },
  })),
]

export interface ExplorerService {
  readonly api: ContentApi
  /** Sends a request like the page, unless headers say otherwise; undefined removes a header. */
  send(
    line: string,
    as: string,
    headers?: Readonly<Record<string, string | undefined>>,
    body?: unknown,
  ): Promise<Response>
  /** Returns the identity of a role, user or token, such as `role:3`. */
  readonly identities: Readonly<Record<'reader' | 'editor' | 'erin' | 'robot', string>>
}

export interface ServiceOptions extends Pick<ContentApiOptions, 'development'> {
  /** The folder of uploaded files, for a test that uploads. */
  readonly uploads?: string
  readonly webhooks?: NonNullable<ContentApiOptions['config']>['webhooks']
}

/** Opens a service in development, with roles, a user `erin` (editor) and an API token `robot` (read-only). */
export async function openExplorerService(
  connection: Connection | ':memory:',
  { uploads, webhooks, ...options }: ServiceOptions = { development: true },
): Promise<ExplorerService> {
  const api = await createContentApi({
    ...explorerSchemas,
    ...options,
    database: connection,
    config: {
      auth: { jwt: { secret: 'a-secret-for-tests-of-more-than-32-bytes' } },
      permissions,
      i18n: { locales: ['en', 'fr'], defaultLocale: 'en' },
      ...(webhooks && { webhooks }),
      ...(uploads !== undefined && { upload: { directory: uploads } }),
    },
  })
  await api.importEntries(content)
  const erin = await api.accounts.createUser({
    username: 'erin',
    email: 'erin@example.com',
    password: 'Passw0rd!',
    role: 'editor',
  })
  await api.accounts.createToken({ name: 'robot', type: 'read-only' })
  const send: ExplorerService['send'] = (line, as, headers = {}, body) => {
    const [method = '', path = ''] = line.split(' ')
    const all = {
      host: '127.0.0.1:1337',
      'content-api-token': api.developmentToken ?? '',
      'content-api-as': as,
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...headers,
    }
    const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== undefined)
    return api.fetch(
      new Request(`http://127.0.0.1:1337${path}`, {
        method,
        headers: sent,
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    )
  }
  const roles = await readRoles(api.database)
  const [robot] = await api.accounts.listTokens()
  const roleNamed = (type: string) => `role:${roles.find((role) => role.type === type)?.id}`
  return {
    api,
    send,
    identities: {
      reader: roleNamed('reader'),
      editor: roleNamed('editor'),
      erin: `user:${erin.id}`,
      robot: `token:${robot?.id}`,
    },
  }
}
