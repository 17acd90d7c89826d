import type { ContentApi } from '../content-api.js'
import { type ProjectOptions, withProject } from './open-project.js'
import { CliError } from './report-error.js'
import { printTable } from './table.js'

export function saveSnapshot(name: string, options: ProjectOptions): Promise<void> {
  return withSnapshots(options, async ({ snapshots }) => {
    const { files } = await snapshots.save(name)
    console.log(`Saved snapshot "${name}" with ${counted(files)}.`)
  })
}

export function restoreSnapshot(name: string, options: ProjectOptions): Promise<void> {
  return withSnapshots(options, async ({ snapshots }) => {
    const { savedAt } = await snapshots.restore(name)
    console.log(`Restored snapshot "${name}", saved at ${savedAt}.`)
  })
}

export function listSnapshots(options: ProjectOptions): Promise<void> {
  return withSnapshots(options, async ({ snapshots }) => {
    const infos = await snapshots.list()
    if (infos.length === 0) console.log('This database has no snapshots.')
    else
      printTable(
        ['name', 'saved at', 'files'],
        infos.map(({ name, savedAt, files }) => [name, savedAt, files]),
      )
  })
}

const counted = (files: number) => `${files} uploaded ${files === 1 ? 'file' : 'files'}`

function withSnapshots(options: ProjectOptions, work: (api: ContentApi) => Promise<void>): Promise<void> {
  return withProject(options, async (api) => {
    const { database } = api.config
    if (database.dialect === 'sqlite' && database.file === ':memory:') {
      throw new CliError(
        'Only the process that serves a database in memory can save and restore it. Send it POST /content-api/snapshot or /content-api/restore.',
      )
    }
    await work(api)
  })
}
