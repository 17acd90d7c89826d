// Checks that the Markdown documents of the repository use the standard terms of lint/words.mjs. A folder as argument replaces
// the repository. Code, link targets, quotations and changelogs are not checked.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findWords, isIn, messageAbout, notYet } from './words.mjs'

const root = process.argv[2] ?? join(import.meta.dirname, '..')
const SKIPPED = /^(?:node_modules|dist|CHANGELOG\.md|\..*)$/
const UNCHECKED = /^ *(`{3,})[^]*?^ *\1|``[^]*?``|`[^`]*`|^ *>.*$|\]\([^)]*\)|"[^"\n]*"|“[^”]*”/gm

/** Returns the paths of the Markdown files in a folder, relative to the root and with `/` as separator. */
function documentsIn(folder) {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (SKIPPED.test(entry.name)) return []
    if (entry.isDirectory()) return documentsIn(path)
    return entry.name.endsWith('.md') ? [path] : []
  })
}

/** Returns the messages about a document, as `path:line: message`. */
function check(path) {
  const text = readFileSync(join(root, path), 'utf8').replaceAll(UNCHECKED, (code) => code.replaceAll(/[^\n]/g, ' '))
  return findWords(text, 'documents').map(
    (found) => `${path}:${text.slice(0, found.index).split('\n').length}: ${messageAbout(found)}`,
  )
}

const documents = documentsIn('')
const messages = documents.filter((path) => !isIn(notYet.documents, path)).flatMap(check)
const clean = notYet.documents.filter((entry) => {
  const inside = documents.filter((path) => isIn([entry], path))
  return inside.length > 0 && inside.every((path) => check(path).length === 0)
})
process.stdout.write(messages.map((message) => `${message}\n`).join(''))
if (clean.length > 0)
  process.stdout.write(`Clean now, remove them from notYet in lint/words.mjs: ${clean.join(', ')}\n`)
process.exitCode = messages.length > 0 ? 1 : 0
