import { idColumn, rowId } from '../layout/columns.js'
import { type ContentType, type MediaKind, type Schema, listed } from '@content-api/model'
import { type Issue, validationError } from '../errors/api-error.js'
import { BodyIssues, displayName, type Path } from '../plan/body-issues.js'
import { fileType } from '../plan/link-target.js'
import type { LinkWrite, MediaWrite, MorphWrite, RelationWrite } from '../plan/write-plan.js'
import type { WriteTransaction } from '../database/database.js'
import type { OwnLink } from '../layout/own-layout.js'
import { quote } from '../layout/names.js'
import { idList, runChunked, toId } from './run.js'
import type { Exists, RowLocks } from './row-locks.js'
import { holdsComponents, readComponents } from './components.js'

/** An entry with its other localizations. */
interface EntryRows {
  readonly type: ContentType
  readonly ids: readonly number[]
}

/** The ids of one type in one attribute of the body. */
interface Reference {
  readonly type: ContentType
  readonly path: Path
  readonly ids: readonly number[]
}

/** The rows that a plan's links refer to, by type, including those in components. */
export class InvolvedRows {
  readonly #references: Reference[] = []
  readonly #media: MediaWrite[] = []

  constructor(
    readonly tx: WriteTransaction,
    readonly locks: RowLocks,
  ) {}

  /** @param owner the id of the row that the links belong to; null for a new one */
  add(schema: Schema, owner: number | null, links: readonly LinkWrite[]): void {
    for (const link of links) {
      if (link.kind === 'component' || link.kind === 'zone') {
        for (const item of link.items) this.add(item.component, item.id, item.links)
      } else if (link.kind === 'media') {
        this.#media.push(link)
        this.#addTargets(this.tx.registry.contentType(fileType), link.set, link.path)
      } else if (link.kind === 'morph') {
        this.#addMorph(link)
      } else {
        this.#addTargets(
          link.target,
          link.connect.map(({ id }) => id),
          link.path,
        )
        this.#lockLists(this.tx.layout.schema(schema.uid).link(link.name), link, owner)
      }
    }
  }

  /**
   * Checks the targets of the links.
   *
   * @param owner the entry that is written, with its other localizations; `ids` is empty when there are none
   * yet
   * @throws ApiError ValidationError for missing targets and files of a kind that isn't allowed
   */
  async check(exists: Exists, owner: EntryRows): Promise<void> {
    const issues = new BodyIssues('required')
    const hidden = await this.#hiddenFiles(owner)
    for (const { type, path, ids } of this.#references) {
      const table = this.#table(type)
      const missing = ids.filter((id) => !exists(table, id) || (type.uid === fileType && hidden.has(id)))
      if (missing.length === 0) continue
      const message = `${missing.length} relation(s) of type ${type.uid} associated with this entity do not exist`
      issues.add(path, `${message}: ${shortList(missing)}`)
    }
    issues.throwIfAny()
    await this.#checkMediaKinds()
  }

  /**
   * Returns the files of the body that the caller may not see: with `onlyAttached`, all that the entry
   * doesn't have yet.
   */
  async #hiddenFiles(owner: EntryRows): Promise<ReadonlySet<number>> {
    const ids = new Set(this.#media.flatMap(({ set, onlyAttached }) => (onlyAttached ? set : [])))
    if (ids.size === 0 || owner.ids.length === 0) return ids
    for (const id of await attachedFiles(this.tx, owner.type, owner.ids)) ids.delete(id)
    return ids
  }

  #addMorph({ set, path }: MorphWrite): void {
    for (const type of new Set(set.map((target) => target.type))) {
      const ids = set.flatMap((target) => (target.type === type ? [target.id] : []))
      this.#addTargets(type, ids, path)
    }
  }

  #addTargets(type: ContentType, ids: readonly number[], path: Path): void {
    if (ids.length === 0) return
    this.#references.push({ type, path, ids: [...new Set(ids)] })
    this.locks.expect(this.#table(type), ids)
  }

  /** Locks targets whose list, or whose position in a list, changes with this write. */
  #lockLists(link: OwnLink, write: RelationWrite, owner: number | null): void {
    const table = this.#table(write.target)
    const connected = write.connect.map(({ id }) => id)
    if (link.kind === 'inverse' || link.kind === 'inverseMorph') {
      this.locks.lockMembers(table, [...connected, ...write.disconnect])
      if (link.kind === 'inverse' && owner !== null && (write.clear || link.order === null)) {
        this.locks.lockPointing(link.table, link.column, owner)
      }
    }
    const joins = link.kind === 'column' && (link.order !== null || link.exclusive)
    if (joins) this.locks.lockOwners(table, connected.slice(-1))
    if (link.kind === 'join' && link.inverseOrder !== null) this.locks.lockOwners(table, connected)
  }

  #table(type: ContentType): string {
    return this.tx.layout.schema(type.uid).table
  }

  async #checkMediaKinds(): Promise<void> {
    const limited = this.#media.filter(({ attribute, set }) => set.length > 0 && attribute.allowedTypes.length > 0)
    const ids = [...new Set(limited.flatMap(({ set }) => set))]
    const { table, ...files } = this.tx.layout.schema(fileType)
    const mime = files.column('mime')
    const rows = await runChunked(
      this.tx,
      ids,
      (builder, chunk) =>
        `SELECT ${rowId}, ${quote(mime)} FROM ${quote(table)} WHERE ${rowId} IN (${idList(builder, chunk)})`,
    )
    const mimes = new Map(rows.map((row) => [toId(row['id']), String(row[mime] ?? '')]))
    const issues = limited.flatMap(({ attribute: { allowedTypes }, set, path }) =>
      set.flatMap((id): Issue[] => {
        const kind = kindOf(mimes.get(id) ?? '')
        if (allowedTypes.includes(kind)) return []
        const message = `${displayName(path)} only allows ${listed(allowedTypes)}, but the file with id ${id} belongs to ${kind}`
        return [{ path, message }]
      }),
    )
    if (issues.length > 0) throw validationError(issues)
  }
}

