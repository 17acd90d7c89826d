import { type Attribute, entryModel, type Model, type Schema } from './schema.js'

/** An entry. Relations and media are stored as ids, components as objects with an id. */
export interface Row {
  readonly id: number
  readonly schema: Schema
  readonly values: Record<string, unknown>
}

export interface StoredFile {
  readonly id: number
  readonly name: string
  readonly alternativeText: string | null
  readonly caption: string | null
  readonly formats: Record<string, unknown>
  readonly url: string
  readonly createdAt: string
  readonly updatedAt: string
}

/** The complete state of the server. */
export class Store {
  readonly rows: ReadonlyMap<string, Map<number, Row>>
  readonly files = new Map<number, StoredFile>()
  #next = 1

  constructor(readonly model: Model = entryModel) {
    this.rows = new Map([...model.types.keys()].map((uid) => [uid, new Map()]))
  }

  /** @throws Error if the model has no such type or component */
  schemaOf(uid: string | undefined): Schema {
    const found = this.model.types.get(uid ?? '') ?? this.model.components.get(uid ?? '')
    if (!found) throw new Error(`No schema '${uid ?? ''}'`)
    return found
  }

  nextId(): number {
    return this.#next++
  }

  table(uid: string): Map<number, Row> {
    const table = this.rows.get(uid)
    if (!table) throw new Error(`No table '${uid}'`)
    return table
  }

  all(schema: Schema): Row[] {
    return [...this.table(schema.uid).values()]
  }

  insert(schema: Schema, values: Record<string, unknown>): Row {
    const row = { id: this.nextId(), schema, values }
    this.table(schema.uid).set(row.id, row)
    return row
  }

  /** Removes an entry and every reference to it. */
  remove(row: Row): void {
    this.table(row.schema.uid).delete(row.id)
    for (const [uid, table] of this.rows) {
      const { attributes, localized } = this.schemaOf(uid)
      const references = Object.entries(attributes).flatMap(([name, { type, target }]) =>
        type === 'relation' && target === row.schema.uid ? [name] : [],
      )
      if (uid === row.schema.uid && localized) references.push('localizations')
      for (const { values } of references.length > 0 ? table.values() : [])
        for (const name of references) values[name] = without(idsIn(values[name]), row.id)
    }
  }

  linked(row: Pick<Row, 'values'>, name: string, attribute: Attribute): Row[] {
    const table = this.table(attribute.target ?? '')
    return idsIn(row.values[name]).flatMap((id) => table.get(id) ?? [])
  }

  /** Whether only one of two rows can be linked to the target of an exclusive relation. */
  protected excludes(_row: Row, _other: Row): boolean {
    return true
  }

  /** Sets the targets of a relation in order, and updates the other side. */
  link(row: Row, name: string, attribute: Attribute, ids: readonly number[]): void {
    const before = idsIn(row.values[name])
    row.values[name] = [...ids]
    const inverse = attribute.mappedBy ?? attribute.inversedBy
    if (inverse === undefined) return
    const target = this.schemaOf(attribute.target)
    const exclusive = attribute.relation === 'oneToOne' || attribute.relation === 'oneToMany'
    for (const id of before.filter((one) => !ids.includes(one))) {
      const other = this.table(target.uid).get(id)
      if (other) other.values[inverse] = without(idsIn(other.values[inverse]), row.id)
    }
    for (const id of ids.filter((one) => !before.includes(one))) {
      const other = this.table(target.uid).get(id)
      if (!other) continue
      if (exclusive) {
        const owners = idsIn(other.values[inverse]).flatMap((owner) => this.table(row.schema.uid).get(owner) ?? [])
        const rivals = owners.filter((owner) => this.excludes(row, owner))
        for (const former of rivals) if (former !== row) former.values[name] = without(idsIn(former.values[name]), id)
        other.values[inverse] = [...owners.filter((owner) => !rivals.includes(owner)).map((owner) => owner.id), row.id]
      } else other.values[inverse] = [...idsIn(other.values[inverse]), row.id]
    }
  }
}

export const idsIn = (value: unknown): number[] =>
  Array.isArray(value) ? value.filter((id): id is number => typeof id === 'number') : []

const without = (ids: readonly number[], id: number) => ids.filter((one) => one !== id)
