import type { ScalarAttribute, ScalarType } from '@content-api/model'

/**
 * The editing of a scalar attribute: its control, and the conversion between the API's value and the
 * control's text.
 */
export interface ScalarField {
  readonly control: 'line' | 'lines' | 'password' | 'number' | 'choice' | 'date' | 'time' | 'datetime' | 'json'
  /** Converts a value to the text of the control; null becomes an empty string. */
  readonly toText: (value: unknown) => string
  /**
   * Converts the text of the control to a value; an empty string becomes null.
   *
   * @throws ValueProblem for a text that is not a valid value
   */
  readonly parse: (text: string, attribute: ScalarAttribute) => unknown
  /** Shown beside the label. */
  readonly unit?: string
}

/** Explains why a text is not a valid value. `path` is the position in JSON. */
export class ValueProblem extends Error {
  override readonly name = 'ValueProblem'

  constructor(
    message: string,
    readonly path: readonly (string | number)[] = [],
  ) {
    super(message)
  }
}

/** Formats a value for people; null becomes an empty string. */
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
      throw new ValueProblem('Enter a number, with a point as the decimal separator')
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

/** A 64-bit integer doesn't fit into a JavaScript number, so it is sent as a string. */
const digits: ScalarField = {
  ...number,
  parse: (text) => {
    const written = text.trim()
    if (written === '') return null
    if (!wholeForm.test(written)) throw new ValueProblem('Enter a whole number')
    return written.replace('+', '')
  },
}

/** Adds seconds: browsers leave them out of a time if they are zero, but the API requires them. */
const withSeconds = (text: string): string => (/^\d\d:\d\d$/.test(text) ? `${text}:00` : text)

const time: ScalarField = {
  control: 'time',
  toText: (value) => plain(value).replace(/\.000$/, ''),
  parse: (text) => (text === '' ? null : withSeconds(text)),
}

/** The control has no time zone, so it shows UTC, like the API. */
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

/** @throws ValueProblem with the parser's message, which contains the position */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new ValueProblem(`This is not JSON: ${(error as Error).message}`)
  }
}
