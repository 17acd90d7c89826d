import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { filesForModels } from '../docs/.vitepress/llms.mjs'
import { builtPages, siteAddress } from '../docs/.vitepress/repository-links.mjs'
import { nodeVersions } from '../scripts/lib/node-versions.mjs'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const placeholder = 'https://content-api.example'

const documents = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z', '*.md'], {
  cwd: root,
})
  .toString()
  .split('\0')
  .filter((path) => path !== '' && existsSync(join(root, path)))

describe('READMEs of packages', () => {
  const readmes = ['server', 'sdk', 'nuxt', 'astro', 'conformance', 'model'].map((name) => `packages/${name}/README.md`)

  test('have only absolute links, because npm resolves no others', () => {
    const relative = readmes.flatMap((path) =>
      [...read(path).matchAll(/\]\((?!https:)([^)]+)\)/g)].map(([link]) => `${path}: ${link}`),
    )
    expect(relative).toEqual([])
  })

  test('start with the install line and the required versions', () => {
    for (const path of readmes) {
      const [, beginning = ''] = /^# [^\n]+\n([^]*?)^## /m.exec(read(path)) ?? []
      expect(beginning, path).toMatch(/```sh\n(npm install|npx) /)
      expect(beginning, path).toMatch(/Node 20\.19/)
      expect(beginning, path).toMatch(/TypeScript/)
    }
  })
})

const built = new Set(Object.values(builtPages))
const forModels = filesForModels()

test('links to the site lead to existing pages', () => {
  const broken = documents.flatMap((path) =>
    [...read(path).matchAll(/https:\/\/content-api\.example(?:\/([\w/.-]*))?/g)]
      .map(([, page = '']) => page)
      .filter((page) => page !== '' && !built.has(`/${page}`) && !forModels.has(page))
      .filter((page) => !existsSync(join(root, 'docs', `${page}.md`)))
      .map((page) => `${path}: ${page}`),
  )
  expect(broken).toEqual([])
  expect(read('publishing.md')).toContain(placeholder)
})

test('the files for language models have every page, and links to existing pages only', () => {
  const pages = documents.filter((path) => path.startsWith('docs/') && !/\[|^docs\/index\.md$/.test(path))
  const lacking = pages.filter((path) => !forModels.has(path.slice('docs/'.length)))
  expect(lacking).toEqual([])
  const isPage = (path: string) =>
    built.has(path) ||
    forModels.has(path.slice(1)) ||
    ['.md', '/index.md', ''].some((end) => existsSync(sourceOf(path, end)))
  const broken = [...forModels].flatMap(([file, text]) =>
    [...text.matchAll(/\]\(([^)\s#]+)[^)\s]*\)/g)]
      .map(([, link = '']) => link)
      .filter((link) => !/^https?:/.test(link) || link.startsWith(siteAddress))
      .filter((link) => !isPage(link.slice(siteAddress.length)))
      .map((link) => `${file}: ${link}`),
  )
  expect(broken).toEqual([])
  expect(forModels.get('llms.txt')).toMatch(/^# content-api\n\n> .+\n\n## Start\n\n- \[/)
})

/** Returns the file of a page of the site, whose decisions are in a folder of the repository. */
const sourceOf = (path: string, end: string) =>
  join(root, path.startsWith('/decisions/') ? '' : 'docs', path.slice(1) + end)

describe('workflows', () => {
  interface Workflow {
    readonly jobs: Readonly<Record<string, { readonly steps: readonly { readonly run?: string }[] }>>
  }
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> }

  test('run existing scripts on each supported Node, and each check once', () => {
    const ci = parse(read('.github/workflows/ci.yml')) as Workflow
    const releases = parse(read('.github/workflows/release.yml')) as Workflow
    const commands = Object.values(ci.jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))
    expect(commands).toContain('.ci/run')
    expect(existsSync(join(root, '.ci/run'))).toBe(true)
    const named = commands.flatMap((command) => /\brun ([\w:]+)/.exec(command)?.[1] ?? [])
    const release = read('.github/workflows/release.yml')
    named.push(...[...release.matchAll(/pnpm ([\w:]+)$/gm)].map(([, name = '']) => name))
    expect(named.length).toBeGreaterThanOrEqual(3)
    expect(named.filter((name) => !(name in scripts))).toEqual([])
    const [oldest, ...others] = nodeVersions.map(({ node }) => node)
    expect(read('.github/workflows/ci.yml')).toContain(`node-version: ${oldest}\n`)
    expect(read('.github/workflows/ci.yml')).toContain(`node: [${others.join(', ')}]\n`)
    // The other versions of Node repeat only these steps.
    const repeated = commands.flatMap((command) => /^\.ci\/run --only (\S+)$/.exec(command)?.[1]?.split(',') ?? [])
    expect(repeated).toEqual(['build', 'tests', 'packages', 'conformance'])
    const steps = [...read('scripts/check.mjs').matchAll(/name: '([\w-]+)'/g)].map(([, name]) => name)
    expect(repeated.filter((name) => !steps.includes(name))).toEqual([])
    const released = Object.values(releases.jobs).flatMap((job) => job.steps.flatMap(({ run }) => run ?? []))
    expect(released).toEqual(['pnpm install --frozen-lockfile', 'pnpm build'])
  })

  test('the release has no token for npm, and publishes with provenance', () => {
    const release = read('.github/workflows/release.yml')
    expect([...release.matchAll(/secrets\.(\w+)/g)].map(([, name]) => name)).toEqual(['GITHUB_TOKEN'])
    expect(release).toContain('id-token: write')
    expect(release).toContain('NPM_CONFIG_PROVENANCE: "true"')
    expect(Number(/node-version: (\d+)/.exec(release)?.[1])).toBeGreaterThanOrEqual(24)
  })

  test('templates are valid YAML', () => {
    for (const name of readdirSync(join(root, '.github/ISSUE_TEMPLATE'))) {
      expect(parse(read(`.github/ISSUE_TEMPLATE/${name}`)), name).toBeTypeOf('object')
    }
  })
})

test('CONTRIBUTING.md explains every script of package.json, and no others', () => {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Readonly<Record<string, string>> }
  const rows = [...read('CONTRIBUTING.md').matchAll(/^\| `pnpm ([\w:-]+)/gm)].map(([, name = '']) => name)
  expect(new Set(rows.filter((name) => name !== 'vitest'))).toEqual(new Set(Object.keys(scripts)))
})
