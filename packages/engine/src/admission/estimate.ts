import { type ContentType, isScalar, type Schema } from '@content-api/model'
import {
  type Condition,
  countsRows,
  type LinkedRows,
  offsetOf,
  type Output,
  type OutputObject,
  type QueryCost,
  type ReadPlan,
  type SortKey,
} from '../plan/read-plan.js'
import { partsOf } from '../read/condition.js'
import { linksPerStatement } from '../read/row-text.js'
import { multiplies } from '../read/sort.js'
import type { Layout } from '../layout/layout.js'
import { type Side, sideOf, sidesOfUse } from './sides.js'
import type { Figures, SideFigures } from './statistics.js'

/** Costs in microseconds, measured on two shared cores with SQLite and PostgreSQL (docs/server/performance.md). */
const weight = {
  /** Reading a row. */
  read: 0.4,
  /** Reading a row from an index only. */
  counted: 0.05,
  /** Checking a condition on a row. */
  condition: 0.1,
  /** Following a link in a filter or a sort. */
  link: 0.25,
  /**
   * Planning a relation of a filter or a sort (`planned`) or of a populate (`populated`). PostgreSQL plans
   * expensive queries each time.
   */
  planned: 1_000,
  populated: 500,
  /**
   * For each row: joining the row to which its column refers (`joined`), looking up a row behind a link
   * (`lookup`), and looking it up through a link table (`linkLookup`). Following the links is added
   * separately.
   */
  joined: 0.8,
  lookup: 2,
  linkLookup: 4,
  /** Looking up a row's localizations. Links behind them are followed again for each localization. */
  siblings: 20,
  /** One link of a path to a sort key whose smallest or largest values are computed once per statement. */
  aggregated: 0.6,
  /** Sorting a row, multiplied by the base-2 logarithm of the number of rows that are kept. */
  sorted: 0.05,
  /** A row in the response, and each of its fields. */
  row: 4,
  field: 0.2,
} as const

/** After this many links, a further statement reads each row once, even if the response repeats it (`row-text.ts`). */
const linksToNextStatement = linksPerStatement + 1

/** Rows of a response that all have the same members. */
interface Level {
  readonly schema: Schema
  readonly rows: number
  /** The names of the links that lead to these rows, such as `author.avatar`; empty for the entries themselves. */
  readonly path: string
  /** The number of links in `path`. */
  readonly depth: number
  /** Whether each row occurs once. Rows behind links occur more often the more links they have. */
  readonly isDistinct: boolean
}

/** Estimates the cost of a plan from its limits and the row counts of the tables. */
export function estimateCost(plan: ReadPlan, layout: Layout, figures: Figures): QueryCost {
  return new CostEstimator(layout, figures).estimate(plan)
}

class CostEstimator {
  #total = 0
  #most: QueryCost['most'] = { part: 'entries', cost: 0 }
  /** Sort paths whose values are computed once per statement. */
  readonly #aggregated = new Set<string>()
  /**
   * Outputs whose cost is still to be added. A queue instead of recursion, so that deep output can't overflow
   * the stack.
   */
  readonly #later: (() => void)[] = []

  constructor(
    readonly layout: Layout,
    readonly figures: Figures,
  ) {}

