import type { ScalarAttribute, ScalarType } from '@content-api/model'

/** How a scalar attribute is edited: its control, and the way between the API's value and the control's text. */
export interface ScalarField {
  readonly control: 'line' | 'lines' | 'password' | 'number' | 'choice' | 'date' | 'time' | 'datetime' | 'json'
  /** The text of a control; empty for null. */
  readonly toText: (value: unknown) => string
  /**
   * The value that a text stands for; null for an empty one.
   *
   * @throws ValueProblem for a text that is no such value
   */
  readonly parse: (text: string, attribute: ScalarAttribute) => unknown
  /** Said beside the label. */
  readonly unit?: string
}

/** Why a text is not a value of its attribute; `path` leads to the place in JSON. */
export class ValueProblem extends Error {
  override readonly name = 'ValueProblem'

  constructor(
    message: string,
    readonly path: readonly (string | number)[] = [],
  ) {
    super(message)
  }
}

/** A value as people read it; empty for null. */
export function plain(value: unknown): string {
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

const asWritten = (text: string): string | null => (text === '' ? null : text)

const line: ScalarField = { control: 'line', toText: plain, parse: asWritten }
const lines: ScalarField = { ...line, control: 'lines' }

const decimalForm = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i
const wholeForm = /^[+-]?\d+$/

const number: ScalarField = {
  control: 'number',
  toText: plain,
  parse: (text) => {
    const digits = text.trim()
    if (digits === '') return null
    if (!decimalForm.test(digits) || !Number.isFinite(Number(digits))) {
      throw new ValueProblem('Enter a number, with a point before its fraction')
    }
    return Number(digits)
  },
}

const wholeNumber: ScalarField = {
  ...number,
  parse: (text) => {
    const digits = text.trim()
    if (digits === '') return null
    if (!wholeForm.test(digits)) throw new ValueProblem('Enter a whole number')
    if (!Number.isSafeInteger(Number(digits))) throw new ValueProblem('Enter a number of at most 15 digits')
    return Number(digits)
  },
}

/** 64 bits don't fit into a JavaScript number, so the digits are sent as text. */
const digits: ScalarField = {
  ...number,
  parse: (text) => {
    const written = text.trim()
    if (written === '') return null
    if (!wholeForm.test(written)) throw new ValueProblem('Enter a whole number')
    return written.replace('+', '')
  },
}

/** Browsers leave seconds out of a time control when they are zero; the API requires them. */
const withSeconds = (text: string): string => (/^\d\d:\d\d$/.test(text) ? `${text}:00` : text)

const time: ScalarField = {
  control: 'time',
  toText: (value) => plain(value).replace(/\.000$/, ''),
  parse: (text) => (text === '' ? null : withSeconds(text)),
}

/** The control knows no time zones, so it shows UTC, as the API does. */
const datetime: ScalarField = {
  control: 'datetime',
  unit: 'UTC',
  toText: (value) => plain(value).replace(/(?:\.000)?Z$/, ''),
  parse: (text) => {
    if (text === '') return null
    const [day = '', clock = ''] = text.split('T')
    const instant = new Date(`${day}T${withSeconds(clock)}Z`)
    if (Number.isNaN(instant.getTime())) throw new ValueProblem('Enter a date and a time')
    return instant.toISOString()
  },
}

const json: ScalarField = {
  control: 'json',
  toText: (value) => (value === null || value === undefined ? '' : JSON.stringify(value, null, 2)),
  parse: (text) => (text.trim() === '' ? null : parseJson(text)),
}

const list: ScalarField = {
  ...json,
  parse: (text, attribute) => {
    const value = json.parse(text, attribute)
    if (value === null || Array.isArray(value)) return value
    throw new ValueProblem('Enter a JSON array: [ … ]')
  },
}

const choice: ScalarField = { control: 'choice', toText: plain, parse: asWritten }

export const scalarFields = {
  string: line,
  text: lines,
  richtext: lines,
  email: line,
  password: { ...line, control: 'password' },
  uid: line,
  enumeration: choice,
  boolean: { ...choice, parse: (text) => (text === '' ? null : text === 'true') },
  date: { ...line, control: 'date' },
  time,
  datetime,
  timestamp: {
    ...datetime,
    toText: (value) => {
      const instant = new Date(Number(value))
      return value === null || value === undefined || Number.isNaN(instant.getTime())
        ? ''
        : datetime.toText(instant.toISOString())
    },
  },
  integer: wholeNumber,
  biginteger: digits,
  float: number,
  decimal: number,
  json,
  array: list,
  blocks: list,
} as const satisfies Record<ScalarType, ScalarField>

/** @throws ValueProblem with the words of the parser, which name the place */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ValueProblem(`This is not JSON: ${(error as Error).message}`)
  }
}
