import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { checkUpgrade, printUpgradeReport } from '../src/upgrade/check-upgrade.js'
import { reasons, type Rule } from '../src/upgrade/finding.js'

async function writeFiles(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'content-api-upgrade-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  for (const [file, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, file)), { recursive: true })
    await writeFile(join(folder, file), text)
  }
  return folder
}

/** Returns the findings as `<file>:<line> <rule>`. */
async function findingsIn(files: Readonly<Record<string, string>>): Promise<string[]> {
  const { findings } = await checkUpgrade(await writeFiles(files))
  return findings.map(({ file, line, rule }) => `${file}:${line} ${rule}`)
}

/** For each rule: code that it reports, and similar code that means the same in both versions. */
const examples: Readonly<Record<Rule, { readonly reported: readonly string[]; readonly same: readonly string[] }>> = {
  'numeric-id': {
    reported: [
      "api.collection('articles').findOne(1)",
      "await api.collection('articles').update(article.id, { title })",
      "const articles = api.collection('articles'); articles.delete(id)",
      "publish(api, 'articles', entry.id)",
      "strapi.findOne('articles', route.params.id)",
      "const { findOne } = useStrapi(); findOne<Article>('articles', 1)",
      'fetch(`${url}/api/articles/${id}`)',
      'fetch(`/api/articles/${article.id}?populate=*`)',
      "fetch('/api/articles/7')",
    ],
    same: [
      "api.collection('articles').findOne(article.documentId)",
      "api.collection('articles').find({ filters })",
      'new Map().delete(1)',
      "strapi.find('articles')",
      "publish(api, 'articles', documentId)",
      'fetch(`/api/articles/${article.documentId}`)',
      'fetch(`/api/articles/${slug}`)',
      'fetch(`/api/users/${user.id}`)',
      "fetch('/api/articles')",
    ],
  },
  'relation-id': {
    reported: [
      'save({ tags: { connect: [6] } })',
      'save({ tags: { set: [{ id: tag.id }] } })',
      'save({ tags: { disconnect: [tag.id] } })',
    ],
    same: [
      'save({ tags: { connect: [tag.documentId] } })',
      'save({ tags: { connect: [{ documentId }] } })',
      'save({ connect: true })',
    ],
  },
  'id-filter': {
    reported: ['find({ filters: { id: { $in: ids } } })', "get({ 'filters[author][id][$eq]': 1 })"],
    same: ['find({ filters: { documentId: { $in: ids } } })', 'find({ fields: { id: true } })'],
  },
  'id-sort': {
    reported: ["find({ sort: 'id:desc' })", "find({ sort: ['title', 'id'] })"],
    same: ["find({ sort: ['title', 'createdAt'] })", "find({ sort: 'identity' })"],
  },
  'publication-state': {
    reported: [
      "find({ publicationState: 'preview' })",
      'find({ publicationState: state })',
      "get('/articles?publicationState=preview')",
    ],
    same: [
      "find({ status: 'draft' })",
      'function page({ publicationState }) {}',
      "save({ publicationState: 'PUBLISHED' })",
    ],
  },
  'published-at': {
    reported: [
      "api.collection('articles').create({ title, publishedAt: null })",
      "strapi.update('articles', documentId, { data: { publishedAt: new Date() } })",
    ],
    same: ["api.collection('articles').create({ title }, { status: 'draft' })", 'render({ publishedAt: null })'],
  },
  'draft-filter': {
    reported: ['find({ filters: { publishedAt: { $null: true } } })', 'find({ filters: { publishedAt: null } })'],
    same: ["find({ filters: { publishedAt: { $gt: '2026-01-01' } } })"],
  },
  unpublish: { reported: ["unpublish(api, 'articles', documentId)"], same: ["publish(api, 'articles', documentId)"] },
  localization: {
    reported: [
      "createLocalization(api, 'articles', documentId, data)",
      'post(`/api/articles/${documentId}/localizations`)',
    ],
    same: ["populate(['localizations'])"],
  },
  'locale-in-data': {
    reported: ["api.collection('articles').create({ title, locale: 'fr' })"],
    same: ["api.collection('articles').create({ title }, { locale: 'fr' })"],
  },
  'all-locales': {
    reported: ["find({ locale: 'all' })", "get('/articles?locale=all')"],
    same: ["find({ locale: '*' })"],
  },
  'i18n-parameter': { reported: ["get('/articles?plugins[i18n][locale]=fr')"], same: ["get('/articles?locale=fr')"] },
  envelope: {
    reported: [
      'show(data.attributes)',
      'show(article.attributes.title)',
      'show(page.data?.[0].attributes.seo)',
      "createClient({ shape: 'envelope' })",
    ],
    same: [
      'show(article.title)',
      'element.attributes.id',
      'geometry.attributes.position',
      'span.attributes.length',
      "createClient({ shape: 'flat' })",
    ],
  },
  'deleted-entry': {
    reported: [
      "const gone = await api.collection('articles').delete(documentId)",
      "(await api.collection('articles').delete(documentId)).title",
    ],
    same: [
      "await api.collection('articles').delete(documentId)",
      "const found = await api.collection('articles').findOne(documentId)",
    ],
  },
  'created-files': { reported: ["form.append('files.cover', file)"], same: ["form.append('files', file)"] },
  'unlimited-list': {
    reported: ['find({ pagination: { limit: -1 } })'],
    same: ['find({ pagination: { limit: 1 } })', 'page({ limit: -1 })'],
  },
  'populate-limit': {
    reported: [
      'find({ populate: { tags: { limit: 3 } } })',
      'find({ populate: { a: { populate: { tags: { pagination } } } } })',
    ],
    same: ['find({ populate: { tags: { sort } } })', 'find({ populate: { page: true }, pagination: { limit: 3 } })'],
  },
  'populate-deep': {
    reported: ["find({ populate: 'deep' })", "get('/articles?populate=deep')"],
    same: ["find({ populate: '*' })"],
  },
  'registered-fields': {
    reported: ['api.auth.register({ username, email, password, city })'],
    same: ['api.auth.register({ username, email, password })', 'events.register({ name })'],
  },
  'provider-token': {
    reported: ['get(`/api/auth/google/callback?access_token=${token}`)'],
    same: ['get(`/api/auth/google/callback`)'],
  },
  'response-format': {
    reported: ["fetch(url, { headers: { 'Strapi-Response-Format': 'v4' } })"],
    same: ["fetch(url, { headers: { accept: 'x' } })"],
  },
  'graphql-envelope': {
    reported: ['gql`query Q { articles { data { id attributes { title } } } }`'],
    same: ['gql`query Q { articles { documentId title } }`', 'log(`no document: attributes {`)'],
  },
  'graphql-id': {
    reported: ['gql`query Q($id: ID) { article(id: $id) { slug } }`'],
    same: [
      'gql`query Q($id: ID!) { article(documentId: $id) { slug } }`',
      'gql`mutation M { updateUploadFile(id: 1) { name } }`',
    ],
  },
  'graphql-localization': {
    reported: ['gql`mutation M { createArticleLocalization { slug } }`'],
    same: ['gql`mutation M { updateArticle { slug } }`'],
  },
  'graphql-upload': {
    reported: ['gql`mutation M($f: Upload!) { upload(file: $f) { url } }`'],
    same: ['gql`query Q { uploadFiles { url } }`'],
  },
}

