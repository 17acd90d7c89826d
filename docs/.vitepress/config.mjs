import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { defineConfig } from 'vitepress'
import { filesForModels } from './llms.mjs'
import { navigation } from './navigation.mjs'
import { inRoot, linkRepository } from './repository-links.mjs'
import { showSetup } from './setup-of-examples.mjs'
import { clausePage } from '../../packages/conformance/dist/reporters/clause-page.js'

// The suite makes a finished HTML page; the site serves it as it is.
mkdirSync(inRoot('docs/public'), { recursive: true })
writeFileSync(inRoot('docs/public/clauses.html'), clausePage())

const { nav, sidebar } = navigation()

/** Long lists: searching them would hide the page that explains a word. */
const isSearched = (path) => !path.startsWith('decisions/') && !/^conformance\/matrix(-strapi5)?\.md$/.test(path)

const slugify = (title) =>
  title
    .trim()
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')

export default defineConfig({
  title: 'content-api',
  description: 'A REST and GraphQL server from content-type schemas, a typed client and a conformance suite',
  lang: 'en',
  cleanUrls: true,
  // The finished page above isn't a page of VitePress.
  ignoreDeadLinks: [/^http:\/\/localhost/, /\/clauses(\.html)?(#|$)/],
  markdown: {
    // As GitHub does, so that links work in both.
    anchor: { slugify },
    config(md) {
      linkRepository(md)
      showSetup(md)
    },
    theme: { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' },
    languageAlias: { caddyfile: 'nginx', jsonl: 'json' },
  },
  buildEnd({ outDir }) {
    for (const [path, text] of filesForModels()) {
      mkdirSync(dirname(join(outDir, path)), { recursive: true })
      writeFileSync(join(outDir, path), text)
    }
  },
  themeConfig: {
    nav,
    sidebar,
    outline: { level: [2, 3] },
    search: {
      provider: 'local',
      options: {
        _render: (source, env, md) => (isSearched(env.relativePath) ? md.render(source, env) : ''),
        miniSearch: {
          searchOptions: {
            // The guides of frameworks repeat what another page explains for all, and few readers look for
            // measurements or for the rules of contributors. The site contains the text of this function, so
            // it can't use other declarations.
            boostDocument: (id) =>
              /\/sdk\/(?:astro|nextjs|nuxt|react-router|sveltekit|tanstack-start|vue)(?:#|$)/.test(id) ||
              /\/server\/performance(?:#|$)|\/contributing\//.test(id)
                ? 0.5
                : 1,
          },
        },
      },
    },
  },
})