  estimate(plan: ReadPlan): QueryCost {
    const all = this.figures.rows(this.layout.schema(plan.type.uid).table)
    const candidates = plan.byId || plan.byDocument ? Math.min(1, all) : Math.min(all, idsIn(plan.filters) ?? all)
    const { start, limit } = plan.pagination ? offsetOf(plan.pagination) : { start: 0, limit: -1 }
    const page = plan.mode === 'one' ? 1 : limit < 0 ? candidates : start + limit
    const rows = Math.min(candidates, plan.mode === 'one' ? 1 : page - start)
    const level = { schema: plan.type, rows, path: '', depth: 0, isDistinct: true }
    this.#select('entries', plan, level, { parents: 1, candidates, page })
    if (countsRows(plan.output)) {
      const each = plan.filters ? weight.counted + weight.condition * conditionsOf(plan.filters) : weight.counted
      this.#add('count', candidates * each)
    }
    this.#output(level, plan.output)
    // The functions append to `#later`, so the loop also runs those of deeper output.
    for (const next of this.#later) next()
    return { total: Math.ceil(this.#total), most: this.#most }
  }

  #add(part: string, cost: number): void {
    this.#total += cost
    if (cost > this.#most.cost) this.#most = { part, cost: Math.ceil(cost) }
  }

  /**
   * Adds the cost of reading, filtering and sorting the candidates of all parents. `page` rows are kept for
   * each parent.
   */
  #select(
    part: string,
    { filters, sort }: { readonly filters: Condition | null; readonly sort: readonly SortKey[] },
    { schema, path }: Pick<Level, 'schema' | 'path'>,
    { parents, candidates, page }: { readonly parents: number; readonly candidates: number; readonly page: number },
  ): void {
    const isSorted = sort.length > 0 && !isIndexed(schema, sort[0] as SortKey)
    const read = isSorted || filters ? candidates : Math.min(candidates, parents * page)
    this.#add(part, read * (weight.read + weight.condition * conditionsOf(filters)))
    const suffix = path === '' ? '' : ` of ${path}`
    if (isSorted) {
      const kept = Math.min(page, read / Math.max(1, parents))
      this.#add(`sort${suffix}`, weight.sorted * read * Math.log2(kept + 1))
    }
    const joined = new Set<string>()
    for (const key of sort) if (key.path.length > 0) this.#sortPath(suffix, key, schema, read, joined)
    if (filters) this.#add(`filters${suffix}`, this.#filterLinks(filters, schema))
  }

  /**
   * Adds the cost of a path to a sort key. If the path multiplies rows, values are computed once for all
   * links. Otherwise each row looks up its own value. `joined` contains the relations that earlier keys have
   * already joined.
   */
  #sortPath(suffix: string, key: SortKey, schema: Schema, rows: number, joined: Set<string>): void {
    const names = [...key.path.map(({ name }) => name), key.name].join('.')
    const part = `sort by ${names}${suffix}`
    let owner = schema
    let visited = rows
    let lookups = 0
    let links = 0
    let planned = 0
    let joins: string | null = ''
    for (const { name, target } of key.path) {
      const all = this.figures.rows(this.layout.schema(owner.uid).table)
      const side = this.#side(owner, name, target)
      links += side ? side.rows : all
      const isColumn = this.layout.schema(owner.uid).link(name).kind === 'column'
      joins = joins !== null && isColumn ? `${joins}.${name}` : null
      if (joins === null || !joined.has(joins)) {
        lookups += visited * (joins !== null ? weight.joined : side ? weight.linkLookup : weight.lookup)
        planned += weight.planned
      }
      if (joins !== null) joined.add(joins)
      // Parents with many rows are reached more often, both by a page of nested entries and through a link.
      const fanOut = owner === schema ? (side?.rows ?? 0) / Math.max(1, all) : (side?.biased ?? 0)
      visited *= Math.max(1, fanOut)
      owner = target
    }
    this.#add(part, planned)
    if (!multiplies(key)) return this.#add(part, lookups + weight.link * visited)
    const content = `${schema.uid} ${names} ${key.direction} ${key.publicationState}`
    this.#add(part, weight.counted * rows + (this.#aggregated.has(content) ? 0 : weight.aggregated * links))
    this.#aggregated.add(content)
  }

  /**
   * Returns the cost of the links in a filter. A semi-join reads a link table once and checks the conditions
   * on the linked rows.
   */
  #filterLinks(condition: Condition, schema: Schema, negated = false): number {
    switch (condition.op) {
      case 'value':
      case 'json':
      case 'like':
        return 0
      case 'not':
        return this.#filterLinks(condition.of, schema, !negated)
      case 'and':
      case 'or':
        return partsOf(condition, negated).reduce((cost, part) => cost + this.#filterLinks(part, schema, negated), 0)
      case 'link': {
        const { name, target, where } = condition
        const rows = this.figures.rows(this.layout.schema(target.uid).table)
        const visited = this.#side(schema, name, target)?.rows ?? rows
        const conditions = rows * weight.condition * conditionsOf(where)
        const { kind } = this.layout.schema(schema.uid).link(name)
        const each = kind === 'siblings' ? weight.siblings : weight.link
        return weight.planned + each * visited + conditions + this.#filterLinks(where, target, negated)
      }
      case 'version':
        return weight.planned + weight.siblings * this.figures.rows(this.layout.schema(schema.uid).table)
    }
  }

  #side(owner: Schema, name: string, target: Schema): SideFigures | null {
    const side: Side | null = sideOf(this.layout, owner, name, target)
    return side && this.figures.side(side)
  }

  /** Returns the average number of rows that a parent has for a link. */
  #fanOut({ schema, isDistinct }: Level, name: string, target: Schema): number {
    const side = this.#side(schema, name, target)
    if (!side) return 1
    if (!isDistinct || !this.#countsParents(schema, name)) return side.biased
    return side.rows / Math.max(1, this.figures.rows(this.layout.schema(schema.uid).table))
  }

