import type { Json } from './values.js'

/** The greatest length of a line. */
const width = 100

/** Prints a value in the style of a TypeScript formatter: single quotes, unquoted names, line breaks in long values. */
export function printLiteral(value: Json, indent = ''): string {
  const flat = inOneLine(value)
  if (flat.length + indent.length <= width || typeof value !== 'object' || value === null) return flat
  const deeper = `${indent}  `
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).map((item) => `${deeper}${printLiteral(item, deeper)},\n`)
    return `[\n${items.join('')}${indent}]`
  }
  const members = Object.entries(value).map(([name, one]) => `${deeper}${key(name)}: ${printLiteral(one, deeper)},\n`)
  return `{\n${members.join('')}${indent}}`
}

function inOneLine(value: Json): string {
  if (typeof value === 'string') return quoted(value)
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return `[${(value as readonly Json[]).map(inOneLine).join(', ')}]`
  const members = Object.entries(value).map(([name, one]) => `${key(name)}: ${inOneLine(one)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}

const key = (name: string): string => (/^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name))

/** Escapes characters that a string literal can't contain, and the line separators U+2028 and U+2029. */
function quoted(text: string): string {
  const escaped = JSON.stringify(text)
    .slice(1, -1)
    .replaceAll('\\"', '"')
    .replaceAll("'", "\\'")
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
  return `'${escaped}'`
}
