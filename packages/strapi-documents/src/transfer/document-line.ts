import { type ContentType, isRecord, listed, type Registry } from '@content-api/model'
import { ImportError, type ImportPlace } from '@content-api/engine/errors'
import { roleType, type Values } from '@content-api/engine/plan'
import { unknownName } from '@content-api/core/errors/extension-error'
import type { WriteStatus } from '../documents/write-documents.js'

/**
 * A version of a document in one locale: a line of JSON in a seed or an export. Attributes have the form of a
 * request body: relations name documents, media name files, components are objects. The role of a user is its type.
 */
export interface DocumentLine {
  /** The uid of the content type. */
  readonly type: string
  /** Other lines name the document by it. Generated if absent. */
  readonly documentId?: string
  /** By default the default locale. */
  readonly locale?: string
  /** By default `published`. A draft that differs from the published version is a line of its own, after it. */
  readonly status?: WriteStatus
  readonly attributes: Values
}

export type DocumentLines = AsyncIterable<string | DocumentLine> | Iterable<string | DocumentLine>

/** A line whose names are known. */
export interface CheckedLine extends Omit<DocumentLine, 'type'> {
  readonly line: number
  readonly type: ContentType
  readonly status: WriteStatus
}

const keys = ['type', 'documentId', 'locale', 'status', 'attributes']

/** An id that begins with a digit would name a row. */
const documentIdForm = /^[A-Za-z][\w-]{0,254}$/

/** @throws ImportError for a line that isn't one of a document */
export function checkLine(value: unknown, line: number, registry: Registry): CheckedLine {
  if (!isRecord(value)) throw new ImportError(line, 'must be an object with "type" and "attributes"')
  const { type: uid, documentId, locale, status = 'published', attributes } = value
  const fail = (message: string) => new ImportError(line, message, placeOf(value))
  const unknown = Object.keys(value).find((key) => !keys.includes(key))
  if (unknown !== undefined) throw fail(`has the unknown key "${unknown}". Known are ${listed(keys)}`)
  if (typeof uid !== 'string') throw fail('must have the uid of its content type as "type"')
  const type = registry.contentTypes.get(uid)
  if (!type) throw fail(unknownName('The content type', uid, registry.contentTypes.keys()).message)
  if (uid === roleType) throw fail('is no content. Roles are set by the permissions of the configuration')
  if (!isRecord(attributes)) throw fail('must have "attributes", an object')
  if (documentId !== undefined && !(typeof documentId === 'string' && documentIdForm.test(documentId))) {
    throw fail('"documentId" must be up to 255 letters, digits, _ and -, beginning with a letter')
  }
  if (status !== 'draft' && status !== 'published') throw fail('"status" must be "draft" or "published"')
  if (status === 'draft' && !type.draftAndPublish) throw fail(`${uid} has no drafts`)
  if (locale !== undefined && typeof locale !== 'string') throw fail('"locale" must be a code such as "en"')
  if (locale !== undefined && !type.localized) throw fail(`${uid} has no locales`)
  return {
    line,
    type,
    status,
    attributes,
    ...(documentId !== undefined && { documentId }),
    ...(locale !== undefined && { locale }),
  }
}

function placeOf({ type }: Values): ImportPlace {
  return typeof type === 'string' ? { type } : {}
}
