import type { PlannedRow } from '@content-api/engine/transfer'

/** The counts of one content type in an import. */
export interface ImportedType {
  readonly type: string
  readonly entries: number
  readonly drafts: number
  readonly components: number
  /** The number of relation targets. */
  readonly relations: number
  /** The number of files in media attributes. */
  readonly files: number
}

/** Something that an import leaves out. */
export interface LeftOut {
  /** The name of a content type, table or file, for example `api::old.old` or `admin::role`. */
  readonly what: string
  readonly count: number
  readonly reason: string
}

export interface ImportSummary {
  readonly types: readonly ImportedType[]
  readonly tokens: number
  /** The number of roles whose permissions are set. */
  readonly roles: number
  readonly leftOut: readonly LeftOut[]
}

type Counts = { -readonly [Name in keyof ImportedType]: ImportedType[Name] }

/** Counts the imported entries, tokens and roles. */
export class ImportCounter {
  readonly #types = new Map<string, Counts>()
  readonly #leftOut = new Map<string, LeftOut>()
  tokens = 0
  roles = 0

  add(row: PlannedRow): void {
    const type = row.schema.uid
    const counts = this.#types.get(type) ?? { type, entries: 0, drafts: 0, components: 0, relations: 0, files: 0 }
    this.#types.set(type, counts)
    counts.entries++
    if (row.schema.attributes['publishedAt'] && row.scalars['publishedAt'] === null) counts.drafts++
    addLinks(counts, row)
  }

  leaveOut(what: string, reason: string, count = 1): void {
    const key = `${what}\n${reason}`
    const known = this.#leftOut.get(key)?.count ?? 0
    this.#leftOut.set(key, { what, reason, count: known + count })
  }

  summary(): ImportSummary {
    const types = [...this.#types.values()].toSorted((a, b) => (a.type < b.type ? -1 : 1))
    return { types, tokens: this.tokens, roles: this.roles, leftOut: [...this.#leftOut.values()] }
  }
}

function addLinks(counts: Counts, { schema, links, components }: PlannedRow): void {
  for (const { name, targets } of links) {
    if (schema.attributes[name]?.type === 'media') counts.files += targets.length
    else counts.relations += targets.length
  }
  for (const { row } of components) {
    counts.components++
    addLinks(counts, row)
  }
}
