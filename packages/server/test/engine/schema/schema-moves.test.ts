import { isDeepStrictEqual } from 'node:util'
import type { SchemaSources } from '@content-api/model'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { insert, project, title, toAuthor, type, withProject } from '../../support/article-project.js'
import { ended, processOf } from '../../support/child-process.js'
import { describeTables } from '../../support/describe-tables.js'
import { newDatabases } from '../../../../../tests/support/postgres.js'
import { openProject } from '../../support/project.js'

const statementProbe = new URL('../../reliability/statement-probe.mjs', import.meta.url).href
const syncInProcess = await processOf(new URL('../../support/sync-schema.ts', import.meta.url), [
  '--import',
  statementProbe,
])

const models: Record<string, SchemaSources> = {
  nothing: { contentTypes: {} },
  plain: project({ title, views: { type: 'integer' }, value: { type: 'decimal' } }),
  related: project({
    title,
    author: toAuthor('manyToOne'),
    editors: toAuthor('manyToMany'),
    one: toAuthor('oneToOne'),
  }),
  retyped: project(
    { title: { type: 'text', unique: true }, views: { type: 'string' }, value: { type: 'date' } },
    { indexes: [['views', 'value']] },
  ),
  swapped: project({
    author: { type: 'relation', relation: 'manyToOne', target: 'api::editor.editor' },
    editors: { type: 'relation', relation: 'morphToMany' },
    one: { type: 'relation', relation: 'morphToOne' },
    seo: { type: 'component', component: 'shared.seo', repeatable: true },
  }),
  renamed: project(
    { title, author: toAuthor('manyToOne') },
    { collectionName: 'stories', options: { draftAndPublish: true } },
  ),
}

const names = Object.keys(models)
/** A sequence in which each model follows each model once, itself included. */
const sequence = names.flatMap((name, index) => [name, ...names.slice(index + 1).flatMap((other) => [name, other])])

describe.each(newDatabases)('changes between schemas on %s', (_name, newDatabase) => {
  test('from each schema to each other result in the same tables as a new database', async () => {
    const expected = new Map<string, string[]>()
    for (const name of names) {
      const { connection } = await newDatabase()
      expected.set(name, await withProject(connection, models[name] as SchemaSources, describeTables))
    }
    const { connection } = await newDatabase()
    const changes = new Set<string>()
    for (const [index, name] of [...sequence, sequence[0] as string].entries()) {
      const change = `from ${sequence[index - 1]} to ${name}`
      const found = await withProject(connection, models[name] as SchemaSources, describeTables)
      expect(found, change).toEqual(expected.get(name))
      if (index > 0) changes.add(change)
    }
    expect(changes.size).toBe(names.length ** 2)
  })

  test('several concurrent starts succeed, and one of them changes the tables', async () => {
    const { connection } = await newDatabase()
    const schemas = JSON.stringify(project({ title, author: toAuthor('manyToOne') }))
    const starts = Array.from({ length: 3 }, () => syncInProcess(JSON.stringify(connection), schemas))
    const ends = await Promise.all(starts.map(ended))
    expect(ends).toEqual(starts.map(() => ({ code: 0, signal: null })))
  })

  test('a start that is killed changes nothing or everything, and the next one completes the change', async () => {
    const { connection } = await newDatabase()
    const small = project({ title })
    const many = Object.assign(
      {},
      ...Array.from({ length: 60 }, (_, index) => type(`kind-${index}`, { title, author: toAuthor('manyToMany') })),
    )
    const large: SchemaSources = {
      ...small,
      contentTypes: { ...project({ views: { type: 'integer' } }).contentTypes, ...many },
    }
    await withProject(connection, small, insert('articles', [{ title: 'kept' }]))
    const before = await withProject(connection, small, describeTables)
    const after = await withProject((await newDatabase()).connection, large, describeTables)

    const found: string[][] = []
    onTestFinished(() => void vi.unstubAllEnvs())
    // The last process ends before its kill.
    for (let statement = 6; !isDeepStrictEqual(found.at(-1), after); statement = Math.ceil(statement * 1.5)) {
      vi.stubEnv('KILL_AT_STATEMENT', String(statement))
      await ended(syncInProcess(JSON.stringify(connection), JSON.stringify(large)))
      const database = await openProject(connection, small)
      found.push(await describeTables(database))
      await database.close()
    }
    // After each kill the tables have the old or the new state.
    expect(found.length).toBeGreaterThan(1)
    expect(found[0]).toEqual(before)
    for (const tables of found) expect([before, after]).toContainEqual(tables)
    expect(await withProject(connection, large, describeTables, { allowDataLoss: true })).toEqual(after)
  })
})
