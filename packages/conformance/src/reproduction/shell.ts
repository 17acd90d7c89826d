/** A text as one word of a POSIX shell. */
export const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** One word in which every match of a pattern is the value of a variable, named by the first group of the match. */
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
