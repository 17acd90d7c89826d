// Starts public projects of Strapi 4 as they are, each with an empty SQLite database. Reads every content
// type over REST, and the schema over GraphQL, and prints what runs. Plugins that others have published
// aren't installed. The code of the projects runs on this machine with your rights; install scripts of their
// packages don't. Repositories as arguments choose projects.
import './lib/require-node.mjs'
import { spawn } from 'node:child_process'
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from './lib/build.mjs'
import { installOnce } from './lib/cached-packages.mjs'
import { fetchCommit } from './lib/fetch-commit.mjs'
import { publicProjects } from './lib/public-projects.mjs'
import { inRoot, readJson } from './lib/root.mjs'
import { duration, runNode } from './lib/run.mjs'

/** The least number of projects that start, and of those whose content types all respond. */
const least = { starting: 53, right: 51 }

const cli = inRoot('packages', 'server', 'bin', 'content-api.mjs')
const startLimit = 120_000

/** What doctor names in most projects: the admin panel, and changes of Strapi's own tables. */
const neverServed = /^(src\/admin|database\/migrations):/

/** Packages that this server replaces, that only the admin panel needs, and plugins of others. */
const unused =
  /^@strapi\/(?!provider-)|strapi.*plugin|ckeditor|^@retikolo\/|^(better-sqlite3|sqlite3|mysql2?|pg|knex|sharp|git-cz|react|react-dom|react-router-dom|styled-components)$/

const chosen = process.argv.slice(2)
const projects = publicProjects.filter(({ repository }) => chosen.length === 0 || chosen.includes(repository))
if (projects.length === 0) throw new Error(`There is no project ${chosen.join(', ')}.`)
const say = (text) => process.stdout.write(`          ${text}\n`)
await build()
const results = []
for (const project of projects) {
  const base = mkdtempSync(join(tmpdir(), 'content-api-project-'))
  const folder = join(base, 'project')
  const began = performance.now()
  let result
  try {
    linkServerPackages(join(base, 'node_modules'))
    await prepare(project, folder)
    result = await tryProject(project, folder).catch((error) => ({ starts: false, problems: [error.message] }))
    results.push(result)
  } catch (error) {
    // The project doesn't count.
    result = { isMissing: true, problems: [error.message] }
  } finally {
    rmSync(base, { recursive: true, force: true })
  }
  const { isMissing, starts, problems, types = 0, skipped = [] } = result
  const outcome = isMissing ? 'MISSING ' : problems.length === 0 ? 'ok      ' : starts ? 'PARTLY  ' : 'FAILED  '
  const details = `${types} types; ${duration(performance.now() - began)}`
  process.stdout.write(`  ${outcome}${project.repository} (${details})\n`)
  for (const part of skipped) say(`skipped: ${part}`)
  for (const problem of problems) process.stdout.write(`${problem.trim().replaceAll(/^/gm, '          ')}\n`)
}
const starting = results.filter(({ starts }) => starts).length
const right = results.filter(({ problems }) => problems.length === 0).length
console.log(`\nOf ${results.length} projects, ${starting} start, and ${right} answer every read.`)
const isLow = chosen.length === 0 && (starting < least.starting || right < least.right)
if (isLow) console.log(`At least ${least.starting} must start, and ${least.right} answer every read.`)
process.exitCode = isLow ? 1 : 0

/**
 * Links the dependencies of the server where projects find them. npm installs them beside those of a project,
 * and projects use some that they don't declare, as they do those of Strapi.
 */
function linkServerPackages(modules) {
  const server = inRoot('packages', 'server')
  const { dependencies, optionalDependencies } = readJson(join(server, 'package.json'))
  for (const name of Object.keys({ ...dependencies, ...optionalDependencies })) {
    mkdirSync(dirname(join(modules, name)), { recursive: true })
    symlinkSync(join(server, 'node_modules', name), join(modules, name))
  }
}

/** Copies a project into a folder, with the packages of its code and the settings of its example. */
async function prepare({ repository, commit, folder: within = '' }, folder) {
  const clone = await fetchCommit(repository, commit, { say })
  cpSync(join(clone, within), folder, { recursive: true, filter: (path) => !/\/(\.git|node_modules)$/.test(path) })
  const example = join(folder, '.env.example')
  if (existsSync(example) && !existsSync(join(folder, '.env'))) copyFileSync(example, join(folder, '.env'))
  const wanted = Object.entries(readJson(join(folder, 'package.json')).dependencies)
  const used = Object.fromEntries(wanted.filter(([name]) => !unused.test(name)))
  const packages = await installAvailable(repository, used)
  if (packages !== null) symlinkSync(join(packages, 'node_modules'), join(folder, 'node_modules'))
}

