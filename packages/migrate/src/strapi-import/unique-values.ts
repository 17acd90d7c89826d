import { type ContentType, type Schema, isScalar } from '@content-api/model'
import type { Stored } from '@content-api/engine/attributes'
import type { Report } from './report.js'

/** Reports duplicates of unique values. The error of the database would not name the entry and the attribute. */
export class UniqueValues {
  readonly #names = new Map<string, readonly string[]>()
  readonly #values = new Map<string, Map<Stored, number>>()
  readonly #targets = new Map<string, Set<number>>()
  readonly #components = new Map<string, Set<number>>()

  check(
    type: ContentType,
    id: number,
    scalars: Readonly<Record<string, Stored>>,
    locale: string | null,
    report: Report,
  ): void {
    for (const name of this.#namesOf(type)) {
      const value = scalars[name]
      if (value === null || value === undefined) continue
      const key = `${type.uid}.${name}.${locale ?? ''}`
      const values = this.#values.get(key) ?? new Map<Stored, number>()
      this.#values.set(key, values)
      const other = values.get(value)
      if (other !== undefined) {
        report.mistake(
          `${type.uid} ${id}, ${name}`,
          `${JSON.stringify(value)} must be unique, but ${other} has it too.`,
        )
      } else values.set(value, id)
    }
  }

  /** Reports a second owner of a target that may have only one. */
  target(schema: Schema, name: string, id: number, place: string, report: Report): void {
    const targets = setAt(this.#targets, `${schema.uid}.${name}`)
    if (targets.has(id))
      report.mistake(place, `points at ${id}, which another entry points at: the relation is oneToOne.`)
    targets.add(id)
  }

  component(uid: string, id: number, place: string, report: Report): void {
    const ids = setAt(this.#components, uid)
    if (ids.has(id)) report.mistake(place, `the component ${uid} ${id} is used in two places.`)
    ids.add(id)
  }

  #namesOf({ uid, attributes }: ContentType): readonly string[] {
    const known = this.#names.get(uid)
    if (known) return known
    const names = Object.entries(attributes).flatMap(([name, attribute]) =>
      isScalar(attribute) && (attribute.unique || attribute.type === 'uid') ? [name] : [],
    )
    this.#names.set(uid, names)
    return names
  }
}

function setAt(sets: Map<string, Set<number>>, key: string): Set<number> {
  const known = sets.get(key) ?? new Set<number>()
  sets.set(key, known)
  return known
}
