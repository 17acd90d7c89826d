export interface Link {
  readonly source: number
  readonly target: number
  /** The type of the target of a polymorphic relation; null for other relations. */
  readonly targetType: string | null
  /** The position in the list of the source; null if that list has no order. */
  readonly order: number | null
  /** The position of the source in the list of the target; null if that list has no order. */
  readonly inverseOrder: number | null
}

/** A link to add. What it lacks is null. */
export type NewLink = Pick<Link, 'source' | 'target'> & Partial<Link>

const none: readonly Link[] = []

/** All links of a source, by the type and the attribute that own them. */
export class LinkStore {
  readonly #fields = new Map<string, Map<string, FieldLinks>>()

  field(type: string, name: string): FieldLinks {
    const ofType = this.#fields.get(type) ?? new Map<string, FieldLinks>()
    this.#fields.set(type, ofType)
    const field = ofType.get(name) ?? new FieldLinks()
    ofType.set(name, field)
    return field
  }

  add(type: string, name: string, link: NewLink): void {
    this.field(type, name).add(link)
  }

  /** Returns the links of one entry or component, in their order. */
  of(type: string, name: string, source: number): readonly Link[] {
    return this.#fields.get(type)?.get(name)?.of(source) ?? none
  }

  *fields(): Generator<{ readonly type: string; readonly name: string; readonly links: FieldLinks }> {
    for (const [type, ofType] of this.#fields) for (const [name, links] of ofType) yield { type, name, links }
  }
}

/**
 * The links of one attribute of one type, in typed arrays (28 bytes a link, and 5 more once they are sorted),
 * because a project has more links than entries.
 */
export class FieldLinks {
  #size = 0
  #sources = new Int32Array(16)
  #targets = new Int32Array(16)
  #types = new Int32Array(16)
  #orders = new Float64Array(16)
  #inverse = new Float64Array(16)
  #read = new Uint8Array(0)
  readonly #typeNames: string[] = []
  /** Positions by source and order; computed by the first call of `of`. */
  #sorted: Uint32Array | null = null

  get size(): number {
    return this.#size
  }

  add({ source, target, targetType = null, order = null, inverseOrder = null }: NewLink): void {
    if (this.#size === this.#sources.length) this.#grow()
    const at = this.#size++
    this.#sources[at] = source
    this.#targets[at] = target
    this.#types[at] = targetType === null ? -1 : this.#typeIndex(targetType)
    this.#orders[at] = order ?? Number.NaN
    this.#inverse[at] = inverseOrder ?? Number.NaN
    this.#sorted = null
  }

  /** Returns the links of one source in their order, and marks them as read. */
  of(source: number): Link[] {
    const sorted = (this.#sorted ??= this.#sort())
    const found: Link[] = []
    for (let at = this.#firstOf(source, sorted); at < sorted.length; at++) {
      const index = sorted[at] as number
      if (this.#sources[index] !== source) break
      this.#read[index] = 1
      found.push(this.#at(index))
    }
    return found
  }

  *[Symbol.iterator](): Generator<Link> {
    for (let index = 0; index < this.#size; index++) yield this.#at(index)
  }

  /** Yields the links that no call of `of` has returned. */
  *unread(): Generator<Link> {
    for (let index = 0; index < this.#size; index++) if (this.#read[index] !== 1) yield this.#at(index)
  }

  #at(index: number): Link {
    const type = this.#types[index] as number
    return {
      source: this.#sources[index] as number,
      target: this.#targets[index] as number,
      targetType: type < 0 ? null : (this.#typeNames[type] as string),
      order: orNull(this.#orders[index] as number),
      inverseOrder: orNull(this.#inverse[index] as number),
    }
  }

  #firstOf(source: number, sorted: Uint32Array): number {
    let low = 0
    let high = sorted.length
    while (low < high) {
      const middle = (low + high) >>> 1
      if ((this.#sources[sorted[middle] as number] as number) < source) low = middle + 1
      else high = middle
    }
    return low
  }

  #sort(): Uint32Array {
    this.#read = new Uint8Array(this.#size)
    const [sources, orders] = [this.#sources, this.#orders]
    const compare = (a: number, b: number) =>
      (sources[a] as number) - (sources[b] as number) || (orders[a] as number) - (orders[b] as number) || a - b
    const positions = new Uint32Array(this.#size).map((_, index) => index)
    // Strapi writes most links in this order already.
    const isSorted = positions.every((position) => position === 0 || compare(position - 1, position) <= 0)
    return isSorted ? positions : positions.toSorted(compare)
  }

  #typeIndex(name: string): number {
    const known = this.#typeNames.indexOf(name)
    return known >= 0 ? known : this.#typeNames.push(name) - 1
  }

  #grow(): void {
    const larger = <Values extends Int32Array | Float64Array>(values: Values, made: Values): Values => {
      made.set(values)
      return made
    }
    const length = this.#size * 2
    this.#sources = larger(this.#sources, new Int32Array(length))
    this.#targets = larger(this.#targets, new Int32Array(length))
    this.#types = larger(this.#types, new Int32Array(length))
    this.#orders = larger(this.#orders, new Float64Array(length))
    this.#inverse = larger(this.#inverse, new Float64Array(length))
  }
}

const orNull = (order: number) => (Number.isNaN(order) ? null : order)
