import { readFileSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { inspect } from 'node:util'
import { expect, test } from 'vitest'
import { configSchema } from '../packages/core/src/config/schema.js'

const folder = join(import.meta.dirname, '../docs/server')

interface Schema {
  readonly _zod: {
    readonly def: {
      readonly type: string
      readonly innerType?: Schema
      readonly shape?: Readonly<Record<string, Schema>>
      readonly options?: readonly Schema[]
      readonly defaultValue?: unknown
    }
  }
}

interface Key {
  readonly path: string
  readonly hasDefault: boolean
  readonly value: unknown
}

/** Returns the keys of an object schema with their defaults. Sections, such as `limits`, are not keys. */
function keysOf({ _zod: { def } }: Schema, path = ''): Key[] {
  if (def.shape)
    return Object.entries(def.shape).flatMap(([key, value]) => keysOf(value, path === '' ? key : `${path}.${key}`))
  if (def.type === 'union')
    return [
      { path, hasDefault: false, value: undefined },
      ...(def.options ?? []).flatMap((each) => unionKeysOf(each, path)),
    ]
  // Sections have type `prefault` and aren't rows: their keys have the defaults.
  if (def.type === 'default')
    return [
      { path, hasDefault: true, value: def.defaultValue },
      // The keys of a section that is off by default.
      ...(def.innerType && def.defaultValue === null ? unionKeysOf(def.innerType, path) : []),
    ]
  return def.innerType && hasKeys(def.innerType)
    ? keysOf(def.innerType, path)
    : [{ path, hasDefault: false, value: undefined }]
}

const unionKeysOf = (schema: Schema, path: string) =>
  (hasKeys(schema) ? keysOf(schema, path) : []).filter((key) => key.path !== path)

const hasKeys = ({ _zod: { def } }: Schema): boolean =>
  def.shape !== undefined ||
  (def.options ?? []).some(hasKeys) ||
  (def.innerType !== undefined && hasKeys(def.innerType))

interface Row {
  readonly page: string
  readonly path: string
  readonly value: string
  readonly meaning: string
}

/** Returns the rows of the tables of keys in a page: `| key | default | meaning |`. */
function rowsOf(page: string): Row[] {
  const text = readFileSync(join(folder, page), 'utf8')
  return [...text.matchAll(/^\| key(?: of `([\w.]+)`)? \| default \| meaning \|\n\|[-|]+\|\n((?:\|.*\n)+)/gm)].flatMap(
    ([, section, rows = '']) =>
      rows
        .trimEnd()
        .split('\n')
        .flatMap((row) => {
          const [names = '', value = '', meaning = ''] = row
            .split(/(?<!\\)\|/)
            .slice(1, -1)
            .map((cell) => cell.trim())
          const paths = [...names.replace(/\(.*\)/, '').matchAll(/`([^`]+)`/g)].map(([, path = '']) => path)
          return paths.map((path) => ({
            page,
            path: section === undefined ? path : `${section}.${path}`,
            value,
            meaning,
          }))
        }),
  )
}

const keys = new Map(keysOf(configSchema as unknown as Schema).map((key) => [key.path, key]))
const rows = readdirSync(folder)
  .filter((name) => name.endsWith('.md'))
  .flatMap(rowsOf)

/** The table's cells for defaults that other code applies, or that are too long for a table. */
const otherDefaults: Readonly<Record<string, string>> = {
  database: '`.tmp/data.db`',
  'database.poolSize': '`10`',
  'database.replicas': '`[]`',
  'database.maxLag': '`5000`',
  'upload.types': 'all',
  'upload.s3.prefix': '',
}

/** A value as the tables show it. */
function shown(value: unknown): string {
  const text =
    typeof value === 'string' ? value : inspect(value, { breakLength: Number.POSITIVE_INFINITY, compact: true })
  return `\`${text.replace(/^\[ (.*) \]$/, '[$1]')}\``
}

test('each key of the configuration has a row with its default and its meaning', () => {
  const wrong = rows.flatMap(({ page, path, value, meaning }) => {
    const key = keys.get(path)
    if (key === undefined) return [`${page}: there is no key ${path}`]
    if (meaning === '') return [`${page}: ${path} has no meaning`]
    const expected = otherDefaults[path] ?? (key.hasDefault ? shown(key.value) : undefined)
    if (expected !== undefined)
      return value === expected ? [] : [`${page}: the default of ${path} is ${expected}, not ${value}`]
    return /^`[^`]*`$/.test(value) ? [`${page}: ${path} has no default ${value}`] : []
  })
  expect(wrong).toEqual([])
})

test('each key of the configuration has one row', () => {
  const listed = rows.map(({ path }) => path)
  /** These keys have no row: the text about `database` shows them. */
  const inOther = ['database.dialect', 'database.file']
  expect([...keys.keys()].filter((path) => !listed.includes(path) && !inOther.includes(path))).toEqual([])
  expect(listed.filter((path, index) => listed.indexOf(path) !== index)).toEqual([])
})
