import type { StorageKind, Stored } from '../attributes/scalar-behaviour.js'
import type { Dialect } from './dialects/dialect.js'

/** SQL with its parameters: values never stand in the text. */
export interface Statement {
  readonly sql: string
  readonly values: readonly Stored[]
}

/** Collects parameters and hands out table aliases while a statement is written. */
export class StatementBuilder {
  readonly values: Stored[] = []
  #aliases = 0

  constructor(readonly dialect: Dialect) {}

  alias(): string {
    return `t${this.#aliases++}`
  }

  /** A parameter, cast so that it compares as a column of this kind does. */
  bind(kind: StorageKind | 'id', value: Stored): string {
    return this.dialect.bind(kind, this.placeholder(value), value)
  }

  /** A parameter as it is. */
  placeholder(value: Stored): string {
    this.values.push(value)
    return this.dialect.placeholder(this.values.length)
  }

  finish(sql: string): Statement {
    return { sql, values: this.values }
  }
}
