import type { ContentType, Registry } from '@content-api/model'
import type { Reader } from '@content-api/engine/database'
import { ApiError } from '@content-api/engine/errors'
import type { JsonText, ReadPlan, Values } from '@content-api/engine/plan'
import type { Caller } from '@content-api/core/entries/caller'
import { withSelectedChanges } from '@content-api/core/entries/hooks/result-changes'
import { permit } from '@content-api/core/entries/request'
import type { Action } from '@content-api/core/query/plan-context'
import type { GraphqlShape } from '@content-api/interfaces/graphql/contracts'
import type { ReadText, RootCall } from '@content-api/interfaces/graphql/execute/generated-operation'
import { objectType, selectMembers } from '@content-api/interfaces/graphql/plan/collect-fields'
import type { Arguments } from '@content-api/interfaces/graphql/plan/list-arguments'
import { planWrittenDocument } from '@content-api/strapi-reads/graphql5/plan/plan-document-field'
import type { DocumentQueryRules } from '@content-api/strapi-reads/graphql5/query-rules'
import { deletion } from '@content-api/strapi-reads/graphql5/schema/document-root-fields'
import type { DocumentSettings } from '../documents/context.js'
import type { RunDocumentWrite } from '../documents/run-write.js'
import { findOrLockSingle, findSingleDocument } from '../documents/versions.js'
import type { WriteStatus } from '../documents/write-documents.js'
import { localeOf, localesOf } from '../documents/write-target.js'
import { checkKeys } from '../input/check-keys.js'
import { hashPasswords } from '../input/hash-passwords.js'
import type { Version } from '../rows/row.js'
import { omitUnreadable } from './omit-unreadable.js'

export interface DocumentMutationsOptions {
  readonly registry: Registry
  readonly settings: DocumentSettings
  readonly rules: DocumentQueryRules
  readonly write: RunDocumentWrite
}

/** Returns the mutations of documents. A write publishes unless the status is `DRAFT`, as in Strapi 5. */
export function documentMutations(options: DocumentMutationsOptions): GraphqlShape['operations'] {
  const { settings, write } = options
  return {
    create: (call) =>
      writeDocument(options, call, 'create', async ({ key, data, status }, read) =>
        write(call.request.caller, async (writer, tx) => {
          return readWritten(tx, read, await writer.create(key, data, status))
        }),
      ),
    // A missing document is no error, as in Strapi.
    update: (call) =>
      writeDocument(options, call, 'update', async ({ key, data, status }, read) =>
        write(call.request.caller, async (writer, tx) => {
          const written = await writer.update({ ...key, documentId: documentIdOf(call.args()) }, data, status)
          return written && readWritten(tx, read, written)
        }),
      ),
    updateSingle: (call) =>
      writeDocument(options, call, 'update', async ({ key, data, status }, read) =>
        write(call.request.caller, async (writer, tx) => {
          const found = await findOrLockSingle(tx, key.type)
          const written =
            found === null
              ? await writer.create(key, data, status)
              : await writer.update({ ...key, documentId: found }, data, status)
          return written && readWritten(tx, read, written)
        }),
      ),
    async delete(call) {
      const { type, caller } = permit(call.request, 'delete')
      const documentId = documentIdOf(call.args())
      const locales = localesOf(type, localeIn(call.args()), settings.defaultLocale)
      await write(caller, (writer) => writer.delete(type, documentId, locales))
      return deleted(call, documentId)
    },
    async deleteSingle(call) {
      const { type, caller } = permit(call.request, 'delete')
      const locales = localesOf(type, localeIn(call.args()), settings.defaultLocale)
      const documentId = await write(caller, async (writer, tx) => {
        const found = await findSingleDocument(tx, type)
        const removed = found === null ? [] : await writer.delete(type, found, locales)
        return removed.length > 0 ? found : null
      })
      if (documentId === null) throw new ApiError('NotFoundError', 'Document not found')
      return deleted(call, documentId)
    },
  }
}

/** What a mutation writes, and where. */
interface DocumentWrite {
  readonly key: { readonly type: ContentType; readonly locale: string | null }
  readonly data: Values
  readonly status: WriteStatus
}

/** A mutation that is permitted and whose selection is valid. */
interface CheckedWrite extends DocumentWrite {
  readonly caller: Caller
  /** The plan of the response. */
  readonly read: ReadPlan
}

/**
 * Plans the response of a mutation, if the caller may write. An invalid selection changes nothing.
 * @throws ApiError
 */
export async function checkWrite(
  { registry, settings, rules }: Omit<DocumentMutationsOptions, 'write'>,
  { request, args, plan, budget, entries }: RootCall,
  action: Action,
): Promise<CheckedWrite> {
  const { type, caller } = permit(request, action)
  const given = args()
  const locale = localeOf(type, localeIn(given), settings.defaultLocale)
  const status = given['status'] === 'draft' ? 'draft' : 'published'
  const state = status === 'draft' && type.draftAndPublish ? 'draft' : 'live'
  const read = plan((root, context) => planWrittenDocument(root, context, rules, { state, locale }))
  await budget.charge(await entries.estimate(read))
  return { key: { type, locale }, data: dataOf(registry, type, given, caller), status, caller, read }
}

type Write = (write: DocumentWrite, read: ReadPlan) => Promise<JsonText | null>

/** Plans the response of a mutation, and then writes. @throws ApiError */
async function writeDocument(
  options: DocumentMutationsOptions,
  call: RootCall,
  action: Action,
  work: Write,
): Promise<ReadText | null> {
  const { key, status, caller, read, ...checked } = await checkWrite(options, call, action)
  const data = await hashPasswords(options.registry, key.type, checked.data, caller.session?.client)
  const text = await work({ key, data, status }, read)
  return text === null ? null : { text, output: read.output }
}

/** Reads a written version, with what hooks have changed in its result. */
async function readWritten(tx: Reader, read: ReadPlan, version: Version): Promise<JsonText | null> {
  const { type, id, documentId, resultChanges } = version
  const text = await tx.read(read, documentId)
  return text !== null && resultChanges
    ? withSelectedChanges(text, { uid: type.uid, id }, resultChanges, read.output)
    : text
}

/** Returns the data of a mutation. Relations to entries that the caller may not find are left out, as in Strapi. */
function dataOf(registry: Registry, type: ContentType, args: Arguments, { can }: Caller): Values {
  const given = omitUnreadable(type, (args['data'] ?? {}) as Values, { registry, can })
  checkKeys(type, given, { registry, can })
  return given
}

export const documentIdOf = ({ documentId }: Arguments): string => String(documentId)

const localeIn = ({ locale }: Arguments) => ({ locale: locale ?? undefined })

/** Returns the result of a deletion, which has no entry. */
function deleted({ root: { document, nodes } }: RootCall, documentId: string): ReadText {
  const { name } = objectType(document, deletion)
  const members = selectMembers({ document }, name, nodes, () => ({ kind: 'text', text: JSON.stringify(documentId) }))
  const entries = members.map(({ key, value }) => [key, JSON.parse(value.kind === 'text' ? value.text : 'null')])
  return { text: JSON.stringify(Object.fromEntries(entries)), output: { kind: 'text', text: 'null' } }
}
