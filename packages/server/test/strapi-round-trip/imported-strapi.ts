import { execFile } from 'node:child_process'
import { cp, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { startStrapi } from '../../../../scripts/lib/strapi-target.mjs'

/** `strapi import` reads the configuration, but `startStrapi` overrides it. Both use the same database. */
const files: Readonly<Record<string, string>> = {
  'admin.js': `module.exports = {
    serveAdminPanel: false, auth: { secret: 'admin' }, apiToken: { salt: 'salt' }, transfer: { token: { salt: 'salt' } },
  }`,
  'server.js': `module.exports = { host: '127.0.0.1', port: 1337, app: { keys: ['a', 'b'] } }`,
  'database.js': `module.exports = { connection: {
    client: 'sqlite', connection: { filename: require('path').join(__dirname, '../data.db') }, useNullAsDefault: true,
  } }`,
  'plugins.js': `module.exports = { 'users-permissions': { config: { jwtSecret: 'round-trip' } } }`,
  'middlewares.js': `module.exports = ${JSON.stringify(
    ['logger', 'errors', 'security', 'cors', 'poweredBy', 'query', 'body', 'session', 'favicon', 'public'].map(
      (name) => `strapi::${name}`,
    ),
  )}`,
}

/**
 * Creates a Strapi project with the schema files of another project, and imports an archive with
 * `strapi import`.
 * @param packages a folder whose node_modules has Strapi; without it npm installs it once, which takes
 * minutes
 */
export async function startImported(
  folder: string,
  { schemas, archive, packages }: { schemas: string; archive: string; packages: string | undefined },
): Promise<{ readonly url: string; readonly close: () => Promise<void> }> {
  await mkdir(join(folder, 'config'), { recursive: true })
  for (const [name, content] of Object.entries(files)) await writeFile(join(folder, 'config', name), content)
  await cp(join(schemas, 'src'), join(folder, 'src'), { recursive: true })
  return startStrapi({
    project: folder,
    packages,
    say: (line) => process.stdout.write(`${line}\n`),
    async prepare({ folder: copy, env }) {
      const program = join(copy, 'node_modules/@strapi/strapi/bin/strapi.js')
      const args = [program, 'import', '--force', '--file', archive]
      await promisify(execFile)(process.execPath, args, { cwd: copy, env, maxBuffer: 1e8 })
    },
  })
}
