import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type busboy from 'busboy'
import { ApiError } from '@content-api/engine/errors'
import { cleanName, decodeFileName, rejectReservedName } from './file-name.js'
import { headLength, readBeginning } from './identify-file.js'
import { createUploadFolder } from './upload-folders.js'

/** Loads the parser of multipart bodies, which starts without uploads don't need. */
const library = () => createRequire(import.meta.url)('busboy') as typeof busboy

// Without the type of the library, for which projects have no declarations.
export const loadParser = (): unknown => library()

/** A file of a multipart body, in a temporary folder. */
export interface ReceivedFile {
  /** The name of its part. */
  readonly field: string
  /** The name of the file in the request, in its stored form (`cleanName`). */
  readonly name: string
  readonly path: string
  /** The media type that the client sent. */
  readonly type: string
  /** In bytes; never 0. */
  readonly size: number
  /** The first `headLength` bytes. */
  readonly head: Uint8Array
}

/** The content of a multipart body. */
export interface FormContent {
  readonly fields: readonly { readonly name: string; readonly value: string }[]
  readonly files: readonly ReceivedFile[]
}

/** A multipart body. Its files are on disk until `dispose` is called. */
export interface ReceivedForm extends FormContent {
  /** Removes the files. */
  dispose(): Promise<void>
}

export interface FormLimits {
  /** Maximum bytes of one file. */
  readonly sizeLimit: number
  /** Maximum bytes of the whole body. */
  readonly requestLimit: number
  /** Maximum seconds from the start of reading to the last byte of the body. */
  readonly requestSeconds: number
  /** Maximum number of files and fields. */
  readonly parts: number
  /** Maximum bytes of all fields that aren't files. */
  readonly fieldBytes: number
}

/** Checks a multipart body while it is received. */
export interface FormGate {
  /**
   * Called before each file is stored, with the fields that came before it and the name of its part.
   * @throws to reject the whole body
   */
  admit?(fields: FormFields, field: string): void
  /** Called with the length of each chunk. @throws to reject the whole body */
  receive?(bytes: number): void
}

export type FormFields = FormContent['fields']

const nameBytes = 200

/**
 * Reads a multipart body. Its files are written to a temporary folder, which is created with the first file.
 * If the body is rejected or the client disconnects, the folder is removed.
 * @throws ApiError BadRequestError for an invalid body; PayloadTooLargeError and RequestTimeoutError above
 * the limits; ApplicationError for a file name that isn't allowed; ValidationError for an empty file;
 * InsufficientStorageError if the disk is full; errors of `gate`
 */
export async function receiveForm(
  source: Readable,
  contentType: string,
  limits: FormLimits,
  gate: FormGate = {},
): Promise<ReceivedForm> {
  const parser = createParser(contentType, limits)
  let created: string | undefined
  const folder = () => (created ??= createUploadFolder())
  const dispose = async () => {
    if (created) await rm(created, { recursive: true, force: true })
  }
  try {
    const { fields, files } = await readParts(source, parser, { limits, gate, folder })
    return { fields, files: await withHeads(files), dispose }
  } catch (error) {
    await dispose()
    throw translateDiskFull(error)
  }
}

function createParser(contentType: string, { sizeLimit, parts, fieldBytes }: FormLimits): busboy.Busboy {
  const create = library()
  try {
    return create({
      headers: { 'content-type': contentType },
      defParamCharset: 'utf8',
      // Without this option, the parser removes the path of a name. Names with a path are rejected later.
      preservePath: true,
      limits: {
        // The parser's limits are one higher, so that a body exactly at the limit is accepted.
        fileSize: sizeLimit + 1,
        fieldSize: fieldBytes + 1,
        parts: parts + 1,
        fieldNameSize: nameBytes,
        headerPairs: 20,
      },
    })
  } catch (error) {
    throw malformed(error instanceof Error ? error.message : undefined)
  }
}

type WrittenFile = Omit<ReceivedFile, 'head'>

interface Parts {
  readonly fields: { readonly name: string; readonly value: string }[]
  readonly files: WrittenFile[]
}

interface Reception {
  readonly limits: FormLimits
  readonly gate: FormGate
  /** Returns the temporary folder, and creates it at the first call. */
  readonly folder: () => string
}

/**
 * Reads all parts. Settles after all files are written or abandoned, so that nothing writes to the folder
 * afterwards.
 */
