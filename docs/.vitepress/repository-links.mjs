import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))
export const inRoot = (...path) => join(root, ...path)

/** The web address of the site. `scripts/set-docs-address.mjs` replaces it. */
export const siteAddress = 'https://content-api.example'

/** The web address of the repository, once package.json has one (see publishing.md). */
const repository = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')).repository?.url

/**
 * Pages that are built from a file or a folder and aren't in the repository. Documents link to their source:
 * the site turns such a link into one to the page.
 */
export const builtPages = {
  'packages/conformance/src/ledger': '/clauses.html',
  'docs/conformance/verdicts.json': '/conformance/matrix',
  'docs/conformance/verdicts-strapi5.json': '/conformance/matrix-strapi5',
  'packages/sdk/src/index.ts': '/reference/sdk',
}

/** Returns the page of the site that shows a file of the repository. */
const pageOf = (path) => {
  if (Object.hasOwn(builtPages, path)) return builtPages[path]
  if (path === 'SECURITY.md') return '/security'
  if (path === 'CONTRIBUTING.md') return '/contributing/'
  if (path === 'decisions' || path === 'decisions/README.md') return '/decisions/'
  const decision = /^decisions\/([\w-]+)\.md$/.exec(path)
  if (decision) return `/decisions/${decision[1]}`
  return /^docs\/.*\.(md|svg)$/.test(path) ? `/${path.slice('docs/'.length)}` : undefined
}

/**
 * Returns the path of a file's page in the site, or its address in the repository; undefined if it has
 * neither.
 * @param file an absolute path
 */
export function sitePathOf(file) {
  const path = relative(root, file).split(sep).join('/')
  return pageOf(path) ?? (repository === undefined ? undefined : `${repository}/blob/main/${path}`)
}

/** Folders that the links of a page may be relative to: its own, those of files that it includes, and its source. */
function basesOf(env) {
  const bases = [dirname(env.path), ...(env.includes ?? []).map((path) => dirname(path))]
  if (env.relativePath.startsWith('decisions/')) bases.unshift(inRoot('decisions'))
  return bases
}

/** Replaces relative links by links of the site. Links to other files go to the repository, or become plain text. */
export function linkRepository(md) {
  md.core.ruler.push('repository-links', ({ tokens, env }) => {
    for (const token of tokens) {
      if (token.type === 'inline') rewrite(token.children ?? [], env)
      for (const each of [token, ...(token.children ?? [])]) markRelative(each)
    }
  })
}

/** Vite takes `src="a.png"` of HTML for the name of a package. */
function markRelative(token) {
  if (token.type !== 'html_block' && token.type !== 'html_inline') return
  token.content = token.content.replaceAll(/\b(src|srcset)="(?=[\w-]+[/.])(?!https?:)/g, '$1="./')
}

function rewrite(tokens, env) {
  let isUnlinking = false
  for (const token of tokens) {
    if (token.type === 'link_open') isUnlinking = !relink(token, env)
    if (isUnlinking && (token.type === 'link_open' || token.type === 'link_close')) {
      token.type = 'text'
      token.content = ''
    }
  }
}

/** Sets the address of a link; false when the site has none for it. A file that doesn't exist stays a dead link. */
function relink(token, env) {
  const [path, hash] = (token.attrGet('href') ?? '').split(/(?=#)/)
  if (!path || /^([a-z]+:|\/)/.test(path)) return true
  const file = basesOf(env)
    .map((base) => resolve(base, decodeURI(path)))
    .find((candidate) => existsSync(candidate))
  if (file === undefined) return true
  const page = sitePathOf(file)
  if (page === undefined) return false
  token.attrSet('href', `${page}${hash ?? ''}`)
  // The router of the site would look for a page of VitePress.
  if (/^\/.*\.html$/.test(page)) token.attrSet('target', '_self')
  return true
}
