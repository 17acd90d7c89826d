/** Returns a string as one word of a POSIX shell. */
export const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Returns one shell word in which a variable, named by the first group, replaces every match of a pattern. */
export function quoteWith(text: string, pattern: RegExp, name: (group: string) => string): string {
  const parts: string[] = []
  let end = 0
  for (const match of text.matchAll(pattern)) {
    if (match.index > end) parts.push(quote(text.slice(end, match.index)))
    parts.push(`"$${name(match[1] ?? match[0])}"`)
    end = match.index + match[0].length
  }
  if (end < text.length || parts.length === 0) parts.push(quote(text.slice(end)))
  return parts.join('')
}
