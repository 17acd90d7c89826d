import type { ScalarType } from '@content-api/model'
import type { DialectName } from '@content-api/engine/layout'

/** The kinds of columns in Strapi's tables. `id`: a counted primary key. `moment`: of Strapi's notes of migrations. */
export type ColumnType =
  | 'id'
  | 'string'
  | 'text'
  | 'json'
  | 'integer'
  | 'bigint'
  | 'double'
  | 'decimal'
  | 'date'
  | 'time'
  | 'datetime'
  | 'moment'
  | 'boolean'

export interface StrapiColumn {
  readonly name: string
  readonly type: ColumnType
}

export interface StrapiIndex {
  readonly name: string
  readonly columns: readonly string[]
  readonly unique?: boolean
}

/** A column with the id of a row of another table. */
export interface StrapiForeignKey {
  readonly name: string
  readonly column: string
  readonly table: string
  readonly onDelete: 'CASCADE' | 'SET NULL'
}

/** A table as Strapi 5.54 creates it. All columns except the id may be NULL, and none has a default. */
export interface StrapiTable {
  readonly name: string
  readonly columns: readonly StrapiColumn[]
  readonly indexes: readonly StrapiIndex[]
  readonly foreignKeys: readonly StrapiForeignKey[]
}

/** The column of an attribute, by its type. Strapi has no type `array`. */
export const columnTypes: Readonly<Record<ScalarType, ColumnType>> = {
  string: 'string',
  enumeration: 'string',
  email: 'string',
  password: 'string',
  uid: 'string',
  text: 'text',
  richtext: 'text',
  json: 'json',
  blocks: 'json',
  array: 'json',
  integer: 'integer',
  biginteger: 'bigint',
  float: 'double',
  decimal: 'decimal',
  date: 'date',
  time: 'time',
  datetime: 'datetime',
  timestamp: 'datetime',
  boolean: 'boolean',
}

/** The types in SQL. Other words for the same types would make Strapi rewrite a table. */
export const sqlTypes: Readonly<Record<DialectName, Readonly<Record<ColumnType, string>>>> = {
  sqlite: {
    id: 'integer PRIMARY KEY AUTOINCREMENT NOT NULL',
    string: 'varchar(255)',
    text: 'text',
    json: 'json',
    integer: 'integer',
    bigint: 'bigint',
    double: 'float',
    decimal: 'float',
    date: 'date',
    time: 'time',
    datetime: 'datetime',
    moment: 'datetime',
    boolean: 'boolean',
  },
  postgres: {
    id: 'serial PRIMARY KEY',
    string: 'varchar(255)',
    text: 'text',
    json: 'jsonb',
    integer: 'integer',
    bigint: 'bigint',
    double: 'double precision',
    decimal: 'decimal(10, 2)',
    date: 'date',
    time: 'time',
    datetime: 'timestamp(6)',
    moment: 'timestamp',
    boolean: 'boolean',
  },
}
