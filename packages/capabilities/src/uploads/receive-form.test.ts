import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PassThrough, Readable } from 'node:stream'
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest'
import { eventually } from '../../../server/test/support/eventually.js'
import { multipart, type Part } from '../../../server/test/support/multipart.js'
import { ApiError } from '@content-api/engine/errors'
import { type FormGate, type FormLimits, receiveForm } from './receive-form.js'

const limits: FormLimits = { sizeLimit: 1_000, requestLimit: 1_000_000, requestSeconds: 60, parts: 5, fieldBytes: 100 }
let folder: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'content-api-test-'))
  vi.stubEnv('TMPDIR', folder)
})
afterEach(async () => {
  const left = await readdir(folder)
  if (left.length > 0) throw new Error(`still on disk: ${left.join(', ')}`)
})
afterAll(async () => {
  vi.unstubAllEnvs()
  await rm(folder, { recursive: true })
})

const file = (value: string | Buffer, filename = 'a.txt', name = 'files'): Part => ({ name, value, filename })

function receive(parts: readonly Part[], overrides: Partial<FormLimits> = {}, gate: FormGate = {}) {
  const { contentType, body } = multipart(parts)
  return receiveForm(Readable.from([body]), contentType, { ...limits, ...overrides }, gate)
}

async function problem(run: Promise<unknown>): Promise<string> {
  try {
    await run
  } catch (error) {
    if (error instanceof ApiError) return `${error.status} ${error.message}`
    throw error
  }
  return 'nothing'
}

it('writes files to disk, in the order of their parts, until dispose() is called', async () => {
  const form = await receive([
    { name: 'ref', value: 'api::article.article' },
    file('one', 'été.txt'),
    file('two', 'b.txt'),
    { name: 'ref', value: 'again' },
  ])
  expect(form.fields).toEqual([
    { name: 'ref', value: 'api::article.article' },
    { name: 'ref', value: 'again' },
  ])
  expect(form.files.map(({ field, name, size }) => [field, name, size])).toEqual([
    ['files', 'été.txt', 3],
    ['files', 'b.txt', 3],
  ])
  expect(await readFile(form.files[1]?.path ?? '', 'utf8')).toBe('two')
  expect(Buffer.from(form.files[0]?.head ?? '').toString()).toBe('one')
  await form.dispose()
  expect(existsSync(form.files[0]?.path ?? '')).toBe(false)
})

it.each([
  ['../a.txt', 'The file name "../a.txt" must not contain "/". Rename the file'],
  ['C:\\a.txt', String.raw`The file name "C:\\a.txt" must not contain ":". Rename the file`],
  ['a/b.txt', 'The file name "a/b.txt" must not contain "/". Rename the file'],
  ['a?.txt', 'The file name "a?.txt" must not contain "?". Rename the file'],
  ['a\tb.txt', String.raw`The file name "a\tb.txt" must not contain "\t". Rename the file`],
  ['con', 'The file name "con" is reserved on some systems. Rename the file'],
  ['..', 'The file name ".." is reserved on some systems. Rename the file'],
  [
    'a'.repeat(300),
    `The file name "${'a'.repeat(40)}…" has 300 characters, but at most 255 are allowed. Rename the file`,
  ],
])('rejects a file with the name %j', async (name, message) => {
  expect(await problem(receive([file('one', name)]))).toBe(`400 ${message}`)
})

it('decodes quotation marks in names, which browsers write as %22', async () => {
  const form = await receive([file('one', 'She said %22hi%22 & 100%.txt')])
  expect(form.files.map(({ name }) => name)).toEqual(['She said "hi" & 100%.txt'])
  await form.dispose()
})

it('ignores the empty part that browsers send for an empty file input', async () => {
  const form = await receive([file('', '')])
  expect(form.files).toEqual([])
  await form.dispose()
})

it('accepts a file of exactly the maximum size, and exactly the maximum number of parts', async () => {
  const form = await receive([file(Buffer.alloc(1_000)), ...Array.from({ length: 4 }, () => file('x'))])
  expect(form.files).toHaveLength(5)
  await form.dispose()
})

it.each([
  ['a file of limit + 1 byte', [file(Buffer.alloc(1_001))], '413 The form has a file of more than 1000 bytes'],
  ['too many files', Array.from({ length: 1_000 }, () => file('x')), '413 The form has more than 5 parts'],
  [
    'a long field',
    [file('x'), { name: 'a', value: 'x'.repeat(101) }],
    '413 The form has fields of more than 100 bytes',
  ],
  [
    'many fields',
    [60, 60].map((length) => ({ name: 'a', value: 'x'.repeat(length) })),
    '413 The form has fields of more than 100 bytes',
  ],
  ['an empty file', [file('x'), file('', 'empty.txt')], '400 Files are empty: empty.txt has no content'],
])('FILE-10: rejects %s and leaves no file', async (_what, parts, expected) => {
  expect(await problem(receive(parts))).toBe(expected)
})

