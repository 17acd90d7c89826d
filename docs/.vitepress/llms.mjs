import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { navigation } from './navigation.mjs'
import { inRoot, siteAddress, sitePathOf } from './repository-links.mjs'

const summary =
  'A content server that serves the schemas of Strapi 4 projects over REST and GraphQL, on SQLite or PostgreSQL, with a typed client for Strapi 4 and 5 and a conformance suite.'

/** Returns whether users of the packages don't need a group of the sidebar. */
const optional = (text) => text.endsWith('Contributing')

/**
 * Returns the files of the site for language models (https://llmstxt.org), by their path: `llms.txt` with a
 * link and a summary for each page, the Markdown of each page, and `llms-full.txt` with the text of all pages
 * but those for contributors.
 */
export function filesForModels() {
  const files = new Map()
  const lines = ['# content-api', '', `> ${summary}`]
  const full = []
  const groups = navigation().sidebar
  const sorted = [...groups.filter(({ text }) => !optional(text)), ...groups.filter(({ text }) => optional(text))]
  for (const group of sorted) {
    lines.push('', `## ${optional(group.text) ? 'Optional' : group.text}`, '')
    for (const { text: title, link } of group.items) {
      const page = link.replace(/^\//, '').replace(/\/$/, '/index')
      const source = inRoot('docs', `${page}.md`)
      if (!existsSync(source)) {
        lines.push(`- [${title}](${siteAddress}${link})`)
        continue
      }
      const text = markdownOf(source)
      files.set(`${page}.md`, text)
      if (!optional(group.text)) full.push(text)
      lines.push(`- [${title}](${siteAddress}/${page}.md): ${openingOf(text)}`)
    }
  }
  files.set('llms.txt', `${lines.join('\n')}\n`)
  files.set('llms-full.txt', full.join('\n\n'))
  return files
}

/** Returns the first paragraph of a page, without links and line breaks. */
function openingOf(text) {
  const paragraph = text
    .replace(/^---\n[^]*?\n---\n/, '')
    .split(/\n{2,}/)
    .map((block) => block.trim())
    .find((block) => /^[A-Z`[*]/.test(block))
  return (paragraph ?? '').replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll(/\s+/g, ' ')
}

/** Returns the Markdown of a page with the files that it includes, and with absolute links. */
function markdownOf(file) {
  const folder = dirname(file)
  let isCode = false
  let prose = []
  const parts = []
  const endProse = () => {
    if (prose.length > 0) parts.push(withAbsoluteLinks(prose.join('\n'), folder))
    prose = []
  }
  for (const line of readFileSync(file, 'utf8').trimEnd().split('\n')) {
    const include = isCode ? null : /^<!--@include: (\S+?)\{(\d+),\}-->$/.exec(line)
    if (include) {
      endProse()
      parts.push(
        markdownOf(join(folder, include[1]))
          .split('\n')
          .slice(Number(include[2]) - 1)
          .join('\n'),
      )
      continue
    }
    const isFence = /^\s*```/.test(line)
    if (isFence && !isCode) endProse()
    if (isCode || isFence) parts.push(line)
    else prose.push(line)
    if (isFence) isCode = !isCode
  }
  endProse()
  return parts.join('\n')
}

/** Makes links absolute. Pictures, and links to files that the site doesn't have, become their text. */
function withAbsoluteLinks(text, folder) {
  return text.replaceAll(/(!?)\[([^\]]*)\]\(([^)\s]+)\)/g, (all, isPicture, label, href) => {
    if (isPicture) return label
    if (/^[a-z]+:/.test(href)) return all
    if (href.startsWith('/')) return `[${label}](${siteAddress}${href})`
    const [path, hash = ''] = href.split(/(?=#)/)
    if (path.startsWith('#')) return all
    const page = sitePathOf(resolve(folder, decodeURI(path)))
    return page === undefined ? label : `[${label}](${page.startsWith('/') ? siteAddress : ''}${page}${hash})`
  })
}
