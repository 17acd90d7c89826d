import type { Service } from '@content-api/core/composition/service'
import { fileContentType, type JsonText, listOf } from '@content-api/engine/plan'
import type { Database, WriteTransaction } from '@content-api/engine/database'
import { applyCreate, applyDelete, applyUpdate, attachFiles } from '@content-api/engine/write'
import { planWrite } from '@content-api/core/query/body/plan-write'
import { planWritten } from '@content-api/core/query/plan'
import type { Caller } from '@content-api/core/entries/caller'
import type { Attachment, FileRecords } from './file-records.js'
import { type FileReads, findFile, listFiles } from './read-files.js'

interface OwnRecordsOptions extends FileReads {
  readonly database: Database
}

/** Returns the records of files in the tables of this server, which are entries like all others. */
function createOwnRecords(options: OwnRecordsOptions): FileRecords {
  const { type } = options
  const context = (caller: Caller) => options.context(caller)
  return {
    planResponse(query, caller) {
      const plan = planWritten(type, query, context(caller), { shape: 'flat' })
      return {
        one: (id, tx) => tx.read(plan, id),
        async many(ids, tx) {
          const records: (JsonText | null)[] = []
          for (const id of ids) records.push(await tx.read(plan, id))
          return listOf(records.filter((record) => record !== null))
        },
      }
    },
    planCreate(record, caller) {
      const plan = planWrite(type, record, { action: 'create', context: context(caller) })
      return { insert: async (tx: WriteTransaction) => (await applyCreate(plan, tx)).id }
    },
    planUpdate(record, caller) {
      const plan = planWrite(type, record, { action: 'update', context: context(caller) })
      return { apply: async (id, tx: WriteTransaction) => (await applyUpdate(plan, id, tx)) !== null }
    },
    async delete(id, _caller, tx: WriteTransaction) {
      await applyDelete(type, id, tx)
    },
    attach({ type: of, id, name, attribute, files }: Attachment, _caller, tx: WriteTransaction) {
      return attachFiles(tx, of, id, { kind: 'media', name, attribute, path: [name], set: files })
    },
    list: (request) => listFiles(options, request),
    read: (request, id) => findFile(options, request, id),
  }
}

/** Opens the records of files in the tables of this server. */
export function openOwnRecords({ database, registry, planning }: Service): FileRecords {
  return createOwnRecords({
    database,
    type: fileContentType(registry),
    context: ({ can }) => ({ registry, can, ...planning }),
  })
}
