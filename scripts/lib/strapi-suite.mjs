import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { strapi5Project, strapiProject } from '../../packages/conformance/dist/index.js'
import { startPostgresDatabase } from './postgres-database.mjs'
import { inRoot, readJson } from './root.mjs'
import { runNode } from './run.mjs'
import { strapi5Versions, strapiVersion } from './strapi-packages.mjs'
import { startInFrontOf } from './strapi-beside.mjs'
import { startStrapi } from './strapi-target.mjs'

const suite = inRoot('packages', 'conformance', 'dist', 'cli', 'main.js')
const [strapi5Version] = strapi5Versions

const lenient = { STRICT: 'false' }

/**
 * The targets of the suite that are Strapi, by major version. The recorded verdicts have these names.
 * Strapi 5 is checked with strict parameters, and with lenient ones.
 */
export const strapiTargets = {
  4: [{ name: `Strapi ${strapiVersion}, SQLite` }, { name: `Strapi ${strapiVersion}, PostgreSQL`, postgres: true }],
  5: [
    { name: `Strapi ${strapi5Version}, SQLite` },
    { name: `Strapi ${strapi5Version}, PostgreSQL`, postgres: true },
    { name: `Strapi ${strapi5Version}, SQLite, lenient`, variables: lenient },
    { name: `Strapi ${strapi5Version}, PostgreSQL, lenient`, postgres: true, variables: lenient },
  ],
}

const versions = { 4: strapiVersion, 5: strapi5Version }
const projects = { 4: strapiProject, 5: strapi5Project }

/**
 * Runs the suite against one of `strapiTargets`, started on a new database, with the suite's project. Returns
 * its report. Its addresses are those of the default port, because Strapi listens on a free one.
 * @param folder for the project and the report
 * @param whileRunning receives the report and the address before Strapi stops
 * @param isBeside whether the suite checks the server beside Strapi, in front of it
 * @throws Error if Strapi doesn't start, or if the suite can't check it
 */
export async function reportOnStrapi(
  major,
  { name, postgres = false, variables },
  { folder, packages, say, whileRunning, isBeside = false },
) {
  const project = join(folder, `strapi-${major}`)
  for (const { path, text } of projects[major]()) {
    mkdirSync(dirname(join(project, path)), { recursive: true })
    writeFileSync(join(project, path), text)
  }
  const out = join(folder, name)
  const database = postgres ? await startPostgresDatabase() : undefined
  try {
    const version = versions[major]
    const strapi = await startStrapi({ project, version, database: database?.url, packages, variables, say })
    let front
    try {
      say(`${name}: ${strapi.url}`)
      if (isBeside) front = await startInFrontOf(strapi, { database: database?.url, variables, say })
      const { url } = front ?? strapi
      const configuration = join(project, 'conformance.config.mjs')
      const args = ['run', url, '--config', configuration, '--name', name, '--report', 'json', '--out', out]
      // Of writes at the same time to one target of a relation, Strapi 5 sometimes answers one with 500 there.
      const pace = postgres ? ['--concurrency', '1'] : []
      const { code, output } = await runNode([suite, ...args, ...pace, '--quiet'], { cwd: folder })
      if (code > 1) throw new Error(`The suite ended with code ${code}:\n${output}`)
      const report = readJson(join(out, 'report.json'))
      await whileRunning?.(report, url)
      const { origin } = new URL(url)
      return JSON.parse(JSON.stringify(report).replaceAll(origin, 'http://localhost:1337'))
    } finally {
      await front?.close()
      await strapi.close()
    }
  } finally {
    await database?.stop()
  }
}
