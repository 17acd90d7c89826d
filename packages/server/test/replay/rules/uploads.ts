import { envelopeOf, withBody } from '../responses.js'
import type { FormPart } from '../exchange.js'
import { isRecord, segmentsOf } from '../request-target.js'
import type { Case, Rule } from '../rule.js'
import { idOf } from '../world.js'
import { refusal } from './refusals.js'

const isUpload = ({ request }: Case) => request.method === 'POST' && segmentsOf(request).join('/') === 'upload'

/** The first bytes of some file types. */
const beginnings: Readonly<Record<string, readonly (readonly number[])[]>> = {
  png: [[0x89, 0x50, 0x4e, 0x47]],
  jpg: [[0xff, 0xd8, 0xff]],
  jpeg: [[0xff, 0xd8, 0xff]],
  gif: [[0x47, 0x49, 0x46, 0x38]],
  webp: [[0x52, 0x49, 0x46, 0x46]],
  pdf: [[0x25, 0x50, 0x44, 0x46]],
}

function isDisguised({ filename, value }: FormPart): boolean {
  const known = beginnings[filename?.split('.').at(-1)?.toLowerCase() ?? '']
  if (!known || filename === undefined) return false
  const content = typeof value === 'object' ? Buffer.from(value.base64, 'base64') : Buffer.from(String(value))
  if (content.length === 0) return false
  return !known.some((beginning) => beginning.every((byte, at) => content[at] === byte))
}

const mediaTypes: Readonly<Record<string, string>> = { png: 'image/png', jpg: 'image/jpeg', pdf: 'application/pdf' }

/** Returns a file without a type with the type of its content. */
function typed(file: unknown, form: readonly FormPart[]): unknown {
  if (!isRecord(file) || file['mime'] !== 'application/octet-stream') return file
  const part = form.find(({ filename }) => filename === file['name'])
  const mime = mediaTypes[String(file['ext']).slice(1)]
  return part && mime && !isDisguised(part) ? { ...file, mime } : file
}

const byContent = {
  name: '0077-files-are-what-they-hold',
  strapi: 'trusts the file type that the client sends.',
  ours: 'determines the type from the content, and rejects a file with 400 if its name does not match.',
  why: 'a file served as an image must not be an HTML page.',
}

export const disguisedFiles = refusal({
  ...byContent,
  refuses: (of) =>
    isUpload(of) && of.request.form?.some(isDisguised) ? { error: 'ValidationError', paths: [[]] } : null,
})

export const filesByContent: Rule = {
  ...byContent,
  when: (of, theirs) => (lists(of) || isUpload(of)) && Array.isArray(theirs.body),
  async expected(of, theirs) {
    const { request, world } = of
    if (isUpload(of))
      return withBody(
        theirs,
        (theirs.body as unknown[]).map((file) => typed(file, request.form ?? [])),
      )
    const rows = await world.rows(world.registry.contentType('plugin::upload.file'))
    const kept = (theirs.body as unknown[]).flatMap((file) => {
      if (!isRecord(file)) return [file]
      const row = rows.find(({ name }) => name === file['name'])
      if (!row) return []
      const untyped = file['mime'] === 'application/octet-stream'
      return [untyped ? { ...file, mime: row['mime'] } : file]
    })
    return withBody(theirs, kept)
  },
}

const lists = ({ request }: Case) => request.method === 'GET' && segmentsOf(request).join('/') === 'upload/files'

export const filesInOrder: Rule = {
  name: '0076-files-keep-their-order',
  strapi: 'assigns ids to the files of one upload in the order in which their processing ends.',
  ours: 'assigns ids in the order of the request, to images after the other files. A rejected file uses no id.',
  why: 'the order of a response must not depend on processing times.',
  when: (of, theirs) => (lists(of) || isUpload(of)) && Array.isArray(theirs.body),
  async expected(of, theirs) {
    const { request, world } = of
    if (isUpload(of)) return withBody(theirs, inOrderSent(theirs.body as unknown[], request.form ?? []))
    const files = (await world.rows(world.registry.contentType('plugin::upload.file'))).map((row) => ({
      id: idOf(row),
      name: row['name'],
    }))
    const taken = new Set<number>()
    const ours = (theirs.body as unknown[]).map((file) => {
      if (!isRecord(file)) return file
      const alike = files.filter(({ id, name }) => name === file['name'] && !taken.has(id))
      const id = alike.find((other) => other.id === file['id'])?.id ?? alike[0]?.id
      if (id === undefined) return file
      taken.add(id)
      return { ...file, id }
    })
    const byId = isSortedById(theirs.body as unknown[])
    return withBody(theirs, byId ? ours.toSorted((a, b) => idIn(a) - idIn(b)) : ours)
  },
}

/** An entry written together with its files has them in the order of the request. */
export const filesOfEntriesInOrder: Rule = {
  ...filesInOrder,
  when: ({ request, target }, theirs) => target !== null && request.form !== undefined && envelopeOf(theirs) !== null,
  expected({ request }, theirs) {
    const envelope = envelopeOf(theirs)
    const entry = envelope?.data as { attributes: Readonly<Record<string, unknown>> }
    const attributes = { ...entry.attributes }
    for (const [name, value] of Object.entries(attributes)) {
      const form = (request.form ?? []).filter((part) => part.name === `files.${name}`)
      if (form.length > 1 && isRecord(value) && Array.isArray(value['data'])) {
        attributes[name] = { ...value, data: inOrderSent(value['data'], form) }
      }
    }
    return withBody(theirs, { ...envelope, data: { ...entry, attributes } })
  },
}

/** Returns the files of one upload in the order of the request, with ids in that order, images last. */
function inOrderSent(files: readonly unknown[], form: readonly FormPart[]): unknown[] {
  const place = (file: unknown) => form.findIndex(({ filename }) => filename === valuesOf(file)['name'])
  if (files.length < 2 || files.some((file) => place(file) === -1)) return [...files]
  const first = Math.min(...files.map(idIn))
  const sent = files.toSorted((a, b) => place(a) - place(b))
  const isPicture = (file: unknown) => Number(String(valuesOf(file)['mime']).startsWith('image/'))
  const made = sent.toSorted((a, b) => isPicture(a) - isPicture(b))
  return sent.map((file) => ({ ...(file as object), id: first + made.indexOf(file) }))
}

function valuesOf(file: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(file)) return {}
  return isRecord(file['attributes']) ? file['attributes'] : file
}

const idIn = (file: unknown) => (isRecord(file) ? Number(file['id']) : 0)

const isSortedById = (files: readonly unknown[]) =>
  files.every((file, index) => index === 0 || idIn(files[index - 1]) < idIn(file))
