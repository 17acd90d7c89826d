import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative, sep } from 'node:path'
import { manifestOf } from './strapi-packages.mjs'

/** Files that Strapi or its tools create. */
const left = new Set(['node_modules', '.git', '.tmp', '.cache', '.strapi', 'build', 'dist'])

/**
 * Copies a project to a folder and adds the missing files that a version of Strapi needs. `modules` are its packages; null
 * if it needs none. These are empty
 * folders, a manifest, and core routes, controllers and services of content types without code. Returns the
 * paths of the added files.
 */
export function copyProject(project, folder, modules, version) {
  const isCopied = (source) => {
    const path = relative(project, source)
    return path === '' || !(left.has(path.split(sep)[0]) || /\.(db|sqlite3?)(-\w+)?$/.test(basename(path)))
  }
  cpSync(project, folder, { recursive: true, filter: isCopied })
  if (modules !== null) symlinkSync(modules, join(folder, 'node_modules'), 'junction')
  for (const name of ['public/uploads', 'database/migrations', 'config', 'src']) {
    mkdirSync(join(folder, name), { recursive: true })
  }
  const added = []
  const add = (path, text) => {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), text)
    added.push(path)
  }
  if (!existsSync(join(folder, 'package.json'))) {
    add(
      'package.json',
      `${JSON.stringify({ name: 'project', ...manifestOf(project, version), strapi: { uuid: false } })}\n`,
    )
  }
  for (const api of folders(join(folder, 'src/api'))) addCore(folder, api, add)
  return added
}

function addCore(folder, api, add) {
  const at = `src/api/${api}`
  if (list(join(folder, at)).some((name) => name !== 'content-types' && !name.startsWith('.'))) return
  for (const type of folders(join(folder, at, 'content-types'))) {
    for (const [kind, plural] of [
      ['Router', 'routes'],
      ['Controller', 'controllers'],
      ['Service', 'services'],
    ]) {
      const core = `require('@strapi/strapi').factories.createCore${kind}('api::${api}.${type}')`
      add(`${at}/${plural}/${type}.js`, `module.exports = ${core}\n`)
    }
  }
}

const list = (folder) => (existsSync(folder) ? readdirSync(folder) : [])

const folders = (folder) => list(folder).filter((name) => statSync(join(folder, name)).isDirectory())

/** Returns the names that a project's `.env` sets. */
export function namesInEnvironment(folder) {
  const file = join(folder, '.env')
  if (!existsSync(file)) return new Set()
  return new Set(
    readFileSync(file, 'utf8')
      .split('\n')
      .flatMap((line) => /^\s*(?:export\s+)?(\w+)\s*=/.exec(line)?.[1] ?? []),
  )
}