async function readParts(source: Readable, parser: busboy.Busboy, { limits, gate, folder }: Reception): Promise<Parts> {
  const parts: Parts = { fields: [], files: [] }
  const writing: Promise<void>[] = []
  let count = 0
  let fieldBytes = 0
  let received = 0
  let timer: NodeJS.Timeout | undefined
  try {
    await new Promise<void>((resolve, reject) => {
      timer = setTimeout(() => reject(tookTooLong(limits)), limits.requestSeconds * 1_000)
      const counted = (name: string | undefined) => {
        if (++count > limits.parts) reject(tooLarge(`more than ${limits.parts} parts`))
        if (!name) reject(malformed('a part has no name'))
      }
      parser.on('field', (name, value, { nameTruncated, valueTruncated }) => {
        counted(name)
        fieldBytes += Buffer.byteLength(value)
        if (nameTruncated) reject(malformed(`the name of a part is longer than ${nameBytes} bytes`))
        if (valueTruncated || fieldBytes > limits.fieldBytes) {
          reject(tooLarge(`fields of more than ${limits.fieldBytes} bytes`))
        }
        parts.fields.push({ name, value })
      })
      parser.on('file', (field, stream, { filename, mimeType }) => {
        counted(field)
        try {
          gate.admit?.(parts.fields, field)
        } catch (error) {
          // When the body is rejected, the parser ends the stream with an error.
          stream.on('error', () => undefined).resume()
          return reject(errorOf(error))
        }
        const written = writeFile(stream, join(folder(), String(count)), limits.sizeLimit)
        writing.push(keep(parts.files, { field, filename: decodeFileName(filename ?? ''), type: mimeType }, written))
        writing.at(-1)?.catch(reject)
      })
      parser.on('error', (error) => reject(malformed(error instanceof Error ? error.message : undefined)))
      parser.on('close', resolve)
      source.on('data', (chunk: Uint8Array) => {
        received += chunk.length
        if (received > limits.requestLimit) reject(tooLarge(`a body of more than ${limits.requestLimit} bytes`))
        try {
          gate.receive?.(chunk.length)
        } catch (error) {
          reject(errorOf(error))
        }
      })
      source.on('error', () => reject(interrupted()))
      source.on('close', () => source.readableEnded || reject(interrupted()))
      if (source.destroyed) reject(interrupted())
      source.pipe(parser)
    })
    await Promise.all(writing)
  } catch (error) {
    source.unpipe(parser)
    parser.destroy()
    drain(source, limits)
    await Promise.allSettled(writing)
    throw error
  } finally {
    clearTimeout(timer)
  }
  return { fields: parts.fields, files: parts.files.toSorted((a, b) => partOf(a) - partOf(b)) }
}

/**
 * Discards the rest of a rejected body, because most clients only read the response after they have sent the
 * whole body.
 */
function drain(source: Readable, { requestLimit, requestSeconds }: FormLimits): void {
  if (source.readableEnded || source.destroyed) return
  let discarded = 0
  const timer = setTimeout(() => source.destroy(), requestSeconds * 1_000)
  timer.unref()
  source.once('close', () => clearTimeout(timer))
  source.on('data', (chunk: Uint8Array) => {
    discarded += chunk.length
    if (discarded > requestLimit) source.destroy()
  })
  source.resume()
}

/** Returns the number of a file's part, to restore the order of the request after concurrent writes. */
const partOf = ({ path }: WrittenFile) => Number(basename(path))

interface Written {
  readonly path: string
  readonly size: number
}

interface FilePart {
  readonly field: string
  readonly filename: string
  readonly type: string
}

async function keep(
  files: WrittenFile[],
  { field, filename, type }: FilePart,
  written: Promise<Written>,
): Promise<void> {
  const { path, size } = await written
  if (filename !== '') rejectReservedName(filename)
  if (size > 0) files.push({ field, name: cleanName(filename), path, type, size })
  // Browsers send a part without name and content for an empty file input.
  else if (filename !== '') {
    throw new ApiError('ValidationError', `Files are empty: ${cleanName(filename)} has no content`)
  }
}

async function writeFile(stream: Readable, path: string, limit: number): Promise<Written> {
  let size = 0
  stream.on('data', (chunk: Uint8Array) => {
    size += chunk.length
    if (size > limit) stream.destroy(tooLarge(`a file of more than ${limit} bytes`))
  })
  await pipeline(stream, createWriteStream(path))
  return { path, size }
}

function withHeads(files: readonly WrittenFile[]): Promise<ReceivedFile[]> {
  return Promise.all(files.map(async (file) => ({ ...file, head: await readBeginning(file.path, headLength) })))
}

function malformed(reason: string | undefined): ApiError {
  return new ApiError('BadRequestError', `The multipart body can't be read${reason ? `: ${reason}` : ''}`)
}

function tooLarge(excess: string): ApiError {
  return new ApiError('PayloadTooLargeError', `The form has ${excess}`)
}

function tookTooLong({ requestSeconds }: FormLimits): ApiError {
  const message = `The upload took longer than ${requestSeconds} seconds`
  return new ApiError('RequestTimeoutError', message, { headers: { Connection: 'close' } })
}

/** The error for a client that has disconnected, which won't receive it. */
function interrupted(): ApiError {
  return malformed('it ended too early')
}

const diskFullCodes = new Set(['ENOSPC', 'EDQUOT'])

/** Converts the error of a full disk to an ApiError. Returns other errors unchanged. */
export function translateDiskFull(error: unknown): unknown {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && diskFullCodes.has(code) ? new ApiError('InsufficientStorageError') : error
}

const errorOf = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))
