import type { Caller } from '@content-api/core/entries/caller'
import { ApiError } from '@content-api/engine/errors'
import { fileType, listOf, parseText } from '@content-api/engine/plan'
import type { ShadowAction } from '../schema/shadow-crud.js'
import type { AttachmentRequest } from '@content-api/capabilities/uploads/attachment'
import type { ReceivedFile } from '@content-api/capabilities/uploads/receive-form'
import type { Uploads } from '@content-api/capabilities/uploads/uploads'
import { idOf, withEntryId } from '../entry-id.js'
import { block } from '../schema/attribute-types.js'
import type { OperationField, OperationModule, OperationSchema, RecordCall } from '../contracts.js'

const attachment = 'refId: ID, ref: String, field: String'
const response = 'UploadFileEntityResponse'
const mutation = (action: ShadowAction, sdl: string): OperationField => ({ sdl, crud: { type: fileType, action } })

const typeDefs = block('input', 'FileInfoInput', ['name: String', 'alternativeText: String', 'caption: String'])

export const uploadSchema: OperationSchema = {
  typeDefs,
  mutation: [
    mutation('create', `upload(${attachment}, info: FileInfoInput, file: Upload!): ${response}!`),
    mutation('create', `multipleUpload(${attachment}, files: [Upload]!): [${response}]!`),
    mutation('update', `updateFileInfo(id: ID!, info: FileInfoInput): ${response}!`),
    mutation('update', `updateUploadFile(id: ID!, data: UploadFileInput!): ${response}`),
    mutation('delete', `removeFile(id: ID!): ${response}`),
    mutation('delete', `deleteUploadFile(id: ID!): ${response}`),
  ],
}

/** The mutations of files that are documents. Files are uploaded by REST. */
export const documentUploadSchema: OperationSchema = {
  typeDefs,
  mutation: [
    mutation('update', 'updateUploadFile(id: ID!, info: FileInfoInput): UploadFile!'),
    mutation('delete', 'deleteUploadFile(id: ID!): UploadFile'),
  ],
}

/** Creates these mutations. */
export function documentUploadOperations(uploads: Uploads): OperationModule {
  return {
    ...documentUploadSchema,
    records: {
      'Mutation.updateUploadFile': {
        type: fileType,
        run: async (call) => changed(uploads, call, idOf(call.args), 'info'),
      },
      'Mutation.deleteUploadFile': { type: fileType, run: (call) => removed(uploads, call), nullable: true },
    },
  }
}

async function changed(uploads: Uploads, { args, caller, read }: RecordCall, id: number, argument: 'info' | 'data') {
  await uploads.change(ids(caller), id, { file: null, info: args[argument] })
  return read(id)
}

const removed = (uploads: Uploads, { args, caller, read }: RecordCall) =>
  withEntryId(args, async (id) => {
    const deleted = await read(id)
    await uploads.remove(ids(caller), id)
    return deleted
  })

/** Creates the mutations of files. A multipart request contains the files themselves. */
export function uploadOperations(uploads: Uploads): OperationModule {
  const store = async ({ args, caller }: RecordCall, files: readonly unknown[], infos: readonly unknown[]) => {
    const text = await uploads.create(ids(caller), {
      files: files as readonly ReceivedFile[],
      infos,
      attachment: attachmentOf(args),
    })
    return (parseText(text) as { id: number }[]).map(({ id }) => id)
  }
  const authorize = (caller: Caller) => uploads.requireUpload(caller)
  return {
    ...uploadSchema,
    records: {
      'Mutation.upload': {
        type: fileType,
        authorize,
        run: async (call) => {
          const [id] = await store(call, [call.args['file']], call.args['info'] ? [call.args['info']] : [])
          return id === undefined ? null : call.read(id)
        },
      },
      'Mutation.multipleUpload': {
        type: fileType,
        authorize,
        run: async (call) => {
          const files = call.args['files'] as readonly unknown[]
          if (files.includes(null))
            throw new ApiError('ValidationError', 'files must not contain null. Send a file for each item')
          const texts = await Promise.all((await store(call, files, [])).map((id) => call.read(id)))
          return listOf(texts.map((text) => text ?? 'null'))
        },
      },
      'Mutation.updateFileInfo': {
        type: fileType,
        run: async (call) => changed(uploads, call, idOf(call.args), 'info'),
      },
      'Mutation.updateUploadFile': {
        type: fileType,
        run: (call) => withEntryId(call.args, (id) => changed(uploads, call, id, 'data')),
      },
      'Mutation.removeFile': { type: fileType, run: (call) => removed(uploads, call), nullable: true },
      'Mutation.deleteUploadFile': { type: fileType, run: (call) => removed(uploads, call) },
    },
  }
}

/** The request of an upload that returns only ids. */
const ids = (caller: Caller) => ({ query: { fields: ['id'] }, caller })

function attachmentOf({ ref, refId, field }: Readonly<Record<string, unknown>>): AttachmentRequest {
  const entries = Object.entries({ ref, refId, field }).filter(([, value]) => typeof value === 'string')
  return Object.fromEntries(entries)
}