const listedIds = 10

function shortList(ids: readonly number[]): string {
  const first = ids.slice(0, listedIds).join(', ')
  return ids.length > listedIds ? `${first} and ${ids.length - listedIds} more` : first
}

function kindOf(mime: string): MediaKind {
  if (mime.startsWith('image/')) return 'images'
  if (mime.startsWith('video/')) return 'videos'
  return mime.startsWith('audio/') ? 'audios' : 'files'
}

/** Returns the ids of all files in the media attributes of rows, including those in components and dynamic zones. */
async function attachedFiles(tx: WriteTransaction, schema: Schema, ids: readonly number[]): Promise<Set<number>> {
  const files = new Set<number>()
  if (ids.length === 0) return files
  const layout = tx.layout.schema(schema.uid)
  for (const [name, attribute] of Object.entries(schema.declared)) {
    if (attribute.type === 'media') {
      const at = layout.link(name)
      if (at.kind === 'column')
        await addFiles(tx, ids, { table: layout.table, source: idColumn, target: at.column }, files)
      if (at.kind === 'join') await addFiles(tx, ids, at, files)
    }
    if (!holdsComponents(attribute)) continue
    const rows = await readComponents(tx, schema, name, attribute, ids)
    for (const uid of new Set(rows.map(({ component }) => component))) {
      const within = rows.flatMap(({ component, id }) => (component === uid ? [id] : []))
      for (const id of await attachedFiles(tx, tx.registry.component(uid), within)) files.add(id)
    }
  }
  return files
}

interface FileColumns {
  readonly table: string
  readonly source: string
  readonly target: string
}

async function addFiles(
  tx: WriteTransaction,
  ids: readonly number[],
  { table, source, target }: FileColumns,
  files: Set<number>,
): Promise<void> {
  const rows = await runChunked(tx, ids, (builder, chunk) => {
    const own = `${quote(source)} IN (${idList(builder, chunk)})`
    return `SELECT ${quote(target)} AS "file" FROM ${quote(table)} WHERE ${own} AND ${quote(target)} IS NOT NULL`
  })
  for (const row of rows) files.add(toId(row['file']))
}