describe('the check of an upgrade', () => {
  it.each(Object.entries(examples))('reports %s, and no similar code', async (rule, { reported, same }) => {
    const files = Object.fromEntries(reported.map((code, index) => [`r${index}.ts`, code]))
    const found = await findingsIn(files)
    expect(Object.keys(files).filter((file) => !found.includes(`${file}:1 ${rule}`))).toEqual([])
    const similar = Object.fromEntries(same.map((code, index) => [`s${index}.ts`, code]))
    expect(await findingsIn(similar)).toEqual([])
    expect(reasons[rule as Rule]).not.toBe('')
  })

  describe('of attributes', () => {
    const strapi = { 'strapi.ts': 'export const first = async () => (await request()).data[0].attributes.title\n' }
    const linesIn = async (files: Readonly<Record<string, string>>) => {
      const found = await findingsIn({ ...files, ...strapi })
      return found.filter((line) => line !== 'strapi.ts:1 envelope')
    }

    it.each([
      'const { data } = await api.find()\ndata.map((a) => a.attributes.title)',
      'const one = (await api.find()).data.find((a) => a.id === 1)\nshow(one?.attributes)',
      'const body = await response.json()\nconst { data: { attributes } } = body',
      'const { data: posts = [] } = body\nposts.toSorted().map(({ attributes }) => attributes)',
      'const page = body\nfor (const post of page.data) show(post.attributes.slug)',
      'const [first] = body.data\nshow(first.attributes)',
      'const newest = body.data\nnewest.reduce((one, two) => one.date > two.attributes.date ? one : two)',
      "import { client } from './client.js'\nshow((await client.findOne(1)).attributes.slug)",
      'class Client {}\nshow((await new Client().findOne(1)).attributes.slug)',
      'const Card = ({ article }) =>\n  article.attributes.title',
      'const list = (posts) =>\n  posts.map(({ id, attributes }) => ({ id, ...attributes }))',
      'const shown = body.data ?? cached\nshow(shown.attributes)',
    ])('follows the entry in %j', async (code) => {
      expect(await linesIn({ 'a.tsx': code })).toEqual([expect.stringMatching(/^a\.tsx:[12] envelope$/)])
    })

    it.each([
      "import { parse } from 'node-html-parser'\nconst root = parse(html)\nshow(root.firstChild.attributes.class)",
      "import * as three from 'three'\nshow(three.box().attributes.position)",
      "import type { Part } from 'marked'\nconst show = (part: Part) => part.attributes.title",
      'const show = (box: HTMLDivElement) => box.attributes.title',
      "show(document.querySelector('a').attributes.href)",
      "show(new DOMParser().parseFromString(x, 'text/xml').firstChild.attributes.y)",
      'const list = [...document.links].map((link) => link.attributes.title)',
      'export const afterCreate = (event) => event.model.attributes.slug',
      'const a = b\nconst b = a\nshow(a.attributes)',
      'function data() {}\nconst { attributes } = useBlockProps()',
    ])('lists no other attributes: %j', async (code) => {
      expect(await linesIn({ 'a.tsx': code })).toEqual([])
    })

    it('lists values of unknown origin only in a project that reads such entries', async () => {
      const files = { 'form.tsx': 'export const typeOf = (config, name) => config.attributes[name].type\n' }
      expect(await findingsIn(files)).toEqual([])
      expect(await linesIn(files)).toEqual(['form.tsx:1 envelope'])
      const client = { 'client.ts': "export const api = createClient({ baseURL, shape: 'envelope' })\n" }
      expect(await findingsIn({ ...files, ...client })).toEqual(['client.ts:1 envelope', 'form.tsx:1 envelope'])
    })
  })

  it('finds the collections that another file exports', async () => {
    expect(
      await findingsIn({
        'api.ts': "export const articles = createClient().collection('articles')",
        'page.tsx':
          "import { articles } from './api.js'\n\nexport const Page = () => <p onClick={() => articles.delete(3)} />",
      }),
    ).toEqual(['page.tsx:3 numeric-id'])
  })

  it('reads components, GraphQL files and long templates at their lines', async () => {
    const call = "find({ publicationState: 'preview' })"
    expect(
      await findingsIn({
        'a.vue': `<template>\n  <p>{{ publicationState: 'live' }}</p>\n</template>\n<script setup lang="ts">\n${call}\n</script>\n`,
        'b.svelte': `<script>\n${call}\n</script>\n<p>{a.attributes.b}</p>\n`,
        'c.astro': `---\n${call}\n---\n<p>{a.attributes.b}</p>\n`,
        'd.graphql': 'query Q {\n  articles {\n    data {\n      attributes { title }\n    }\n  }\n}\n',
        'e.js': 'const q = gql`\n  query Q {\n    articles(publicationState: PREVIEW) {\n      id\n    }\n  }\n`\n',
      }),
    ).toEqual([
      'a.vue:5 publication-state',
      'b.svelte:2 publication-state',
      'c.astro:2 publication-state',
      'd.graphql:4 graphql-envelope',
      'e.js:3 publication-state',
    ])
  })

  it('skips dependencies, builds and generated code', async () => {
    const code = "find({ publicationState: 'live' })"
    const paths = [
      'node_modules/a/a.js',
      'dist/a.js',
      '.next/a.js',
      'src/content.gen/a.ts',
      'src/a.gen.ts',
      'a.d.ts',
      'a.md',
    ]
    expect(await findingsIn(Object.fromEntries(paths.map((path) => [path, code])))).toEqual([])
  })

  it('prints file, line, reason and code, and lists files that it can not parse', async () => {
    const folder = await writeFiles({
      'src/list.ts': "export const list = () =>\n  find({ publicationState: 'preview' })\n",
      'src/broken.ts': 'const = = {',
    })
    const text = printUpgradeReport(await checkUpgrade(folder))
    expect(text).toContain(
      `src/list.ts:2 publication-state: ${reasons['publication-state']}\n  find({ publicationState: 'preview' })\n`,
    )
    expect(text).toMatch(/^src\/broken\.ts can't be parsed: .*\(1:6\)$/m)
    expect(text).toMatch(/^Findings: 1, in 1 of 2 files\. No file was changed\.\n$/m)
  })

  it('needs a folder', async () => {
    await expect(checkUpgrade('/nowhere')).rejects.toThrow('ENOENT')
  })
})
