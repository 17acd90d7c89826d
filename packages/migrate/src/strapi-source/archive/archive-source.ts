import { basename } from 'node:path'
import { fileType } from '@content-api/engine/plan'
import { isRecord } from '@content-api/model'
import type { LeftOut } from '../../entries/import-summary.js'
import { LinkStore } from '../link-store.js'
import {
  isId,
  recordTypes,
  type SourceEntry,
  type SourceFile,
  type SourceWebhook,
  type StrapiSchema,
  type StrapiSource,
  StrapiSourceError,
  type Survey,
  webhookOf,
} from '../source.js'
import { type ArchiveEntry, type ArchiveOptions, parseJson, readArchive, readLines, readText } from './read-archive.js'

/** Returns whether a name is that of an archive; all other names are databases. */
export const isArchive = (from: string) => /\.(tar|tar\.gz|tgz|gz|enc)$/.test(from)

/** An export of Strapi 4. The survey, the entries and the files each read the whole archive once. */
export function openStrapiArchive(options: ArchiveOptions): StrapiSource {
  let surveyed: Promise<Survey> | undefined
  return {
    name: `the archive ${basename(options.file)}`,
    kind: 'archive',
    survey: () => (surveyed ??= surveyArchive(options)),
    entries: () => readEntries(options),
    files: () => readFiles(options),
    close: async () => undefined,
  }
}

/** The beginning of a line, with its type and id. The survey matches it instead of parsing whole lines. */
const head = /^\{"type":"([^"\\]{1,200})","id":(\d{1,16}),"data":/

type Gathered = ReturnType<typeof gatherNothing>

const gatherNothing = () => ({
  version: null as string | null,
  exactIntegers: false,
  ids: new Map<string, Set<number>>(),
  records: new Map<string, Map<number, SourceEntry['data']>>(),
  links: new LinkStore(),
  settings: new Map<string, unknown>(),
  webhooks: [] as SourceWebhook[],
  schemas: new Map<string, StrapiSchema>(),
  files: new Map<string, number>(),
  leftOut: [] as LeftOut[],
  mistakes: [] as string[],
  /** The number of files that belong to an export of Strapi. */
  known: 0,
})

async function surveyArchive(options: ArchiveOptions): Promise<Survey> {
  const found = gatherNothing()
  for await (const entry of readArchive(options)) await surveyFile(entry, found)
  if (found.known === 0) {
    throw new StrapiSourceError(
      `${basename(options.file)} is not an export of Strapi: it has no metadata.json and no entities.`,
    )
  }
  requireVersion(found.version)
  const warnings = found.exactIntegers ? [missing] : [missing, rounding]
  return { ...found, apiTokens: [], warnings }
}

const missing =
  'Archives contain no creators, no administrators and no API tokens. To import them, use the database instead.'
const rounding = 'Strapi rounds big integers in archives. To import the exact values, use the database instead.'

async function surveyFile(entry: ArchiveEntry, found: Gathered): Promise<void> {
  const { path, stream } = entry
  const folder = path.split('/')[0]
  if (path === 'metadata.json') {
    found.known++
    const metadata = parseJson(await readText(stream, path), path)
    found.version = readVersion(metadata)
    found.exactIntegers = isOwnArchive(metadata)
  } else if (folder === 'entities') await forEachLine(entry, found, (line) => noteEntity(line, path, found))
  else if (folder === 'links')
    await forEachLine(entry, found, (line) => addArchiveLink(parseJson(line, path), path, found))
  else if (folder === 'configuration')
    await forEachLine(entry, found, (line) => noteSetting(parseJson(line, path), found))
  else if (folder === 'schemas') await forEachLine(entry, found, (line) => noteSchema(parseJson(line, path), found))
  else {
    if (path.startsWith('assets/uploads/')) noteFile(entry, found)
    else if (!path.startsWith('assets/')) {
      found.leftOut.push({
        what: `the file ${path} of the archive`,
        count: 1,
        reason: 'exports of Strapi 4.26 have no such file',
      })
    }
    entry.skip()
  }
}

async function forEachLine(
  { stream, path }: ArchiveEntry,
  found: Gathered,
  note: (line: string) => void,
): Promise<void> {
  found.known++
  for await (const lines of readLines(stream, path)) for (const line of lines) note(line)
}

function readVersion(metadata: unknown): string | null {
  const strapi = isRecord(metadata) ? metadata['strapi'] : undefined
  return isRecord(strapi) && typeof strapi['version'] === 'string' ? strapi['version'] : null
}

function requireVersion(version: string | null): void {
  if (version === null || version.startsWith('4.')) return
  throw new StrapiSourceError(
    `The archive was exported by Strapi ${version}. Exports of Strapi 4 can be imported: see docs/server/import-from-strapi.md.`,
  )
}

