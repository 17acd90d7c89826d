/** Formats JSON with short lists and objects on one line, which is easier to read. */
export function jsonText(value: unknown, width = 60, indent = ''): string {
  const spaced = onOneLine(value)
  if (typeof value !== 'object' || value === null || indent.length + spaced.length <= width) return spaced
  const inner = `${indent}  `
  const isList = Array.isArray(value)
  const members = isList
    ? value.map((item) => inner + jsonText(item, width, inner))
    : Object.entries(value).map(([name, item]) => `${inner}${JSON.stringify(name)}: ${jsonText(item, width, inner)}`)
  const [open, close] = isList ? ['[', ']'] : ['{', '}']
  return `${open}\n${members.join(',\n')}\n${indent}${close}`
}

function onOneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(onOneLine).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const members = Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${onOneLine(item)}`)
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}
