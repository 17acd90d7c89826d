import type { Model, ModelAttributes, ModelStatic, Sequelize } from 'sequelize'
import type { Dialect } from './dialects/dialect.js'
import type { Layout, Table } from './layout.js'

/**
 * The Sequelize models of the layout's tables, by which rows are written. Each is defined when it is first needed. Columns
 * are given as the dialect's own types: a value reaches the database as it is, without Sequelize's conversions.
 */
export class Models {
  readonly #tables: ReadonlyMap<string, Table>
  readonly #models = new Map<string, ModelStatic<Model>>()

  constructor(
    readonly sequelize: Sequelize,
    layout: Layout,
    readonly dialect: Dialect,
  ) {
    this.#tables = new Map(layout.tables.map((table) => [table.name, table]))
  }

  of(name: string): ModelStatic<Model> {
    const found = this.#models.get(name)
    if (found) return found
    const table = this.#tables.get(name)
    if (!table) throw new Error(`No table ${name}`)
    const attributes: ModelAttributes = {}
    for (const column of table.columns) {
      attributes[attributeOf(column.name)] = {
        field: column.name,
        type: this.dialect.columnType[column.kind],
        ...(column.kind === 'id' && { primaryKey: true, autoIncrement: true }),
      }
    }
    const model = this.sequelize.define(name, attributes, { tableName: name, timestamps: false })
    this.#models.set(name, model)
    return model
  }
}

/** A column named `save` or `get` would hide that method of its model. */
export function attributeOf(column: string): string {
  return column === 'id' ? column : `column_${column}`
}