function noteEntity(line: string, path: string, { ids, records, mistakes }: Gathered): void {
  const [, type = '', digits = ''] = head.exec(line) ?? []
  const isSmall = type === '' || (Object.values(recordTypes) as string[]).includes(type)
  const entity = isSmall ? readEntity(line, path) : { type, id: Number(digits), data: {} }
  if (!isId(entity.id)) {
    mistakes.push(
      `${entity.type}: ${JSON.stringify(entity.id)} is not a valid id: use a whole number from 1 to 2147483647.`,
    )
    return
  }
  const ofType = ids.get(entity.type) ?? new Set()
  ids.set(entity.type, ofType)
  if (ofType.has(entity.id)) mistakes.push(`${entity.type} ${entity.id} occurs twice.`)
  ofType.add(entity.id)
  if (isSmall) records.set(entity.type, (records.get(entity.type) ?? new Map()).set(entity.id, entity.data))
}

function readEntity(line: string, path: string): SourceEntry {
  const value = parseJson(line, path)
  if (isRecord(value) && typeof value['type'] === 'string' && isRecord(value['data'])) return value as never
  throw new StrapiSourceError(`"${path}" holds a line without "type", "id" and "data".`)
}

function noteSetting(value: unknown, { settings, webhooks }: Gathered): void {
  if (!isRecord(value) || !isRecord(value['value'])) return
  if (value['type'] === 'webhook') {
    const webhook = webhookOf(value['value'])
    if (webhook) webhooks.push(webhook)
  }
  if (value['type'] !== 'core-store') return
  const { key, value: setting } = value['value']
  // The other settings are layouts of the admin panel, and copies of the schemas.
  if (typeof key === 'string' && /^plugin_(i18n|users-permissions)_/.test(key)) settings.set(key, setting)
}

function noteSchema(value: unknown, { schemas }: Gathered): void {
  if (!isRecord(value) || typeof value['uid'] !== 'string' || !isRecord(value['attributes'])) return
  schemas.set(value['uid'], value as unknown as StrapiSchema)
}

function noteFile({ path, size }: ArchiveEntry, { files, mistakes }: Gathered): void {
  const name = path.slice('assets/uploads/'.length)
  if (name.includes('/'))
    mistakes.push(`The archive holds "${path}": uploaded files must be directly in assets/uploads.`)
  else files.set(name, size)
}

async function* readEntries(options: ArchiveOptions): AsyncGenerator<SourceEntry> {
  for await (const { path, stream, skip } of readArchive(options)) {
    if (!path.startsWith('entities/')) skip()
    else for await (const lines of readLines(stream, path)) for (const line of lines) yield readEntity(line, path)
  }
}

async function* readFiles(options: ArchiveOptions): AsyncGenerator<SourceFile> {
  for await (const { path, size, stream, skip } of readArchive(options)) {
    if (path.startsWith('assets/uploads/')) yield { name: path.slice('assets/uploads/'.length), size, stream, skip }
    else skip()
  }
}

/** Marks the metadata of an archive that `export --to-strapi` wrote. Strapi ignores the key. */
export const ownArchive = { exportedBy: 'content-api' } as const

/** Returns whether `export --to-strapi` wrote the archive. Such archives have all digits of big integers. */
function isOwnArchive(metadata: unknown): boolean {
  return isRecord(metadata) && metadata['exportedBy'] === ownArchive.exportedBy
}

interface End {
  readonly type: string
  readonly ref: number
  readonly field: string
  readonly pos: number | null
}

/** Adds the link in a line of `links/`: `left` owns the link, `right` is its target. */
function addArchiveLink(value: unknown, path: string, { links, mistakes }: Gathered): void {
  const left = isRecord(value) ? readEnd(value['left']) : null
  const right = isRecord(value) ? readEnd(value['right']) : null
  if (!left || !right || !isRecord(value)) {
    throw new StrapiSourceError(`"${path}" holds a line without "left" and "right" ends.`)
  }
  for (const { type, ref } of [left, right]) {
    if (!isId(ref)) {
      mistakes.push(
        `A link of ${left.type}.${left.field} names ${type} ${JSON.stringify(ref)}, which is not a valid id.`,
      )
      return
    }
  }
  const ends = { source: left.ref, target: right.ref }
  if (value['kind'] !== 'relation.morph') {
    links.add(left.type, left.field, { ...ends, order: left.pos, inverseOrder: right.pos })
  } else if (left.type === fileType && left.field === 'related') {
    // In Strapi, a file owns the links to the entries that show it. Here the entries own them, so source and
    // target are swapped.
    links.add(right.type, right.field, { source: right.ref, target: left.ref, order: right.pos })
  } else {
    links.add(left.type, left.field, { ...ends, targetType: right.type, order: right.pos })
  }
}

function readEnd(value: unknown): End | null {
  if (!isRecord(value) || typeof value['type'] !== 'string') return null
  const { type, ref, field, pos } = value
  return {
    type,
    ref: ref as number,
    field: typeof field === 'string' ? field : '',
    pos: typeof pos === 'number' ? pos : null,
  }
}
