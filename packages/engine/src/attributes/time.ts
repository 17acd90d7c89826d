import { InvalidValue, printed, type ScalarBehaviour, usualBehaviour } from './scalar-behaviour.js'

const clock = /^((?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d)(?:\.(\d{1,3}))?$/

export const time: ScalarBehaviour = {
  storage: 'time',
  ...usualBehaviour,
  parse: (value, _attribute, name) => readTime(value, name),
  comparand: (value, _attribute, name) => readTime(value, name),
}

function readTime(value: unknown, name: string): string {
  const parts = typeof value === 'string' ? clock.exec(value) : null
  if (!parts) throw new InvalidValue(`Invalid time format, expected HH:mm:ss.SSS: ${name} is ${printed(value)}`, true)
  const [, seconds, fraction = ''] = parts
  return `${seconds}.${fraction.padEnd(3, '0')}`
}