  /**
   * Returns the average number of rows of a type that a parent refers to. For a to-one link, every parent of
   * a page may refer to a row of this type.
   */
  #morphs({ schema, isDistinct }: Level, name: string, type: Schema): number {
    const side = sideOf(this.layout, schema, name, type)
    if (!side) return 0
    const { rows, biased } = this.figures.side(side)
    const all = this.figures.rows(this.layout.schema(schema.uid).table)
    if (this.layout.schema(schema.uid).link(name).kind === 'morph') return Math.min(1, rows)
    return isDistinct ? rows / Math.max(1, all) : biased
  }

  /**
   * Returns whether the rows of a link are averaged over all rows of the schema, including those without
   * linked rows. They can't be for components, whose table is shared by all owners, and for localizations.
   */
  #countsParents(schema: Schema, name: string): boolean {
    const { kind } = this.layout.schema(schema.uid).link(name)
    return kind !== 'owned' && kind !== 'siblings'
  }

  #members(level: Level, members: OutputObject): void {
    const isRoot = level.depth === 0
    const planned = isRoot ? 0 : weight.populated
    this.#add(isRoot ? 'entries' : `populate ${level.path}`, planned + level.rows * costOfRow(members))
    this.#later.push(() => {
      for (const { value } of members) this.#output(level, value)
    })
  }

  #output(level: Level, output: Output): void {
    switch (output.kind) {
      case 'object':
        for (const { value } of output.members) this.#output(level, value)
        return
      case 'entries':
        return this.#members(level, output.members)
      case 'linked':
        return this.#members(this.#linked(level, output.rows, output.form === 'first'), output.members)
      case 'count':
        return void this.#linked(level, { ...output.rows, limit: 0 }, false)
      case 'zone':
        for (const { component, members, filters = null } of output.items) {
          const rows = level.rows * this.#fanOut(level, output.name, component)
          const inner = this.#descend(level, component, output.name, rows)
          const conditions = { filters, sort: [] }
          if (filters) this.#select(`populate ${inner.path}`, conditions, inner, allOf(level.rows, rows))
          this.#members(inner, members)
        }
        return
      case 'morph':
        for (const { type, members } of output.targets) {
          this.#members(
            this.#descend(level, type, output.name, level.rows * this.#morphs(level, output.name, type)),
            members,
          )
        }
        return
      case 'usedBy':
        for (const { type, uses, members } of output.targets) {
          const sides = uses.flatMap((use) => sidesOfUse(this.layout, type, use))
          const found = sides.reduce((sum, side) => sum + this.figures.side(side).biased, 0)
          const inner = this.#descend(level, type, 'related', level.rows * Math.min(found, output.limit ?? found))
          this.#add(`populate ${inner.path}`, level.rows * found * (weight.link + weight.read))
          this.#members(inner, members)
        }
        return
      case 'locales':
        return this.#add('availableLocales', level.rows * this.#fanOut(level, 'localizations', level.schema))
      case 'text':
      case 'rejected':
      case 'field':
      case 'pagination':
    }
  }

  /** Adds the cost of finding the rows of a link, and returns the level of those in the response. */
  #linked(level: Level, rows: LinkedRows, first: boolean): Level {
    const { name, target, start, limit } = rows
    const fanOut = this.#fanOut(level, name, target)
    const kept = Math.min(fanOut, first ? 1 : (limit ?? fanOut))
    const inner = this.#descend(level, target, name, level.rows * kept)
    const candidates = level.rows * fanOut
    this.#select(`populate ${inner.path}`, rows, inner, {
      parents: level.rows,
      candidates,
      page: first ? 1 : start + (limit ?? fanOut),
    })
    return inner
  }

  #descend(outer: Level, schema: Schema, name: string, rows: number): Level {
    const path = outer.path === '' ? name : `${outer.path}.${name}`
    const depth = outer.depth + 1
    const all = this.figures.rows(this.layout.schema(schema.uid).table)
    const isDistinct = depth % linksToNextStatement === 0 && rows >= all
    return { schema, path, depth, rows: isDistinct ? all : rows, isDistinct }
  }
}

/** Returns the counts for `#select` when all rows of all parents are read. */
const allOf = (parents: number, candidates: number) => ({ parents, candidates, page: candidates })

function costOfRow(members: OutputObject): number {
  return weight.row + weight.field * fieldsOf(members)
}

/** Returns the number of columns in the response for this row. */
function fieldsOf(members: OutputObject): number {
  let fields = 0
  for (const { value } of members) {
    if (value.kind === 'field') fields += 1
    else if (value.kind === 'object') fields += fieldsOf(value.members)
  }
  return fields
}

/**
 * The comparison of an object counts as this number of comparisons of values. For JSON texts of other lengths
 * it takes as long as one, for texts of the same length as long as a hundred (measured on SQLite).
 */
const valuesOfJson = 10

/** Returns the number of conditions on columns of the row itself. */
function conditionsOf(condition: Condition | null): number {
  switch (condition?.op) {
    case undefined:
    case 'link':
    case 'version':
      return 0
    case 'value':
    case 'like':
      return 1
    case 'json':
      return valuesOfJson
    case 'not':
      return conditionsOf(condition.of)
    case 'and':
    case 'or':
      return condition.of.reduce((count, part) => count + conditionsOf(part), 0)
  }
}

/** Returns the largest number of entries that a condition on the id allows; null when there is no such condition. */
function idsIn(condition: Condition | null): number | null {
  if (condition?.op === 'and') {
    const counts = condition.of.map(idsIn).filter((count) => count !== null)
    return counts.length > 0 ? Math.min(...counts) : null
  }
  if (condition?.op !== 'value' || condition.name !== 'id') return null
  return condition.operator === '$eq' || condition.operator === '$in' ? condition.values.length : null
}

/** Returns whether an index already has the order, so that the database reads only one page. */
function isIndexed(schema: Schema, { name, path, attribute }: SortKey): boolean {
  if (path.length > 0) return false
  if (name === 'id' || (isScalar(attribute) && attribute.unique)) return true
  const indexes = schema.model === 'contentType' ? (schema satisfies ContentType).indexes : []
  return indexes.some(({ attributes }) => attributes[0] === name)
}