it('FILE-10: rejects a body over the limit of the request and leaves no file', async () => {
  const parts = Array.from({ length: 3 }, () => file(Buffer.alloc(900)))
  expect(await problem(receive(parts, { requestLimit: 2_000 }))).toBe('413 The form has a body of more than 2000 bytes')
})

const type = 'multipart/form-data; boundary=b'
const disposition = 'Content-Disposition: form-data; name="a"; filename="a.txt"'

it.each([
  ['no boundary', 'multipart/form-data', '--b\r\n'],
  ['another boundary', 'multipart/form-data; boundary=c', `--b\r\n${disposition}\r\n\r\nx\r\n--b--\r\n`],
  ['a boundary of 5,000 characters', `multipart/form-data; boundary=${'b'.repeat(5_000)}`, '--b\r\n'],
  ['an empty body', type, ''],
  ['a truncated file', type, `--b\r\n${disposition}\r\n\r\nxxxx`],
  ['a truncated header', type, '--b\r\nContent-Disposi'],
  ['an invalid header', type, '--b\r\nnothing\r\n\r\nx\r\n--b--\r\n'],
  ['a header of 1 MB', type, `--b\r\n${disposition}\r\nX-Long: ${'a'.repeat(1_048_576)}\r\n\r\nx\r\n--b--\r\n`],
  [
    'CVE-2022-24434: a header that starts with a space',
    type,
    '--b\r\n Content-Disposition: form-data; name="a"\r\n\r\n\r\n--b--',
  ],
  [
    'CVE-2025-7338: an empty name',
    type,
    '--b\r\nContent-Disposition: form-data; name=""; filename="a"\r\n\r\nx\r\n--b--\r\n',
  ],
  ['no name', type, '--b\r\nContent-Disposition: form-data; filename="a"\r\n\r\nx\r\n--b--\r\n'],
  ['a NUL in a name', type, '--b\r\nContent-Disposition: form-data; name="a\0"; filename="a"\r\n\r\nx\r\n--b--\r\n'],
  [
    'FILE-05: a name nested 10,000 deep',
    type,
    `--b\r\nContent-Disposition: form-data; name="a${'[b]'.repeat(10_000)}"\r\n\r\nx\r\n--b--\r\n`,
  ],
])('FILE-04: rejects %s with 400 and leaves no file', async (_what, contentType, body) => {
  const message = await problem(
    receiveForm(Readable.from([Buffer.from(body)]), contentType, { ...limits, requestLimit: 2_000_000 }),
  )
  expect(message).toMatch(/^400 The multipart body can't be read/)
})

it('FILE-05: leaves no file when the client disconnects during the upload', async () => {
  const { contentType, body } = multipart([file(Buffer.alloc(900))])
  const source = new PassThrough()
  const message = problem(receiveForm(source, contentType, limits))
  source.write(body.subarray(0, 500))
  await eventually(async () => expect(await readdir(folder)).toHaveLength(1))
  source.destroy()
  expect(await message).toBe("400 The multipart body can't be read: it ended too early")
})

it('creates no folder for a form without files', async () => {
  const form = await receive([{ name: 'ref', value: 'x' }])
  expect(await readdir(folder)).toEqual([])
  await form.dispose()
})

it('stores no byte of a file that the caller may not upload', async () => {
  const calls: unknown[] = []
  const admit = (fields: readonly { readonly name: string }[], field: string) => {
    calls.push([fields.map(({ name }) => name), field])
    throw new ApiError('ForbiddenError')
  }
  const parts = [{ name: 'map', value: '{}' }, file(Buffer.alloc(900), 'a.txt', '0')]
  expect(await problem(receive(parts, {}, { admit }))).toBe('403 Forbidden')
  expect(calls).toEqual([[['map'], '0']])
})

it('rejects a body when the gate rejects one of its chunks', async () => {
  const receiveChunk = () => {
    throw new ApiError('ServiceUnavailableError', 'full')
  }
  expect(await problem(receive([file('x')], {}, { receive: receiveChunk }))).toBe('503 full')
})

it('rejects an upload that takes longer than the time limit', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const source = new PassThrough()
  const { contentType, body } = multipart([file(Buffer.alloc(900))])
  const message = problem(receiveForm(source, contentType, limits))
  source.write(body.subarray(0, 500))
  vi.advanceTimersByTime(60_000)
  expect(await message).toBe('408 The upload took longer than 60 seconds')
  expect(source.destroyed).toBe(false)
  // The rest of the body is discarded for the same time.
  vi.advanceTimersByTime(60_000)
  expect(source.destroyed).toBe(true)
  vi.useRealTimers()
})

it('discards at most as many bytes of a rejected body as a body may have', async () => {
  const admit = () => {
    throw new ApiError('ForbiddenError')
  }
  const source = new PassThrough()
  const { contentType, body } = multipart([file('x')])
  const message = problem(receiveForm(source, contentType, limits, { admit }))
  source.write(body.subarray(0, -10))
  expect(await message).toBe('403 Forbidden')
  const closed = once(source, 'close')
  source.write(Buffer.alloc(1_000_001))
  await closed
})
