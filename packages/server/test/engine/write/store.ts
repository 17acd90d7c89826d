import type { ContentType, LinkAttribute } from '@content-api/model'
import { ownRules } from '@content-api/core/query/own-rules'
import { allowEverything, type PlanContext } from '@content-api/core/query/plan-context'
import { fileType, type WritePlan } from '@content-api/engine/plan'
import { type Connection, type Database, openDatabase, type WriteTransaction } from '@content-api/engine/database'
import type { Row } from '../../../../engine/src/database/database.js'
import { ownerColumns } from '../../../../engine/src/layout/columns.js'
import { createLayout } from '../../../../engine/src/layout/own-layout.js'
import { quote } from '../../../../engine/src/layout/names.js'
import { syncSchema } from '@content-api/engine/schema'
import { applyCreate, applyDelete, applyLocalization, applyUpdate } from '@content-api/engine/write'
import { planWrite, type WriteOptions } from '@content-api/core/query/body/plan-write'
import { writeModel } from './model.js'

const registry = writeModel()
const layout = createLayout(registry, 'sqlite')

export const context: PlanContext = {
  registry,
  can: allowEverything,
  limits: {
    defaultLimit: 25,
    maxLimit: 100,
    withCount: true,
    arrayLimit: 100,
    filterDepth: 20,
    filterConditions: 500,
    filterText: 1000,
  },
  strict: true,
  locales: { default: 'en', codes: ['en', 'fr', 'de'] },
  reading: ownRules,
}

type Data = Readonly<Record<string, unknown>>

/** A database of the write model with the interface of the entries layer: it writes bodies, and reads rows with SQL. */
export class WriteStore {
  private constructor(readonly database: Database) {}

  static async open(connection: Connection): Promise<WriteStore> {
    const database = await openDatabase({ registry, connection })
    await syncSchema(database)
    return new WriteStore(database)
  }

  close(): Promise<void> {
    return this.database.close()
  }

  create(name: string, data: Data, options: Partial<WriteOptions> = {}): Promise<number> {
    const plan = planWrite(typeOf(name), data, { action: 'create', context, publishByDefault: true, ...options })
    return this.database.write(async (tx) => (await applyCreate(plan, tx)).id)
  }

  /** @param applied called after the write and before its commit, when no other write of the entry can run */
  update(name: string, id: number, data: Data, applied: (plan: WritePlan) => void = () => undefined): Promise<boolean> {
    const plan = planWrite(typeOf(name), data, { action: 'update', context })
    return this.database.write(async (tx) => {
      const found = (await applyUpdate(plan, id, tx)) !== null
      applied(plan)
      return found
    })
  }

  delete(name: string, id: number): Promise<boolean> {
    return this.database.write((tx) => applyDelete(typeOf(name), id, tx))
  }

  localize(name: string, id: number, data: Data): Promise<number | null> {
    const plan = planWrite(typeOf(name), data, { action: 'create', context, inherits: true })
    return this.database.write(async (tx) => (await applyLocalization(plan, id, tx))?.id ?? null)
  }

  /** Creates entries of a type that has a `name`. */
  async createMany(name: string, count: number): Promise<number[]> {
    const ids: number[] = []
    for (let index = 1; index <= count; index++) ids.push(await this.create(name, { name: `${name} ${index}` }))
    return ids
  }

  createFile(mime: string): Promise<number> {
    const { table } = layout.schema(fileType)
    return this.database.write(async (tx) => (await tx.insert(table, { name: mime, mime })).id)
  }

  query(sql: string): Promise<readonly Row[]> {
    return this.database.write((tx) => tx.query({ sql, values: [] }))
  }

  async row(name: string, id: number): Promise<Row> {
    const [row] = await this.query(`SELECT * FROM ${quote(layout.schema(typeOf(name).uid).table)} WHERE "id" = ${id}`)
    return row ?? {}
  }

  /** Returns the ids on the other side of a link, in its order. */
  related(name: string, id: number, link: string): Promise<number[]> {
    return this.database.write((tx) => this.relatedIn(tx, name, id, link))
  }

  async relatedIn(tx: WriteTransaction, name: string, id: number, link: string): Promise<number[]> {
    const [from, member, where, order] = source(typeOf(name), link)
    const of = (column: string) => (column === '' ? '' : `ORDER BY ${quote(column)}`)
    const sql = `SELECT ${quote(member)} AS "id" FROM ${quote(from)} WHERE ${quote(where)} = ${id} ${of(order)}`
    const rows = await tx.query({ sql, values: [] })
    return rows.flatMap((row) => (row['id'] === null ? [] : [Number(row['id'])]))
  }

  /** Returns the numbers that order a list. */
  async numbers(name: string, id: number, link: string): Promise<number[]> {
    const [from, , where, order] = source(typeOf(name), link)
    const sql = `SELECT ${quote(order)} AS "n" FROM ${quote(from)} WHERE ${quote(where)} = ${id} ORDER BY ${quote(order)}`
    return (await this.query(sql)).map((row) => Number(row['n']))
  }

  /** Returns the rows of a component in one attribute of its owner. */
  components(component: string, owner: string, id: number, field: string): Promise<readonly Row[]> {
    const { table } = layout.schema(component)
    const conditions = [
      `${quote(ownerColumns.type)} = '${owner.includes('.') ? owner : typeOf(owner).uid}'`,
      `${quote(ownerColumns.id)} = ${id}`,
      `${quote(ownerColumns.field)} = '${field}'`,
    ]
    return this.query(
      `SELECT * FROM ${quote(table)} WHERE ${conditions.join(' AND ')} ORDER BY ${quote(ownerColumns.position)}`,
    )
  }

  async count(table: string): Promise<number> {
    const [row] = await this.query(`SELECT COUNT(*) AS "n" FROM ${quote(table)}`)
    return Number(row?.['n'])
  }
}

function typeOf(name: string): ContentType {
  return registry.contentType(`api::${name}.${name}`)
}

/** Returns the table, the column of the linked row, the column of the owner and the column of the order. */
function source(type: ContentType, name: string): [string, string, string, string] {
  const link = layout.schema(type.uid).link(name)
  const attribute = type.attributes[name] as LinkAttribute
  if (link.kind === 'column') return [layout.schema(type.uid).table, link.column, 'id', '']
  if (link.kind === 'inverse') return [link.table, 'id', link.column, link.order ?? '']
  if (link.kind === 'join') return [link.table, link.target, link.source, link.order]
  if (link.kind === 'morphJoin') return [link.table, link.target, link.source, link.order]
  throw new Error(`${name} is a ${attribute.type}`)
}
