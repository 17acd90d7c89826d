import { readFileSync, readdirSync } from 'node:fs'
import { inRoot } from './repository-links.mjs'

/**
 * The sidebar: groups and the order of their pages. A page that no group names stands at the end of the last
 * group with its folder, so that a new file is listed without a change here.
 */
const sections = [
  {
    title: 'Start',
    groups: [
      {
        text: 'Tutorials',
        folder: 'start',
        pages: ['which-way', 'new-project', 'strapi-project', 'frontend', 'deployment-check'],
      },
    ],
  },
  {
    title: 'Guides',
    groups: [
      {
        text: 'Server',
        folder: 'server',
        pages: [
          'installation',
          'accounts',
          'sign-in-with-providers',
          'sessions',
          'media',
          'mail',
          'graphql',
          'openapi',
          'hooks-and-routes',
          'webhooks',
          'live-events',
          'graphql-extensions',
          'library',
          'explorer',
          'assistants',
          'import-plain-files',
          'import-export',
        ],
      },
      { text: 'Server: tests', folder: 'server', pages: ['fixtures', 'testing', 'continuous-integration'] },
      {
        text: 'Server: from Strapi',
        folder: 'server',
        pages: ['beside-strapi', 'strapi-5-content', 'from-strapi', 'import-from-strapi', 'migrate'],
      },
      {
        text: 'Server: production',
        folder: 'server',
        pages: ['deployment', 'workers', 'metrics', 'files-on-s3', 'upload-providers', 'indexes', 'growing'],
      },
      {
        text: 'SDK',
        folder: 'sdk',
        pages: [
          'reading',
          'writing',
          'codegen',
          'errors',
          'requests',
          'users',
          'media',
          'graphql',
          'server-rendering',
          'nextjs',
          'nuxt',
          'astro',
          'sveltekit',
          'react-router',
          'tanstack-start',
          'vue',
          'tanstack-query',
          'changes',
          'mocking',
          'strapi-5',
          'from-4-to-5',
          'from-strapi-client',
          'migration',
        ],
      },
      { text: 'Conformance suite', folder: 'conformance', pages: ['commands', 'ci', 'tier-2', 'strapi', 'strapi5'] },
    ],
  },
  {
    title: 'Reference',
    groups: [
      {
        text: 'Reference',
        folder: 'reference',
        pages: [
          'rest',
          '/server/graphql',
          '/server/configuration',
          '/server/command-line',
          '/errors',
          'content-types',
          'sdk',
          'clauses',
          '/conformance/matrix',
          '/conformance/matrix-strapi5',
          '/sdk/strapi-versions',
        ],
      },
    ],
  },
  {
    title: 'Explanation',
    groups: [
      {
        text: 'Explanation',
        folder: '',
        pages: [
          'architecture',
          'explanation/sql-writes-json',
          'server/performance',
          'server/reliability',
          'security',
          'explanation/limits',
          'explanation/versions',
          'differences',
          'differences-5',
          'server/behaviour',
          'server/storage',
          'sdk/compatibility',
        ],
      },
      {
        text: 'Contributing',
        folder: 'contributing',
        pages: ['index', 'code', 'glossary', 'writing', 'long-verifications', 'releasing', '/decisions/'],
      },
    ],
  },
]

const docs = inRoot('docs')

/** The titles of pages that are built and have no file, by path. */
const builtTitles = {
  'reference/sdk': 'SDK exports',
  'conformance/matrix': 'How servers compare',
  'conformance/matrix-strapi5': 'Strapi 5 in the suite',
}

/** Every page, as its path without `.md`. */
const files = readdirSync(docs, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.md') && !/(^|\/)(node_modules|\.vitepress|\[)/.test(path))
  .map((path) => path.slice(0, -'.md'.length))
const allPages = [...files, ...Object.keys(builtTitles)]

const titleOf = (page) =>
  builtTitles[page] ?? /^# (.+)$/m.exec(readFileSync(`${docs}/${page}.md`, 'utf8'))?.[1]?.replaceAll('`', '') ?? page
const pathOf = (folder, page) => {
  if (page.startsWith('/')) return page.slice(1).replace(/\/$/, '/index')
  return folder === '' ? page : `${folder}/${page}`
}
const folderOf = (page) => page.slice(0, Math.max(page.lastIndexOf('/'), 0))
const item = (page) => ({ text: titleOf(page), link: `/${page.replace(/(^|\/)index$/, '$1')}` })

/** The pages of all groups, and those without one where their folder says. */
function groupsWithPages() {
  const exists = new Set(allPages)
  const groups = sections.map(({ title, groups: own }) => ({
    title,
    groups: own.map(({ text, folder, pages }) => ({
      text,
      folder,
      pages: pages.map((page) => pathOf(folder, page)).filter((page) => exists.has(page)),
    })),
  }))
  const flat = groups.flatMap((section) => section.groups)
  const listed = new Set(['index', ...flat.flatMap(({ pages }) => pages)])
  for (const page of allPages.filter((path) => !listed.has(path))) {
    const group = flat.findLast(({ folder }) => folder === folderOf(page)) ?? flat.find(({ folder }) => folder === '')
    group.pages.push(page)
  }
  return groups
}

/** The menu and the sidebar of the site. */
export function navigation() {
  const all = groupsWithPages()
  const nav = all.map(({ title, groups }) => ({ text: title, link: item(groups[0].pages[0]).link }))
  const sidebar = all.flatMap(({ title, groups }) =>
    groups
      .filter(({ pages }) => pages.length > 0)
      .map(({ text, pages }) => ({
        text: text === title || groups.length === 1 ? title : `${title}: ${text}`,
        items: pages.map(item),
      })),
  )
  return { nav, sidebar }
}
