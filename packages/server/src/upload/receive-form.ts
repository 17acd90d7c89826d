import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import busboy from 'busboy'
import { ApiError } from '../errors/api-error.js'
import { cleanName, refuseReserved } from './file-name.js'
import { headLength } from './identify-file.js'
import { readBeginning } from './read-beginning.js'
import { createUploadFolder } from './upload-folders.js'

/** A file of a multipart body, in a temporary folder. */
export interface ReceivedFile {
  /** The name of its part. */
  readonly field: string
  /** The name that the client gave it, cleaned. */
  readonly name: string
  readonly path: string
  /** In bytes; never 0. */
  readonly size: number
  /** The first `headLength` bytes. */
  readonly head: Uint8Array
}

/** A multipart body, its files on disk until `dispose`. */
export interface ReceivedForm {
  readonly fields: readonly { readonly name: string; readonly value: string }[]
  readonly files: readonly ReceivedFile[]
  /** Removes the files. */
  dispose(): Promise<void>
}

export interface FormLimits {
  /** Bytes of one file. */
  readonly sizeLimit: number
  /** Bytes of the whole body. */
  readonly requestLimit: number
  /** Seconds from the first byte of the body to the last. */
  readonly requestSeconds: number
  /** Files and fields. */
  readonly parts: number
  /** Bytes of all fields that are no files. */
  readonly fieldBytes: number
}

/** Decides about a multipart body while it is received. */
export interface FormGate {
  /**
   * Called before each file is stored, with the fields that came before it and the name of its part.
   * @throws to reject the whole body
   */
  admit?(fields: FormFields, field: string): void
  /** Called with the length of each chunk. @throws to reject the whole body */
  receive?(bytes: number): void
}

export type FormFields = ReceivedForm['fields']

const nameBytes = 200

/**
 * Reads a multipart body, its files into a temporary folder that is created with the first of them. When the body is
 * rejected or the client disconnects, the folder is removed.
 * @throws ApiError BadRequestError for a body that is no such form, PayloadTooLargeError and RequestTimeoutError beyond the
 * limits; whatever `gate` throws
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
    throw translated(error)
  }
}

function createParser(contentType: string, { sizeLimit, parts, fieldBytes }: FormLimits): busboy.Busboy {
  try {
    return busboy({
      headers: { 'content-type': contentType },
      defParamCharset: 'utf8',
      // Refused rather than cut.
      preservePath: true,
      limits: {
        // One more than may be, so that what is exactly at the limit passes.
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
  /** Creates it when the first file comes. */
  readonly folder: () => string
}

/** Settles when every file is written or given up, so that nothing writes into the folder afterwards. */
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
      parser.on('file', (field, stream, { filename }) => {
        counted(field)
        try {
          gate.admit?.(parts.fields, field)
        } catch (error) {
          // The parser ends the stream with an error when the body is given up.
          stream.on('error', () => undefined).resume()
          return reject(errorOf(error))
        }
        const written = writeFile(stream, join(folder(), String(count)), limits.sizeLimit)
        writing.push(keep(parts.files, field, filename ?? '', written))
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

/** Discards the rest of a rejected body: most clients read the response only after they have sent it. */
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

/** The number of its part: files may be written in another order than they were sent in. */
const partOf = ({ path }: WrittenFile) => Number(basename(path))

interface Written {
  readonly path: string
  readonly size: number
}

async function keep(files: WrittenFile[], field: string, filename: string, written: Promise<Written>): Promise<void> {
  const { path, size } = await written
  if (filename !== '') refuseReserved(filename)
  if (size > 0) files.push({ field, name: cleanName(filename), path, size })
  // Browsers send a part without name and content for a file input that nobody filled in.
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

function tooLarge(what: string): ApiError {
  return new ApiError('PayloadTooLargeError', `The form has ${what}`)
}

function tookTooLong({ requestSeconds }: FormLimits): ApiError {
  const message = `The upload took longer than ${requestSeconds} seconds`
  return new ApiError('RequestTimeoutError', message, { headers: { Connection: 'close' } })
}

/** Told to nobody: whoever sent it is gone. */
function interrupted(): ApiError {
  return malformed('it ended too early')
}

const full = new Set(['ENOSPC', 'EDQUOT'])

/** A disk that is full, in the words of the catalogue. */
export function translated(error: unknown): unknown {
  const { code } = (error ?? {}) as { code?: unknown }
  return typeof code === 'string' && full.has(code) ? new ApiError('InsufficientStorageError') : error
}

const errorOf = (thrown: unknown): Error => (thrown instanceof Error ? thrown : new Error(String(thrown)))
