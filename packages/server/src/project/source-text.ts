/** The text of a source file with parts replaced by spaces, so that every character keeps its position. */
export interface SourceText {
  /** The text without comments. */
  readonly text: string
  /** The text without comments, strings and regular expressions. */
  readonly code: string
}

const beforeRegex = /(?:^|[(,=:[!&|?{};+\-*%~^<>]|\b(?:return|typeof|case|in|of|do|else))\s*$/

/**
 * Replaces comments, strings and regular expressions of JavaScript or TypeScript by spaces. It is exact
 * enough to search for names.
 */
export function sourceText(source: string): SourceText {
  let text = ''
  let code = ''
  const add = (part: string, kind: 'code' | 'string' | 'comment') => {
    const blank = part.replaceAll(/[^\n]/g, ' ')
    text += kind === 'comment' ? blank : part
    code += kind === 'code' ? part : blank
  }
  // For each open `${…}` of a template, the depth of braces at which it began. Its content is code.
  const templates: number[] = []
  let depth = 0
  for (let at = 0; at < source.length; ) {
    const rest = source.slice(at, at + 2)
    const [character = ''] = rest
    const length = tokenLength(source, at, rest, code)
    if (length !== null) {
      const isComment = rest === '//' || rest === '/*'
      add(source.slice(at, at + length), isComment ? 'comment' : 'string')
      at += length
    } else if (character === '`' || (character === '}' && templates.at(-1) === depth)) {
      if (character === '}') templates.pop()
      const end = templateEnd(source, at + 1)
      add(source.slice(at, end), 'string')
      if (source.slice(end - 2, end) === '${') templates.push(depth)
      at = end
    } else {
      if (character === '{') depth += 1
      if (character === '}') depth -= 1
      add(character, 'code')
      at += 1
    }
  }
  return { text, code }
}

/** Returns the length of the comment, string or regular expression that begins at a position, or null if none does. */
function tokenLength(source: string, at: number, rest: string, code: string): number | null {
  const until = (pattern: RegExp) => {
    pattern.lastIndex = at
    return pattern.exec(source)?.[0].length ?? 1
  }
  if (rest === '//') return until(/[^\n]*/y)
  if (rest === '/*') return until(/\/\*[\s\S]*?(?:\*\/|$)/y)
  if (rest.startsWith("'")) return until(/'(?:\\[\s\S]|[^'\\\n])*'?/y)
  if (rest.startsWith('"')) return until(/"(?:\\[\s\S]|[^"\\\n])*"?/y)
  if (rest.startsWith('/') && beforeRegex.test(code.slice(-40))) {
    return until(/\/(?:\\[^\n]|\[(?:\\[^\n]|[^\]\\\n])*\]|[^/\\[\n])+\/\w*/y)
  }
  return null
}

/** Returns the end of a template or of a part of one: after the closing backtick or after `${`. */
function templateEnd(source: string, from: number): number {
  for (let at = from; at < source.length; at += 1) {
    if (source[at] === '\\') at += 1
    else if (source[at] === '`') return at + 1
    else if (source.startsWith('${', at)) return at + 2
  }
  return source.length
}

/** Returns the line of a position in a text, counted from 1. */
export function lineAt(source: string, index: number): number {
  let line = 1
  for (let at = source.indexOf('\n'); at !== -1 && at < index; at = source.indexOf('\n', at + 1)) line += 1
  return line
}
