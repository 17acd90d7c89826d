/** Test values of an attribute type. Each row of `valueTypes` results in scenarios for every operator of the type. */
export interface ValueType {
  /** The attribute of the content type `item` that has this attribute type. */
  readonly attribute: string
  /** Three values, in ascending order if `ordered`. `prefix` makes values of unique attributes differ between runs. */
  readonly values: (prefix: string) => readonly [unknown, unknown, unknown]
  /** A value that no entry has; null for boolean and json, whose operators do not use it. */
  readonly absent: (prefix: string) => unknown
  /** Parts of the second value, for text types. */
  readonly text?: (prefix: string) => { readonly part: string; readonly start: string; readonly end: string }
  /** False if the values have no order. */
  readonly ordered: boolean
}

const words = (attribute: string): ValueType => ({
  attribute,
  // The first value contains the beginning of the second one, and the third contains its end. So a target
  // that treats "starts with" or "ends with" as "contains" returns too many entries.
  values: () => ['alpha beta', 'beta Two', 'gamma Two more'],
  absent: () => 'omega none',
  text: () => ({ part: 'ta Tw', start: 'beta', end: 'Two' }),
  ordered: true,
})

const unordered = { ordered: false } as const

/** Every attribute type that can be filtered. */
export const valueTypes = {
  string: words('str'),
  text: words('txt'),
  richtext: words('rich'),
  enumeration: {
    attribute: 'kind',
    values: () => ['a_be', 'bequeta', 'c_ta_x'],
    absent: () => 'delta',
    text: () => ({ part: 'que', start: 'be', end: 'ta' }),
    ordered: true,
  },
  email: {
    attribute: 'mail',
    values: () => ['alpha.beta@one.example', 'beta@two.example', 'gamma@two.example.org'],
    absent: () => 'omega@none.example',
    text: () => ({ part: 'eta@tw', start: 'beta@', end: 'two.example' }),
    ordered: true,
  },
  uid: {
    attribute: 'slug',
    values: (prefix) => [`a-${prefix}-bx`, `${prefix}-beta.qq`, `z-qq-${prefix}`],
    absent: (prefix) => `${prefix}-omega`,
    text: (prefix) => ({ part: 'a.q', start: `${prefix}-b`, end: 'qq' }),
    ordered: true,
  },
  date: {
    attribute: 'day',
    values: () => ['2023-12-31', '2024-02-29', '2024-03-01'],
    absent: () => '2020-01-01',
    ordered: true,
  },
  time: {
    attribute: 'tod',
    values: () => ['00:00:01.000', '08:30:00.000', '23:59:59.999'],
    absent: () => '12:00:00.000',
    ordered: true,
  },
  datetime: {
    attribute: 'at',
    values: () => ['2023-12-31T23:59:59.999Z', '2024-02-29T10:00:00.000Z', '2024-03-01T00:00:00.000Z'],
    absent: () => '2020-01-01T00:00:00.000Z',
    ordered: true,
  },
  timestamp: {
    attribute: 'stamp',
    values: () => ['2023-12-31T23:59:59.999Z', '2024-02-29T10:00:00.000Z', '2024-03-01T00:00:00.000Z'],
    absent: () => '2020-01-01T00:00:00.000Z',
    ordered: true,
  },
  integer: { attribute: 'int', values: () => [-7, 2, 10], absent: () => 99, ordered: true },
  biginteger: { attribute: 'big', values: () => ['-5', '42', '4294967296'], absent: () => '77', ordered: true },
  float: { attribute: 'flt', values: () => [-1.5, 0.25, 3.75], absent: () => 8.5, ordered: true },
  decimal: { attribute: 'dec', values: () => [-2.5, 10.25, 99.5], absent: () => 7.5, ordered: true },
  boolean: { attribute: 'flag', values: () => [false, true, true], absent: () => null, ...unordered },
  json: { attribute: 'obj', values: () => [{ a: 1 }, ['x'], { b: { c: null } }], absent: () => null, ...unordered },
} as const satisfies Record<string, ValueType>

export type ValueTypeName = keyof typeof valueTypes

export const valueTypeEntries = Object.entries(valueTypes) as readonly (readonly [ValueTypeName, ValueType])[]

/** Labels of the four entries of the table: one per value, and one without values. */
export const labels = ['low', 'mid', 'high', 'none'] as const
export type Label = (typeof labels)[number]

/** The bodies of the four entries. */
export function itemRows(prefix: string): Record<string, unknown>[] {
  return labels.map((label, index) => ({
    label,
    ...(label === 'none'
      ? {}
      : Object.fromEntries(valueTypeEntries.map(([, type]) => [type.attribute, type.values(prefix)[index]]))),
  }))
}
