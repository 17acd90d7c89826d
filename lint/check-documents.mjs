// Checks that the Markdown documents of the repository use the standard terms of lint/words.mjs. With a
// folder as argument, checks the documents of that folder instead. Code, link targets, quotations, changelogs
// and hidden folders are not checked.
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findWords, messageAbout } from './words.mjs'

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

const messages = documentsIn('').flatMap(check)
process.stdout.write(messages.map((message) => `${message}\n`).join(''))
process.exitCode = messages.length > 0 ? 1 : 0
