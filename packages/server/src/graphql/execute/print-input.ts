/** The maximum number of characters: the rest of a message must be visible, too. */
const longest = 400
const mostItems = 10
const deepest = 2

/**
 * Prints the value of a variable for a message, like graphql-js: `{ title: "a", tags: [1, 2] }`. It stops at
 * 400 characters, so that the time doesn't depend on the size of the value.
 */
export function printInput(value: unknown): string {
  const text = print(value, 0, longest)
  return text.length > longest ? `${text.slice(0, longest)}…` : text
}

/** Prints at least `room` characters of a value, if it has that many. */
function print(value: unknown, level: number, room: number): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, room + 1))
  if (typeof value !== 'object' || value === null) return String(value)
  if (Array.isArray(value)) return printList(value, level, room)
  return printObject(value as Readonly<Record<string, unknown>>, level, room)
}

function printList(list: readonly unknown[], level: number, room: number): string {
  if (list.length === 0) return '[]'
  if (level >= deepest) return '[Array]'
  const items: string[] = []
  let used = 0
  for (const item of list.slice(0, mostItems)) {
    const text = print(item, level + 1, room - used)
    items.push(text)
    used += text.length + 2
    if (used > room) return `[${items.join(', ')}`
  }
  const more = list.length - mostItems
  if (more > 0) items.push(more === 1 ? '... 1 more item' : `... ${more} more items`)
  return `[${items.join(', ')}]`
}

function printObject(object: Readonly<Record<string, unknown>>, level: number, room: number): string {
  const members: string[] = []
  let used = 0
  // `Object.keys` would take time for all keys of the object.
  for (const key in object) {
    if (!Object.hasOwn(object, key)) continue
    if (level >= deepest) return '[Object]'
    const text = `${key}: ${print(object[key], level + 1, room - used)}`
    members.push(text)
    used += text.length + 2
    if (used > room) return `{ ${members.join(', ')}`
  }
  return members.length === 0 ? '{}' : `{ ${members.join(', ')} }`
}