/** Installs the dependencies of a project that still exist. Returns their folder, or null without any. */
async function installAvailable(repository, dependencies) {
  if (Object.keys(dependencies).length === 0) return null
  try {
    return await installOnce(
      'public-projects',
      { private: true, dependencies },
      {
        title: `the packages of ${repository}`,
        note: 'a minute or less',
        scriptsOf: [],
        more: ['--legacy-peer-deps'],
        say,
      },
    )
  } catch (error) {
    const [, missing] =
      /(?:The requested resource '|No matching version found for )(@?[^@']+)@/.exec(error.message) ?? []
    if (dependencies[missing] === undefined) throw error
    say(`${missing} isn't published any more.`)
    const { [missing]: _, ...others } = dependencies
    return installAvailable(repository, others)
  }
}

/** Returns whether a project starts, its number of types, what doctor lists as skipped, and what goes wrong. */
async function tryProject({ queries = {} }, folder) {
  const options = ['--project', folder]
  const doctor = await runNode([cli, 'doctor', ...options], { cwd: folder })
  const skipped = sectionOf(doctor.output, 'Skipped').filter((line) => !neverServed.test(line))
  const database = ['--database', join(folder, 'content.db')]
  const server = await startProject(folder, [...options, ...database])
  try {
    const token = await runNode([cli, 'token', 'create', 'reads', '--type', 'full-access', ...options, ...database])
    const key = token.output.trim().split('\n').at(-1).trim()
    const { dependencies } = readJson(join(folder, 'package.json'))
    const hasGraphql = dependencies['@strapi/plugin-graphql'] !== undefined
    const { types, problems } = await readTypes(server, key, { queries, hasGraphql })
    return { starts: true, types, skipped, problems }
  } finally {
    await server.stop()
  }
}

/** Returns the lines of a section of doctor's output. */
function sectionOf(output, title) {
  const [, lines = ''] = new RegExp(`^${title}\n((?: {2}.*\n)*)`, 'm').exec(output) ?? []
  return lines.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]))
}

/** Starts a project. Resolves to `{ url, graphql, stop }`. @throws Error with its output if it doesn't start */
async function startProject(folder, options) {
  const readyFile = join(folder, 'ready.json')
  const args = [cli, 'dev', ...options, '--port', '0', '--ready-file', readyFile, '--exit-with-parent']
  const child = spawn(process.execPath, args, { cwd: folder, env: { ...process.env, NO_COLOR: '1' } })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = new Promise((resolve) => child.once('close', resolve))
  const stop = () => (child.exitCode === null ? (child.kill('SIGTERM'), ended) : ended)
  const until = Date.now() + startLimit
  while (!existsSync(readyFile)) {
    if (child.exitCode === null && Date.now() < until) {
      await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 100))])
      continue
    }
    await stop()
    throw new Error(output.slice(-1500))
  }
  const { url } = JSON.parse(readFileSync(readyFile, 'utf8'))
  return { url, graphql: /GraphQL: +(\S+)/.exec(output)?.[1] ?? `${url}/graphql`, stop }
}

/**
 * Reads a list of each content type with everything it refers to, and the GraphQL schema of a project that
 * has the plugin, as a frontend with a token does. Returns the number of types and what goes wrong.
 */
async function readTypes({ url, graphql }, key, { queries, hasGraphql }) {
  const headers = { authorization: `Bearer ${key}` }
  const model = await (await fetch(`${url}/content-api/model.json`, { headers })).json()
  const types = Object.entries(model.contentTypes).filter(([path]) => path.startsWith('src/api/'))
  const problems = []
  for (const [, { kind, info }] of types) {
    const name = kind === 'singleType' ? info.singularName : info.pluralName
    const path = `/api/${name}?${queries[name] ?? 'populate=*'}`
    const response = await fetch(url + path, { headers })
    const text = await response.text()
    // Single types without content respond 404, and code of a project may require a user.
    const isAnswer = response.status < 500 && (response.status !== 404 || kind === 'singleType')
    if (!isAnswer) problems.push(`GET ${path}: ${response.status} ${text.slice(0, 200)}`)
  }
  if (!hasGraphql) return { types: types.length, problems }
  const query = '{ __schema { queryType { fields { name } } } }'
  const response = await fetch(graphql, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({ query }),
  })
  const text = await response.text()
  if (!response.ok || text.includes('"errors"')) problems.push(`GraphQL: ${response.status} ${text.slice(0, 200)}`)
  return { types: types.length, problems }
}
