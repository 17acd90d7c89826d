/**
 * JSON text as the database returns it: a string, or its bytes in UTF-8. SQLite returns bytes, because
 * decoding and encoding a response takes longer than sending it. Code that sends a text leaves it as it is.
 */
export type JsonText = string | Buffer

/** A member of an object: its name, which needs no escapes, and its value. */
export type Member = readonly [name: string, value: JsonText]

export function stringOf(text: JsonText): string {
  return typeof text === 'string' ? text : text.toString('utf8')
}

export function parseText(text: JsonText): unknown {
  return JSON.parse(stringOf(text))
}

/** Returns the text of an array with these items. */
export function listOf(items: readonly JsonText[]): JsonText {
  return concatenate(['[', ...items.flatMap((item, index) => (index === 0 ? [item] : [',', item])), ']'])
}

/** Returns the text of an object with these members. */
export function objectOf(members: readonly Member[]): JsonText {
  const parts = members.flatMap(([name, value], index) => [`${index === 0 ? '' : ','}"${name}":`, value])
  return concatenate(['{', ...parts, '}'])
}

/** The result is a string if all texts are strings. */
function concatenate(texts: readonly JsonText[]): JsonText {
  if (texts.every((text) => typeof text === 'string')) return texts.join('')
  return Buffer.concat(texts.map((text) => (typeof text === 'string' ? Buffer.from(text) : text)))
}
