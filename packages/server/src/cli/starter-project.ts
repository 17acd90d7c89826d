import { pictureLine, starterPictures } from './starter-pictures.js'

const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`
const lines = (values: readonly unknown[]) => values.map((value) => `${JSON.stringify(value)}\n`).join('')

const author = {
  kind: 'collectionType',
  info: { singularName: 'author', pluralName: 'authors', displayName: 'Author' },
  options: { draftAndPublish: false },
  attributes: {
    name: { type: 'string', required: true },
    articles: { type: 'relation', relation: 'oneToMany', target: 'api::article.article', mappedBy: 'author' },
  },
}

const article = {
  kind: 'collectionType',
  info: { singularName: 'article', pluralName: 'articles', displayName: 'Article' },
  options: { draftAndPublish: true },
  attributes: {
    title: { type: 'string', required: true, maxLength: 120 },
    slug: { type: 'uid', targetField: 'title' },
    body: { type: 'richtext' },
    cover: { type: 'media', allowedTypes: ['images'] },
    author: { type: 'relation', relation: 'manyToOne', target: 'api::author.author', inversedBy: 'articles' },
    seo: { type: 'component', component: 'shared.seo' },
  },
}

const seo = {
  info: { displayName: 'SEO' },
  attributes: { metaTitle: { type: 'string', required: true }, metaDescription: { type: 'text' } },
}

const entries = [
  { type: 'api::author.author', id: 1, attributes: { name: 'Ada' } },
  {
    type: 'api::article.article',
    id: 1,
    attributes: {
      title: 'Hello',
      slug: 'hello',
      body: 'A first article.',
      cover: 1,
      author: 1,
      seo: { metaTitle: 'Hello', metaDescription: 'Where it begins' },
    },
  },
  {
    type: 'api::article.article',
    id: 2,
    attributes: { title: 'A draft', slug: 'a-draft', cover: 2, author: 1, publishedAt: null },
  },
]

/** The packages that a new project installs, as its `package.json` names them. */
export interface StarterPackages {
  readonly dependencies: Readonly<Record<string, string>>
  /**
   * Tarballs of packages on which the dependencies depend, if `init` installs tarballs instead of published
   * packages.
   */
  readonly overrides?: Readonly<Record<string, string>>
}

/**
 * Returns the files that `init` writes, by path: two content types, a component, content with pictures and a
 * configuration.
 */
export function starterFiles(packages: StarterPackages): Readonly<Record<string, string | Uint8Array>> {
  const pictures = starterPictures()
  return {
    'package.json': json({
      private: true,
      type: 'module',
      scripts: {
        dev: 'content-api dev --seed content.jsonl',
        start: 'content-api start',
      },
      ...packages,
    }),
    'content-api.config.json': json({
      port: 1337,
      database: '.tmp/data.db',
      api: { rest: { defaultLimit: 25, maxLimit: 100 } },
    }),
    '.gitignore': '.tmp/\nnode_modules/\n',
    'src/api/author/content-types/author/schema.json': json(author),
    'src/api/article/content-types/article/schema.json': json(article),
    'src/components/shared/seo.json': json(seo),
    'content.jsonl': lines([...pictures.map(pictureLine), ...entries]),
    ...Object.fromEntries(pictures.map(({ hash, png }) => [`public/uploads/${hash}.png`, png])),
  }
}
