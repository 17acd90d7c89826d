import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readStrapiSchemas } from '@content-api/migrate/strapi'
import { createRegistry, loadProject } from '@content-api/model'
import { afterAll, describe, expect, it } from 'vitest'
import { createContentApi, importStrapi } from '../../src/index.js'
import { recordedModel } from '../replay/server.js'
import { createCommandLine } from '../support/command-line.js'
import { writeArchive } from './sources.js'

const folder = mkdtempSync(join(tmpdir(), 'content-api-command-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const { run } = await createCommandLine('strapi')

describe('content-api import --from-strapi', () => {
  it('writes the schemas of an archive and imports its content', async () => {
    const archive = await writeArchive(folder, 'export.tar.gz')
    const project = join(folder, 'project')
    mkdirSync(project)
    const args = ['import', '--from-strapi', archive, '--project', project, '--database', join(folder, 'data.db')]
    const { code, out, err } = await run([...args, '--write-schemas'])
    expect(err).toContain('Wrote 15 schema files.')
    expect(err).toContain('Imported 67 entries in ')
    expect(err).toContain('These settings of the Strapi project are stored in the database')
    expect(out).toMatch(/api::article\.article +│ 10 +│ 3 +│ 9 +│ 45 +│ 8 /)
    expect(out).toMatch(/^Files: 8$/m)
    expect(out).toMatch(/^ {2}"permissions": \{$/m)
    expect(code).toBe(0)
    const section = out.slice(out.indexOf('\n  "i18n"'))
    await expectPasted(section, project, archive)
    const again = await run(args)
    expect(again.err).toMatch(
      /^13 mistakes:\n[^]*api::article\.article: the database has 10 already\.[^]*\nNothing was imported\.\n$/,
    )
    expect(again.code).toBe(1)
  })

  it('rejects options that exclude each other', async () => {
    expect(await run(['import', '--key', 'k', 'content.jsonl'])).toMatchObject({
      code: 1,
      err: '--key needs --from-strapi.\n',
    })
    expect((await run(['import', 'content.jsonl', '--from-strapi', 'export.tar'])).err).toBe(
      'Use either a file or --from-strapi, not both.\n',
    )
  })
})

/**
 * Adds the configuration section that an import printed to the project. The project must then have the
 * options of the Strapi project, and a second import must print no section.
 */
async function expectPasted(section: string, project: string, archive: string): Promise<void> {
  const config = `{ "database": ":memory:", "auth": { "jwt": { "secret": "${'s'.repeat(32)}" } },${section}}`
  writeFileSync(join(project, 'content-api.config.json'), config)
  const api = await createContentApi({ project })
  const { configuration, warnings } = await importStrapi(api, archive)
  expect([configuration, warnings.filter((warning) => warning.includes('onfiguration'))]).toEqual([null, []])
  const status = async (path: string) => (await api.fetch(new Request(`http://localhost/api/${path}`))).status
  expect([await status('articles?locale=fr'), await status('memos')]).toEqual([200, 403])
  const granted = await api.accounts.listRoles()
  expect(granted.map(({ type, permissions }) => [type, permissions.length])).toEqual([
    ['authenticated', 54],
    ['public', 25],
    ['editor', 72],
  ])
  await api.close()
  rmSync(join(project, 'content-api.config.json'))
}

it('writes the same schemas that the archive was exported from', async () => {
  const { files = [], leftOut } = (await readStrapiSchemas(await writeArchive(folder, 'schemas.tar'))) ?? {}
  const sources = Object.fromEntries(files.map(({ path, json }) => [path, json]))
  const isComponent = ([path]: [string, object]) => path.startsWith('src/components/')
  const written = createRegistry({
    contentTypes: Object.fromEntries(Object.entries(sources).filter((file) => !isComponent(file))) as never,
    components: Object.fromEntries(Object.entries(sources).filter(isComponent)) as never,
  })
  const loaded = await loadProject(recordedModel)
  const byUid = <Value>(map: ReadonlyMap<string, Value>) =>
    Object.fromEntries([...map].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  expect(byUid(written.contentTypes)).toEqual(byUid(loaded.contentTypes))
  expect(byUid(written.components)).toEqual(byUid(loaded.components))
  expect(leftOut).toEqual([])
})
